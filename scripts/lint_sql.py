#!/usr/bin/env python3
"""Checks on the install script's parts, extension/*.sql. Run from the root of the repository; scripts/lint does.

A released install script runs as a superuser in somebody's database: it must not adopt what an attacker planted
(no OR REPLACE, no IF NOT EXISTS), and each function says what it is (volatility, PARALLEL, COMMENT, search_path).
Comments are read in a terminal, where psql folds nothing: their lines are short, and "Errors:" begins one.
--self-test proves that each rule finds a planted fault.
"""
import os
import re
import sys
import tempfile
from pathlib import Path

GUARD = re.compile(r"\\echo Use .*CREATE EXTENSION.* \\quit$")

TOKEN = re.compile(r"""
    (?P<comment>--[^\n]*|/\*.*?\*/)
  | (?P<psql>^\\[^\n]*)
  | (?P<dollar>\$(?P<tag>[A-Za-z_]*)\$.*?\$(?P=tag)\$)
  | (?P<string>'(?:[^']|'')*')
  | (?P<name>"(?:[^"]|"")*")
""", re.X | re.S | re.M)


def statements(text):
    """Yields (line, statement with bodies, strings and comments blanked)."""
    def blank(match):
        found = match.group(0)
        if match.group("name"):
            return found
        kept = "$$" if match.group("dollar") else "''" if match.group("string") else ""
        return kept + "".join("\n" if c == "\n" else " " for c in found[len(kept):])
    text = TOKEN.sub(blank, text)
    start, atomic = 0, 0
    for match in re.finditer(r";|\bBEGIN\s+ATOMIC\b|\bCASE\b|\bEND\b", text, re.I):
        word = match.group(0).upper()
        if word == ";":
            if atomic == 0:
                yield from one_statement(text, start, match.start())
                start = match.end()
        elif word == "END":
            atomic = max(0, atomic - 1)
        else:
            atomic += 1
    yield from one_statement(text, start, len(text))


def one_statement(text, start, end):
    statement = text[start:end]
    if statement.strip():
        start += len(statement) - len(statement.lstrip())
        yield text.count("\n", 0, start) + 1, statement.strip()


CREATE_FUNCTION = re.compile(r"CREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+([\w.\"]+)\s*\(", re.I)
COMMENT_WIDTH = 76
BEFORE_COMMENT = re.compile(r"\bCOMMENT\s+ON\s[^;]*\sIS\s+$", re.I)
COMMENT_ON_FUNCTION = re.compile(r"COMMENT\s+ON\s+FUNCTION\s+([\w.\"]+)", re.I)


def check_statement(where, statement):
    if re.match(r"CREATE\s+OR\s+REPLACE\b", statement, re.I):
        yield f"{where}: CREATE OR REPLACE adopts an object that somebody planted"
    if re.search(r"\bIF\s+NOT\s+EXISTS\b", statement, re.I):
        yield f"{where}: IF NOT EXISTS adopts an object that somebody planted"
    found = CREATE_FUNCTION.match(statement)
    if not found:
        return
    name = found.group(1)
    if not re.search(r"\b(IMMUTABLE|STABLE|VOLATILE)\b", statement, re.I):
        yield f"{where}: {name} does not say IMMUTABLE, STABLE or VOLATILE"
    if not re.search(r"\bPARALLEL\s+(SAFE|RESTRICTED|UNSAFE)\b", statement, re.I):
        yield f"{where}: {name} has no PARALLEL label"
    pinned = re.search(r"\bSET\s+search_path\b", statement, re.I)
    if re.search(r"\bLANGUAGE\s+'?plpgsql\b", statement, re.I) and not pinned:
        yield f"{where}: {name} is PL/pgSQL and does not pin search_path"
    if re.search(r"\bSECURITY\s+DEFINER\b", statement, re.I) and not pinned:
        yield f"{where}: {name} is SECURITY DEFINER and does not pin search_path"


def check_comments(name, text):
    for match in TOKEN.finditer(text):
        if not match.group("string") or not BEFORE_COMMENT.search(text, 0, match.start()):
            continue
        first = text.count("\n", 0, match.start()) + 1
        for number, line in enumerate(match.group(0)[1:-1].replace("''", "'").split("\n"), first):
            if len(line) > COMMENT_WIDTH:
                yield f"{name}:{number}: a comment's line of {len(line)} characters, over {COMMENT_WIDTH}"
            if re.search(r".\bErrors:", line):
                yield f"{name}:{number}: a comment's \"Errors:\" does not begin a line"


def check(root):
    folder = Path(root, "extension")
    parts = sorted(path.name for path in folder.glob("*.sql"))
    order_file = folder / "order.list"
    order = [line.split("#")[0].strip() for line in order_file.read_text().split("\n")] if order_file.is_file() else []
    order = [name for name in order if name]
    yield from (f"extension/{name}: not in extension/order.list" for name in parts if name not in order)
    yield from (f"extension/order.list: {name} does not exist" for name in order if name not in parts)

    created, commented = {}, {}
    for name in parts:
        text = (folder / name).read_text(encoding="utf-8")
        if order and name == order[0]:
            first = next((line for line in text.split("\n") if line.strip() and not line.startswith("--")), "")
            if not GUARD.match(first):
                yield f"extension/{name}: does not begin with the \\echo ... \\quit guard"
        yield from check_comments(f"extension/{name}", text)
        for line, statement in statements(text):
            where = f"extension/{name}:{line}"
            yield from check_statement(where, statement)
            for pattern, seen in ((CREATE_FUNCTION, created), (COMMENT_ON_FUNCTION, commented)):
                found = pattern.match(statement)
                if found:
                    seen.setdefault(found.group(1), []).append(where)
    for function, places in created.items():
        if len(commented.get(function, [])) < len(places):
            yield f"{places[0]}: {function} has {len(places)} signatures, {len(commented.get(function, []))} with COMMENT ON"


GOOD = ("\\echo Use \"CREATE EXTENSION x\" to load this file. \\quit\n"
        "CREATE FUNCTION s.f(a text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT 1; $$;\n"
        "COMMENT ON FUNCTION s.f(text) IS 'one; IF NOT EXISTS';\n")
PLANTS = {
    "no guard": (GOOD.split("\n", 1)[1]),
    "or replace": GOOD.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
    "if not exists": GOOD + "CREATE TABLE IF NOT EXISTS s.t (a int);\n",
    "no volatility": GOOD.replace("IMMUTABLE ", ""),
    "no parallel label": GOOD.replace("PARALLEL SAFE ", ""),
    "no comment": GOOD.replace("COMMENT ON FUNCTION s.f(", "COMMENT ON FUNCTION s.g("),
    "wide comment": GOOD.replace("'one;", "'" + "one " * 20 + ";"),
    "errors within a line": GOOD.replace("'one;", "'one. Errors: 22023;"),
    "no search_path": GOOD.replace("LANGUAGE sql", "LANGUAGE plpgsql"),
}


def check_text(text):
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root, "extension")
        folder.mkdir()
        (folder / "a.sql").write_text(text)
        (folder / "order.list").write_text("a.sql\n")
        return list(check(root))


def self_test():
    status = 0
    clean = check_text(GOOD)
    if clean:
        print("FAILED  self-test: sql: clean script refused", clean)
        status = 1
    for name, text in PLANTS.items():
        found = len(check_text(text)) == 1
        status |= 0 if found else 1
        print(f"{'ok     ' if found else 'FAILED '} self-test: sql: {name}")
    return status


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    problems = list(check(os.curdir))
    print("".join(f"{problem}\n" for problem in problems), end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
