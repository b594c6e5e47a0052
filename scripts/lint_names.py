#!/usr/bin/env python3
"""Checks that no name in SQL text is looked up on the caller's search path. Run from the root; scripts/lint does.

Reads the spi::Statement initialisers of src/pg, and functions, views and policies of extension/; sql_names.py has the
rules. BEGIN ATOMIC bodies are bound when they are created and not read. --self-test proves that each rule finds a
planted fault.
"""
import bisect
import os
import re
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

sys.dont_write_bytecode = True   # no __pycache__ in the sources
from sql_names import Sql, Token, sql_tokens, test_rules  # noqa: E402


# ---- the install script ----------------------------------------------------------------------------------------------

def statements(text):
    """The tokens of each statement that are outside all parentheses, and where the statement ends."""
    depth, outer = 0, []
    for token in sql_tokens(text) + [Token("punct", ";", len(text))]:
        depth -= token.text == ")"
        if token.text == ";" and depth == 0:
            yield outer, token.start
            outer = []
        elif depth == 0:
            outer.append(token)
        depth += token.text == "("


def check_script(text):
    for outer, end in statements(text):
        words = [token.text for token in outer]
        if "function" in words[1:4] and words[0] == "create":
            yield from check_function(outer, words)
        elif words[:1] == ["create"] and "view" in words[1:5] and "as" in words:
            start = outer[words.index("as")].start + 2
            yield from ((start + offset, message) for offset, message in Sql(text[start:end], True).found)
        elif words[:2] in (["create", "policy"], ["alter", "policy"]):
            start = next((token.start for token in outer if token.text in ("using", "with")), end)
            yield from ((start + offset, message) for offset, message in Sql(text[start:end], True).found)


def check_function(outer, words):
    name, start = words[words.index("function") + 1], outer[0].start
    language = words[words.index("language") + 1].strip("'").lower() if "language" in words else ""
    bodies = [after for word, after in zip(words, outer[1:]) if word == "as" and after.kind == "string"]
    if language == "sql" and {"table", "setof"} & set(words):
        if "set" in words:
            yield start, f"{name} is a SQL function of rows with SET, which keeps it from being inlined"
        if "strict" in words or "returns null on null input" in " ".join(words):
            yield start, f"{name} is a SQL function of rows and STRICT, which keeps it from being inlined"
    if language == "plpgsql" and "search_path" in words:   # that there is one is a rule of lint sql
        path = words[words.index("search_path") + 2:][:4]
        if path[:3] != ["pg_catalog", ",", "pg_temp"] or path[3:] == [","]:
            yield start, f"{name} pins search_path to something else than pg_catalog, pg_temp"
    for body in bodies if language in ("sql", "plpgsql") else []:
        quote = body.text.index("$", 1) + 1 if body.text[0] == "$" else 1
        for offset, message in Sql(body.text[quote:-quote], language == "sql").found:
            yield body.start + quote + offset, f"{name}: {message}"


# ---- C++ -------------------------------------------------------------------------------------------------------

CPP_TOKEN = re.compile(r"""
    (?P<space>[^\S\n]+|\\\n|//[^\n]*|/\*.*?\*/) | (?P<newline>\n) | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<char>'(?:[^'\\\n]|\\.)*') | (?P<name>[A-Za-z_]\w*) | (?P<number>\d[\w.']*) | (?P<punct>::|.)
""", re.X | re.S)

CppToken = namedtuple("CppToken", "kind text line end")
SQL_COMMAND = re.compile(r"(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s")


def read_cpp(text):
    """The tokens outside directives, and the macros: name -> (parameters or None, body)."""
    tokens, macros, directive, line, last_end = [], {}, None, 1, 0
    for match in CPP_TOKEN.finditer(text + "\n"):
        token = CppToken(match.lastgroup, match.group(0), line, match.end())
        line += token.text.count("\n")
        if token.kind == "newline":
            if directive and [part.text for part in directive[:1]] == ["define"]:
                name, body, parameters = directive[1], directive[2:], None
                if body and body[0].text == "(" and body[0].end == name.end + 1:
                    closing = next(i for i, part in enumerate(body) if part.text == ")")
                    parameters = [part.text for part in body[1:closing] if part.kind == "name"]
                    body = body[closing + 1:]
                macros[name.text] = (parameters, body)
            directive = None
        elif token.kind == "space":
            continue
        elif directive is not None:
            directive.append(token)
        elif token.text == "#" and not text[last_end:match.start()].strip(" \t"):
            directive = []
        else:
            tokens.append(token)
        last_end = match.end() if token.kind == "newline" else last_end
    return tokens, macros


def matching(tokens, start):
    """The index of the parenthesis or brace that closes the one at start."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += (tokens[i].text in "({[") - (tokens[i].text in ")}]")
        if depth == 0:
            return i
    return len(tokens) - 1


def expand(tokens, macros):
    i, result = 0, []
    while i < len(tokens):
        token = tokens[i]
        i += 1
        if token.kind != "name" or token.text not in macros:
            result.append(token)
            continue
        parameters, body = macros[token.text]
        inner = {name: found for name, found in macros.items() if name != token.text}
        values = {}
        if parameters is not None and i < len(tokens) and tokens[i].text == "(":
            closing = matching(tokens, i)
            values = dict(zip(parameters, arguments(tokens[i + 1:closing])))
            i = closing + 1
        replaced = []
        for k, part in enumerate(body):
            quoted = k > 0 and body[k - 1].text == "#"
            if part.text in values and quoted:
                spelled = "".join(value.text for value in values[part.text])
                replaced[-1:] = [CppToken("string", f'"{spelled}"', part.line, part.end)]
            else:
                replaced += values.get(part.text, [part]) if part.kind == "name" else [part]
        result += expand(replaced, inner)
    return result


def arguments(tokens):
    """The tokens between commas that are outside parentheses."""
    parts, depth = [[]], 0
    for token in tokens:
        depth += (token.text in "({[") - (token.text in ")}]")
        if token.text == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def content(token):
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match.group(1), match.group(1)), token.text[1:-1])


def check_cpp(text, shared):
    """(line, message) for each finding. shared: macros of headers."""
    tokens, macros = read_cpp(text)
    macros = {**shared, **macros}
    i = 0
    while i < len(tokens):
        words = [token.text for token in tokens[i:i + 3]]
        if words == ["spi", "::", "Statement"] and tokens[i + 3:] and tokens[i + 3].kind == "name":
            end = i
            while end < len(tokens) and tokens[end].text not in (";", ")", ":"):
                end = matching(tokens, end) + 1 if tokens[end].text in "({[" else end + 1
            yield from check_statement(expand(tokens[i:end], macros))
            i = end
        elif tokens[i].kind == "string" and SQL_COMMAND.match(content(tokens[i])):
            yield tokens[i].line, "a SQL command outside an spi::Statement"
        i += 1


def check_statement(tokens):
    """Each innermost pair of braces that begins with no other is a statement; its first member is the text."""
    i = 0
    while i < len(tokens):
        if tokens[i].text == "{" and tokens[i + 1].text != "{":
            closing = matching(tokens, i)
            first = arguments(tokens[i + 1:closing])[0]
            if not first or any(part.kind != "string" for part in first):
                yield tokens[i].line, "the text of a statement is not made of literals and macros of literals alone"
            else:
                starts, text = [], ""
                for part in first:
                    starts.append(len(text))
                    text += content(part)
                for offset, message in Sql(text, True).found:
                    yield first[bisect.bisect_right(starts, offset) - 1].line, message
            i = closing
        i += 1


# ---- both ------------------------------------------------------------------------------------------------------

def check(root):
    shared = {}
    for path in sorted(Path(root, "src/pg").glob("*.hpp")):
        shared.update(read_cpp(path.read_text(encoding="utf-8"))[1])
    for path in sorted(Path(root, "src/pg").glob("*.cpp")):
        for line, message in check_cpp(path.read_text(encoding="utf-8"), shared):
            yield f"{path}:{line}: {message}"
    for path in sorted(Path(root, "extension").rglob("*.sql")):
        text = path.read_text(encoding="utf-8")
        for offset, message in sorted(check_script(text)):
            yield f"{path}:{line_of(text, offset)}: {message}"


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


SQL_FUNCTION = "CREATE FUNCTION s.f(a int) RETURNS SETOF int LANGUAGE sql STABLE AS $$ SELECT f.a FROM public.a AS f $$;\n"
PINNED = ("CREATE FUNCTION s.f() RETURNS int LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$\nBEGIN\n"
          "    SELECT max(a.b) INTO c FROM public.a a, unnest(d) JOIN pg_class x ON a.b = x.oid WHERE a.b IN (1, 2);\n"
          "    PERFORM lakesoul.g($cmd$UPDATE public.a SET b = 1$cmd$);\n    RETURN d;\nEND $$;\n")
STATEMENT = '#define LAKESOUL_A(c) #c ".a OPERATOR(pg_catalog.=) $1"\nspi::Statement s[] = {{"SELECT FROM public.a AS c"\n' \
            '    " WHERE " LAKESOUL_A(c), 1, {TEXTOID}}, {"SELECT \\"in\\"", 0, {}}};\n'
FILE_PLANTS = {
    "a sql function": ("extension/a.sql", SQL_FUNCTION.replace("f.a", "f(a)"), "1: s.f: function f"),
    "a quoted body": ("extension/a.sql", SQL_FUNCTION.replace("$$", "'").replace("f.a", "f(a)"), "1: s.f: function f"),
    "an upgrade": ("extension/upgrade/a.sql", SQL_FUNCTION.replace("public.", ""), "1: s.f: relation a"),
    "a view": ("extension/a.sql", "CREATE VIEW s.v AS SELECT f(1);\n", "1: function f"),
    "a policy": ("extension/a.sql", "CREATE POLICY p ON s.t FOR ALL USING (true)\nWITH CHECK (a = 1);\n", "2: operator ="),
    "SET": ("extension/a.sql", SQL_FUNCTION.replace("STABLE", "STABLE SET search_path TO a"), "1: s.f is a SQL function"),
    "STRICT": ("extension/a.sql", SQL_FUNCTION.replace("STABLE", "STABLE STRICT"), "1: s.f is a SQL function of rows and"),
    "another path": ("extension/a.sql", PINNED.replace("pg_catalog, pg_temp", "pg_catalog"), "1: s.f pins"),
    "a pinned body": ("extension/a.sql", PINNED.replace("FROM public.", "FROM "), "3: s.f: relation a"),
    "a command in a body": ("extension/a.sql", PINNED.replace("UPDATE public.", "UPDATE "), "4: s.f: relation a"),
    "a statement": ("src/pg/a.cpp", STATEMENT.replace("public.", ""), "2: relation a"),
    "a macro": ("src/pg/a.cpp", STATEMENT.replace("OPERATOR(pg_catalog.=)", "="), "1: operator ="),
    "a second statement": ("src/pg/a.cpp", STATEMENT.replace('\\"in\\"', '1\\n+ 2'), "3: operator +"),
    "a hidden text": ("src/pg/a.cpp", STATEMENT.replace("LAKESOUL_A(c)", "kText"), "2: the text"),
    "a loose command": ("src/pg/a.cpp", 'void f()\n{\n    g("SELECT 1");\n}\n', "3: a SQL command"),
}


def check_file(name, text):
    with tempfile.TemporaryDirectory() as root:
        path = Path(root, name)
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        return [problem[len(str(path)) + 1:] for problem in check(root)]


def self_test():
    results = test_rules()
    results += [(name, not check_file(*file)) for name, file in (
        ("clean function", ("extension/a.sql", SQL_FUNCTION)), ("clean pinned body", ("extension/a.sql", PINNED)),
        ("clean statement", ("src/pg/a.cpp", STATEMENT)))]
    for name, (path, text, expected) in FILE_PLANTS.items():
        found = check_file(path, text)
        results.append((name, len(found) == 1 and found[0].startswith(expected)))
    for name, passed in results:
        print(f"{'ok     ' if passed else 'FAILED '} self-test: names: {name}")
    return 0 if all(passed for _, passed in results) else 1


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    problems = list(check(os.curdir))
    print("".join(f"{problem}\n" for problem in problems), end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
