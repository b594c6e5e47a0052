#!/usr/bin/env python3
"""Runs the statements of a page like docs/tour.md and compares what psql prints with what the page says.

    tour.py PAGE            exit code 1, and the differences, if the page says something else
    tour.py PAGE --write    puts what psql prints into the page

The page is a session: each block that begins with ```sql is typed into one psql, in a new database of the server of PG*,
which is set up unless the page creates the extension itself, and the block that begins with ``` right after it is all that
psql prints for it; no such block: nothing. Output is compared to the letter, so statements show no times and no made-up ids. Lines of messages are folded at 100 columns, no
other line may be longer.
"""
import difflib
import re
import subprocess
import sys
import textwrap

WIDTH = 100
MARK = "---- end of block %d ----"
DATABASE = "lakesoul_tour"
BLOCK = re.compile(r"```sql\n(.*?)```\n(?:(```\n)(.*?)```\n)?", re.S)


def fold(line):
    """A line as a terminal shows it, of messages only: without blanks at its end."""
    if re.match(r"(ERROR|WARNING|NOTICE|DETAIL|HINT): ", line) and len(line) > WIDTH:
        return "\n".join(textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_long_words=False)) + "\n"
    return line.rstrip() + "\n"


def psql(arguments, text=None):
    run = subprocess.run(["psql", "-X", *arguments], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         universal_newlines=True, check=False)
    return run.stdout


SETUP = "CREATE EXTENSION lakesoul_meta; SELECT count(*) FROM lakesoul.setup();\n"


def outputs(blocks):
    """What psql prints for each block."""
    for command in ("DROP DATABASE IF EXISTS", "CREATE DATABASE"):
        print(psql(["-q", "-d", "postgres", "-c", "SET client_min_messages TO warning", "-c", f"{command} {DATABASE}"]), end="")
    typed = "\\pset pager off\n"
    if not any("CREATE EXTENSION" in block for block in blocks):
        typed += SETUP
    typed += "\\echo " + MARK % -1 + "\n"
    for number, block in enumerate(blocks):
        typed += block + "\\echo " + MARK % number + "\n"
    printed = psql(["-d", DATABASE], typed)
    psql(["-q", "-d", "postgres", "-c", f"DROP DATABASE {DATABASE}"])
    parts = []
    for number in range(-1, len(blocks)):
        part, found, printed = printed.partition(MARK % number + "\n")
        if not found:
            sys.exit(f"tour.py: block {number} did not end:\n{part}")
        parts.append("".join(fold(line) for line in part.strip("\n").split("\n")) if part.strip() else "")
    return parts[1:]


def main():
    page, write = sys.argv[1], sys.argv[2:] == ["--write"]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    blocks = list(BLOCK.finditer(text))
    if len(blocks) < 2:
        sys.exit(f"tour.py: {page} has no statements")
    printed = iter(outputs([block.group(1) for block in blocks]))

    def with_output(block):
        output = next(printed)
        return f"```sql\n{block.group(1)}```\n" + (f"```\n{output}```\n" if output else "")

    real = BLOCK.sub(with_output, text)
    status = 0
    if write:
        with open(page, "w", encoding="utf-8") as file:
            file.write(real)
    elif real != text:
        sys.stdout.writelines(difflib.unified_diff(text.splitlines(True), real.splitlines(True), page, "what psql prints"))
        status = 1
    inside = False
    for number, line in enumerate(real.splitlines(), 1):
        inside ^= line.startswith("```")
        if inside and len(line) > WIDTH:
            print(f"{page}:{number}: over {WIDTH} columns")
            status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()
