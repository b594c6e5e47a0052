#!/usr/bin/env python3
"""Checks on the text of the sources: the wall between src/core and src/pg, error reports, lengths, test lists.

Run from the root of the repository; scripts/lint does. --self-test proves that each check finds a planted fault.
"""
import os
import re
import sys
import tempfile
from pathlib import Path

FILE_LINES = 500
FUNCTION_LINES = 80

# Standard headers whose types have no destructor. Anything else must stay out of src/pg.
PG_STANDARD_HEADERS = set(
    "algorithm array cassert cctype cerrno charconv cinttypes climits cmath cstdarg cstddef cstdint cstdio cstdlib "
    "cstring initializer_list iterator limits new numeric string_view tuple type_traits utility".split())

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.M)


def files(root, *folders, suffixes):
    for folder in folders:
        for path in sorted(Path(root, folder).rglob("*")):
            if path.is_file() and path.suffix in suffixes:
                yield path


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def without_comments(text):
    """The same text with comments and string contents blanked; positions and lines stay."""
    def blank(match):
        found = match.group(0)
        if found.startswith('"'):
            return '"' + " " * (len(found) - 2) + '"'
        return re.sub(r"[^\n]", " ", found)
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.S)


def includes(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    for match in INCLUDE.finditer(text):
        yield line_of(text, match.start()), match.group(1) == "<", match.group(2)


def check_wall_pg(root):
    """No header with destructors in src/pg, nor in the headers that src/pg includes."""
    seen, todo = set(), list(files(root, "src/pg", suffixes={".cpp", ".hpp"}))
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        for line, angled, name in includes(path):
            if angled and not name.endswith(".h") and name not in PG_STANDARD_HEADERS:
                yield f"{path}:{line}: <{name}> may not be seen by src/pg: its types have destructors"
            inner = Path(root, "src", name)
            if not angled and inner.is_file():
                todo.append(inner)


def check_wall_core(root):
    """No server header in src/core; the generated header only in src/core/wire."""
    for path in files(root, "src/core", suffixes={".cpp", ".hpp"}):
        in_wire = "wire" in path.relative_to(root).parts
        for line, angled, name in includes(path):
            if "pb-c" in name or name.startswith("protobuf-c/"):
                if not in_wire:
                    yield f"{path}:{line}: {name} may be included by src/core/wire only"
            elif angled and name.endswith(".h"):
                yield f"{path}:{line}: <{name}> is not a header of the C++ standard library"
            elif not angled and not name.startswith("core/"):
                yield f"{path}:{line}: \"{name}\" is not a header of src/core"
    for path in files(root, "src/pg", suffixes={".cpp", ".hpp"}):
        for line, _, name in includes(path):
            if "pb-c" in name or name.startswith("protobuf-c/"):
                yield f"{path}:{line}: {name} may be included by src/core/wire only"


def check_owner_switch(root):
    """One file changes the user."""
    for path in files(root, "src", suffixes={".cpp", ".hpp"}):
        if path.relative_to(root).as_posix() == "src/pg/spi.cpp":
            continue
        text = without_comments(path.read_text(encoding="utf-8"))
        for match in re.finditer(r"\bSetUserId\w*", text):
            yield f"{path}:{line_of(text, match.start())}: {match.group(0)} belongs in src/pg/spi.cpp"


def closing_parenthesis(text, start):
    depth = 0
    for position in range(start, len(text)):
        if text[position] == "(":
            depth += 1
        elif text[position] == ")":
            depth -= 1
            if depth == 0:
                return position
    return len(text)


def check_error_codes(root):
    """Each ereport has an errcode; elog(ERROR) is not used."""
    for path in files(root, "src/pg", suffixes={".cpp", ".hpp"}):
        text = without_comments(path.read_text(encoding="utf-8"))
        for match in re.finditer(r"\bereport\s*\(\s*(ERROR|FATAL|PANIC)\b", text):
            call = text[match.start():closing_parenthesis(text, text.index("(", match.start()))]
            if not re.search(r"\berrcode\w*\s*\(", call):
                yield f"{path}:{line_of(text, match.start())}: ereport({match.group(1)}) without errcode"
        for match in re.finditer(r"\belog\s*\(\s*(ERROR|FATAL|PANIC)\b", text):
            yield (f"{path}:{line_of(text, match.start())}: elog({match.group(1)}): use ereport, "
                   "with ERRCODE_INTERNAL_ERROR for what cannot happen")


def check_file_length(root):
    for path in files(root, "src", suffixes={".cpp", ".hpp"}):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines >= FILE_LINES:
            yield f"{path}: {lines} lines; the limit is {FILE_LINES}"


def check_function_length(root):
    """From the brace in column 0 to the next one; '// table of data' above the function lifts the limit."""
    for path in files(root, "src", suffixes={".cpp", ".hpp"}):
        lines = path.read_text(encoding="utf-8").split("\n")
        start = None
        for number, line in enumerate(lines):
            if start is None and re.match(r"(try )?\{$", line):
                start = number
            elif start is not None and line.startswith("}"):
                head = start
                while head > 0 and lines[head - 1].strip() and not lines[head - 1].startswith("}"):
                    head -= 1
                marked = any("// table of data" in above for above in lines[head:start])
                if number - start + 1 > FUNCTION_LINES and not marked:
                    yield f"{path}:{start}: a function of {number - start + 1} lines; the limit is {FUNCTION_LINES}"
                start = None


def check_ascii(root):
    names = list(files(root, "src", "extension", "scripts", "proto", "specs", "t", "bench", "test/unit", "test/fuzz",
                       suffixes={".cpp", ".hpp", ".sql", ".sh", ".py", ".proto", ".spec", ".pl", ".pm", ".map", ".list", ""}))
    for path in names:
        if "corpus" in path.parts or "__pycache__" in path.parts:
            continue
        for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
            if any(byte > 126 for byte in line):
                yield f"{path}:{number}: not ASCII; use an escape"


def read_list(path):
    if not path.is_file():
        return []
    return [word for line in path.read_text(encoding="utf-8").split("\n") for word in line.split("#")[0].split()]


def check_sources_listed(root):
    listed = read_list(Path(root, "src/sources.list"))
    present = [path.relative_to(root).as_posix() for path in files(root, "src", suffixes={".cpp"})]
    yield from (f"{name}: not in src/sources.list" for name in present if name not in listed)
    yield from (f"src/sources.list: {name} does not exist" for name in listed if name not in present)
    yield from (f"src/sources.list: {name} is there twice" for name in sorted(set(listed)) if listed.count(name) > 1)


def check_tests_listed(root):
    """Each test is in its list and has an expected file; no expected file is left over."""
    known = set()
    for folder, suffix, list_name in (("sql", ".sql", "regress"), ("specs", ".spec", "isolation")):
        listed = read_list(Path(root, "test", list_name + ".list"))
        known.update(listed)
        present = [path.stem for path in sorted(Path(root, folder).glob("*" + suffix))]
        yield from (f"{folder}/{name}{suffix}: not in test/{list_name}.list" for name in present if name not in listed)
        for name in listed:
            if name not in present:
                yield f"test/{list_name}.list: {name} has no {folder}/{name}{suffix}"
            if not Path(root, "expected", name + ".out").is_file():
                yield f"test/{list_name}.list: {name} has no expected/{name}.out"
    for path in sorted(Path(root, "expected").glob("*.out")):
        if path.stem not in known and re.sub(r"_[0-9]$", "", path.stem) not in known:
            yield f"{path}: no listed test has this name"


def check_corpora(root):
    """Each fuzzer has a corpus and the other way round."""
    fuzzers = {path.stem[:-len("_fuzz")] for path in Path(root, "test/fuzz").glob("*_fuzz.cpp")}
    corpora = {path.name for path in Path(root, "test/fuzz/corpus").glob("*")}
    yield from (f"test/fuzz/{name}_fuzz.cpp: no test/fuzz/corpus/{name}" for name in sorted(fuzzers - corpora))
    yield from (f"test/fuzz/corpus/{name}: no test/fuzz/{name}_fuzz.cpp" for name in sorted(corpora - fuzzers))


CHECKS = [check_wall_pg, check_wall_core, check_owner_switch, check_error_codes, check_file_length,
          check_function_length, check_ascii, check_sources_listed, check_tests_listed, check_corpora]

# One planted fault for each check: the file and what is in it.
PLANTS = {
    check_wall_pg: {"src/pg/a.cpp": "#include \"core/b.hpp\"\n", "src/core/b.hpp": "#include <vector>\n"},
    check_wall_core: {"src/core/a.cpp": "#include \"postgres.h\"\n"},
    check_owner_switch: {"src/pg/a.cpp": "void f()\n{\n    SetUserIdAndSecContext(1, 0);\n}\n"},
    check_error_codes: {"src/pg/a.cpp": "ereport(ERROR, (errmsg(\"(errcode(\")));\n"},
    check_file_length: {"src/pg/a.cpp": "\n" * FILE_LINES},
    check_function_length: {"src/pg/a.cpp": "void f()\n{\n" + "    g();\n" * FUNCTION_LINES + "}\n"},
    check_ascii: {"src/pg/a.cpp": "// caf\u00e9\n"},
    check_sources_listed: {"src/pg/a.cpp": "", "src/sources.list": ""},
    check_tests_listed: {"expected/left_over.out": ""},
    check_corpora: {"test/fuzz/wire_fuzz.cpp": ""},
}


def self_test():
    status = 0
    for check, plant in PLANTS.items():
        with tempfile.TemporaryDirectory() as root:
            for name, text in plant.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            found = list(check(Path(root)))
        status |= 0 if found else 1
        print(f"{'ok     ' if found else 'FAILED '} self-test: source: {check.__name__}")
    return status


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    root = Path(os.curdir)
    problems = [problem for check in CHECKS for problem in check(root)]
    print("".join(f"{problem}\n" for problem in problems), end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
