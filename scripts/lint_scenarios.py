#!/usr/bin/env python3
"""Holds docs/scenarios.md and the tests together: each scenario and replay has a test, where a comment names it.

A row of the page begins with the number of a scenario, or the name of a replay, and ends with its tests: names in
backticks, all of them needed unless they are joined by "or"; a folder stands for any file in it. A comment says
"scenario 17" or "scenarios 17 and 18", "replay polaris-1076" or "replay a, replay c". Run from the root of the
repository; scripts/lint does. --self-test proves that planted faults are found.
"""
import os
import re
import sys
import tempfile
from pathlib import Path

PAGE = "docs/scenarios.md"
SCENARIOS = 50
LETTERS = "abcdefghijkl"
TESTS = [("sql", ".sql", "--"), ("specs", ".spec", "#"), ("t", ".pl", "#"), ("test/clients", ".py", "#"), ("test/unit", ".cpp", "//")]

ROW = re.compile(r"^\| *(\d+|[a-l]|[\w-]+-\d[\d-]*) *\|.*\| *(`[^|]*`) *\|$")
NUMBERS = re.compile(r"\bscenarios?((?:\s+|,\s*|and\s+|to\s+|\d+\b)+)", re.I)
REPLAY = re.compile(r"\breplay\s+([a-l](?=[:,]|$)|[a-z_][\w-]*-\d[\d-]*\d|[a-z_][\w-]*-\d)", re.I)


def rows(root):
    """(line, key, requirements); a requirement is a list of names of which one is enough."""
    for number, line in enumerate(Path(root, PAGE).read_text(encoding="utf-8").split("\n"), 1):
        match = ROW.match(line)
        if match:
            needed = [re.findall(r"`([^`]+)`", part) for part in match.group(2).split(",")]
            yield number, match.group(1), needed


def comments(path, sign):
    """Comments of a test. In a program names of tests count too, so that there it is any line."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix in (".pl", ".py"):
        return list(enumerate(text.split("\n"), 1))
    return [(text.count("\n", 0, match.start()) + 1, match.group(0))
            for match in re.finditer(rf"{re.escape(sign)}[^\n]*(?:\n\s*{re.escape(sign)}[^\n]*)*", text)]


def keys_in(comment):
    keys = set()
    text = re.sub(r"\n\s*(--|#|//)", " ", comment)
    for match in NUMBERS.finditer(text):
        words = re.findall(r"\d+|to", match.group(1))
        for position, word in enumerate(words):
            if word == "to" and 0 < position < len(words) - 1:
                keys.update(str(n) for n in range(int(words[position - 1]), int(words[position + 1])))
            elif word != "to":
                keys.add(word)
    keys.update(match.group(1).lower() for match in REPLAY.finditer(text))
    return keys


def marked(root):
    """{key: {file: line}}"""
    result = {}
    for folder, suffix, sign in TESTS:
        for path in sorted(Path(root, folder).glob("*" + suffix)):
            for line, comment in comments(path, sign):
                for key in keys_in(comment):
                    result.setdefault(key, {}).setdefault(path.relative_to(root).as_posix(), line)
    return result


def check_rows(root):
    """Each scenario is on the page once."""
    keys = [key for _, key, _ in rows(root)]
    for key in [str(n) for n in range(1, SCENARIOS + 1)] + list(LETTERS):
        if keys.count(key) != 1:
            yield f"{PAGE}: {keys.count(key)} rows for {key}; there must be one"
    for key in sorted(set(keys)):
        if keys.count(key) > 1 and not key.isdigit() and key not in LETTERS:
            yield f"{PAGE}: {key} is there twice"


def check_tests(root):
    """Each test that the page names has the comment."""
    tests = marked(root)
    for line, key, needed in rows(root):
        what = f"scenario {key}" if key.isdigit() else f"replay {key}"
        for names in needed:
            if not any(file == name or file.startswith(name + "/") for name in names for file in tests.get(key, {})):
                yield f"{PAGE}:{line}: no comment \"{what}\" in {' or '.join(names)}"


def check_comments(root):
    """Each such comment is on the page, with its test."""
    page = {key: [name for names in needed for name in names] for _, key, needed in rows(root)}
    for key, places in sorted(marked(root).items()):
        for file, line in places.items():
            if not any(file == name or file.startswith(name + "/") for name in page.get(key, [])):
                yield f"{file}:{line}: {PAGE} does not name this test at {key}"


CHECKS = [check_rows, check_tests, check_comments]


def good_page():
    lines = [f"| {n} | x | y | `sql/t.sql` |" for n in range(1, SCENARIOS + 1)] + [f"| {c} | x | y | `sql/t.sql` |" for c in LETTERS]
    lines += ["| some-lake-12-3 | x | y | `t/1_a.pl` or `test/clients`, `specs/a-b.spec` |"]
    return "\n".join(lines) + "\n"


def good_files():
    return {PAGE: good_page(),
            "sql/t.sql": f"-- scenarios 1, 2 and 3 to {SCENARIOS - 1}\n-- and scenario {SCENARIOS}: x\n"
                         + "".join(f"-- replay {c}: x\n" for c in LETTERS),
            "test/clients/c.py": "\"\"\"Replay some-lake-12-3.\"\"\"\n",
            "specs/a-b.spec": "# replay some-lake-12-3: two at once\n"}


def self_test():
    status = 0
    page = good_page()
    cases = [("nothing wrong", {}, None),
             ("a row missing", {PAGE: page.replace("| 17 |", "| 117 |")}, check_rows),
             ("a row twice", {PAGE: page + "| some-lake-12-3 | x | y | `specs/a-b.spec` |\n"}, check_rows),
             ("a test without its comment", {"specs/a-b.spec": "permutation a\n"}, check_tests),
             ("a comment that is code", {"specs/a-b.spec": "step replay some-lake-12-3\n"}, check_tests),
             ("neither of two tests", {"test/clients/c.py": ""}, check_tests),
             ("a number that is another", {"sql/t.sql": good_files()["sql/t.sql"].replace(str(SCENARIOS), str(SCENARIOS) + "0")}, check_tests),
             ("a comment that the page lacks", {"sql/u.sql": "-- scenario 5\n"}, check_comments)]
    for name, change, expected in cases:
        with tempfile.TemporaryDirectory() as root:
            for file, text in {**good_files(), **change}.items():
                path = Path(root, file)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            found = {check for check in CHECKS if list(check(Path(root)))}
        good = expected in found if expected else not found
        status |= 0 if good else 1
        print(f"{'ok     ' if good else 'FAILED '} self-test: scenarios: {name}")
    return status


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    problems = [problem for check in CHECKS for problem in check(Path(os.curdir))]
    print("".join(f"{problem}\n" for problem in problems), end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
