"""The command ``shogi-fast check-imports``: whether a program can switch from another library."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shogi_fast.cli_output import NOT_YET, OK, PROGRAM, REFUSED, complain, emit, one_line
from shogi_fast.diagram import Line, Span, plain_text
from shogi_fast.terminal import ALARM, color_text, wants_color

# What reads programs is imported when it is needed: the other commands start without it.
if TYPE_CHECKING:
    from shogi_fast.check_imports import Use
    from shogi_fast.program_files import Program

THERE, DIFFERS, ABSENT, UNKNOWN = "there", "differs", "absent", "unknown"
NOTICE = "bold yellow"  # a style of rich

CHECK_HELP = """\
List the names of python-shogi (shogi) and of cshogi that a program uses, and say of
each whether shogi_fast.compat has it, has it but differs, or does not have it yet.
"""

CHECK_EPILOG = """\
A PATH is a file, or a directory: then all .py, .pyw and .ipynb files below it, but
none in hidden directories and virtual environments. Give the files of one program
together. Nothing of it is run. A shogi.py beside a file is what that imports, as in
Python, and hides the library.

"by its name" stands where nothing is known of an object, and its attribute is one
that the library's objects have: it may be another's. What a program does with
operators (==, len, in) and by names it makes up as it runs is not seen.

--json prints one object a line: file, line (in a notebook "cell 2:1"), library,
name, status ("there", "differs", "absent", "unknown": neither library has it),
by_name, keys (of the rows in docs/migrating.md), belongs_to (of an absent name,
what it is a part of); then file, error for each file that cannot be read; last
files, names, there, differs, absent, unknown (numbers of different names) and
can_switch (null where a file could not be read).

exit status:
  0    the program can switch: all names are there, some may differ
  1    a name is not there
  2    an argument is bad, or a file cannot be read or is no Python; one line on
       standard error says what; the other files are checked all the same
  130  interrupted (Ctrl-C)
"""

WORDS = {
    THERE: "is there",
    DIFFERS: "differs",
    ABSENT: "is not there yet",
    UNKNOWN: "is neither there nor in",
}
STYLES = {THERE: "", DIFFERS: NOTICE, ABSENT: ALARM, UNKNOWN: ALARM}


class _File(NamedTuple):
    path: str
    program: "Program"
    uses: "list[Use]"


def add_check_imports(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command's parser to those of the others."""
    parser = commands.add_parser(
        "check-imports",
        help="tell whether a program can switch from python-shogi or cshogi",
        description=CHECK_HELP,
        epilog=CHECK_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a program, or its directory")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto (default): on a terminal, unless NO_COLOR is set",
    )


def run_check_imports(arguments: argparse.Namespace) -> int:
    """Check the programs, print what was found, and return the exit status."""
    from shogi_fast.check_imports import check_programs
    from shogi_fast.program_files import Program, ProgramError, find_programs, read_program

    programs: dict[str, Program] = {}
    errors: dict[str, str] = {}
    for path in arguments.paths:
        try:
            for found in find_programs(path):
                if found not in programs and found not in errors:
                    try:
                        programs[found] = read_program(found)
                    except ProgramError as error:
                        errors[found] = str(error)
        except ProgramError as error:
            errors[path] = str(error)
    checked = check_programs(programs.values())
    files = [
        _File(path, program, uses)
        for (path, program), uses in zip(programs.items(), checked, strict=True)
    ]
    if arguments.json:
        for row in _rows(files, errors):
            emit(json.dumps(row))
    else:
        lines = list(_lines(files))
        in_color = wants_color(arguments.color, sys.stdout)
        emit(color_text(lines) if in_color else plain_text(lines))
    for path, text in errors.items():
        complain(f"{PROGRAM}: error: {one_line(f'{path}: {text}')}")
    if errors:
        return REFUSED
    return NOT_YET if any(use.stops for file in files for use in file.uses) else OK


def _names(files: Sequence[_File], status: str, name: str | None = None) -> set[str]:
    """Return the different names of a status, of one library or of both."""
    return {
        use.full_name
        for file in files
        for use in file.uses
        if use.status == status and name in (None, use.library)
    }


def _rows(files: Sequence[_File], errors: dict[str, str]) -> Iterator[dict[str, object]]:
    """Yield what --json prints."""
    for file in files:
        for use in file.uses:
            place = file.program.place(use.line)
            yield {
                "file": file.path,
                "line": int(place) if place.isdecimal() else place,
                "library": use.library,
                "name": use.name,
                "status": use.status,
                "by_name": use.by_name,
                "keys": list(use.keys),
                "belongs_to": use.belongs_to,
            }
    for path, text in errors.items():
        yield {"file": path, "error": text}
    counts = {status: len(_names(files, status)) for status in WORDS}
    stops = bool(counts[ABSENT] or counts[UNKNOWN])
    yield {
        "files": len(files),
        "names": sum(counts.values()),
        **counts,
        "can_switch": None if errors else not stops,
    }


# ---- Text ----------------------------------------------------------------------------------------


def _lines(files: Sequence[_File]) -> Iterator[Line]:
    """Yield the lines of the text: names file by file, the rows they meet, the sums."""
    from shogi_fast.library_names import ORIGINALS

    for file in files:
        yield from _lines_of(file)
    yield from _difference_lines(files)
    used = {use.library for file in files for use in file.uses}
    for name in sorted(used):
        counts = {status: len(_names(files, status, name)) for status in WORDS}
        total = sum(counts.values())
        parts = [f"{counts[THERE]} there", f"{counts[DIFFERS]} with differences"]
        missing = counts[ABSENT] + counts[UNKNOWN]
        parts.append(f"{missing} not there")
        words = f"{name}: {_counted(total, 'name')} used: {', '.join(parts)}"
        yield [Span(words, ALARM if missing else "")]
    if not used:
        yield [Span(f"no use of {' or '.join(ORIGINALS)} in {_counted(len(files), 'file')}")]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _lines_of(file: _File) -> Iterator[Line]:
    """Yield a line for each name that a file uses: where first, and where again."""
    from shogi_fast.library_names import library

    places: dict[tuple[str, bool], list[Use]] = {}
    for use in file.uses:
        places.setdefault((use.full_name, use.by_name), []).append(use)
    for uses in places.values():
        use = uses[0]
        again = [file.program.place(other.line) for other in uses[1:]]
        also = f" (also {', '.join(again)})" if again else ""
        words = WORDS[use.status]
        if use.status == DIFFERS:
            words += f": {', '.join(use.keys)}"
        elif use.status == ABSENT:
            words += f": {use.belongs_to}"
        elif use.status == UNKNOWN:
            words += f" {library(use.library).original}"
        guess = ", by its name," if use.by_name else ""
        place = f"{one_line(file.path)}:{file.program.place(use.line)}: "
        name = one_line(use.full_name)
        yield [Span(place), Span(f"{name}{guess} {words}", STYLES[use.status]), Span(also)]


def _difference_lines(files: Sequence[_File]) -> Iterator[Line]:
    """Yield each row of the tables that a name has led to, once."""
    from shogi_fast.library_names import library

    keys = {(use.library, key) for file in files for use in file.uses for key in use.keys}
    for name in sorted({name for name, _ in keys}):
        where = library(name)
        for row in where.differences:
            if (name, row.key) in keys:
                yield [Span("")]
                yield [Span(f"{name}, {row.key}", NOTICE)]
                yield [Span(f"  {where.original}: {row.there}")]
                yield [Span(f"  shogi_fast: {row.here}")]
    if keys:
        yield [Span("")]
