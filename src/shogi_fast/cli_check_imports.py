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
no hidden ones and none in hidden directories and virtual environments. Give the files of one program
together. Nothing of it is run. A shogi.py beside a file is what that imports, as in
Python, and hides the library.

The last lines say of each library whether the program can switch. "Perhaps" are
attributes of objects of which nothing is known: they may be another's, and do not
count. "Guarded" is what the program asks for with hasattr, or gives getattr a
default for, or does not come to then, or whose ImportError or AttributeError it
catches by that name, and goes on; it does not count either. "except Exception",
handlers that may raise or end the program, and assert are no guards; nor is
ModuleNotFoundError for a name of a module that is there. What a program does with
operators (==, len, in) and by names it makes up as it runs is not seen.

--json prints one object a line: file, line (in a notebook "cell 2:1"), library,
name, status ("there", "differs", "absent", "unknown": neither library has it),
by_name (perhaps), guarded, keys (of the rows in docs/migrating.md), belongs_to (of
an absent name, what it is a part of); then file, error for each file that cannot be
read; last files, names, there, differs, absent, unknown, perhaps, guarded (numbers
of different names), libraries (of each, whether the program can switch) and
can_switch (null where a file could not be read).

exit status:
  0    the program can switch: all names are there, though some may differ; or it
       uses neither library
  1    the program cannot switch yet: a name is not there, neither guarded nor perhaps
  2    an argument is bad, no Python file is found, or a file cannot be read or is no
       Python; one line on standard error says what; the other files are checked all the same
  130  interrupted (Ctrl-C)
"""

WORDS = {
    THERE: "is there",
    DIFFERS: "differs",
    ABSENT: "is not there yet",
    UNKNOWN: "is neither there nor in",
}
STYLES = {THERE: "", DIFFERS: NOTICE, ABSENT: ALARM, UNKNOWN: ALARM}
NAMED = 5  # in the verdict, of the names that are not there


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
    from shogi_fast.program_files import (
        Program,
        ProgramError,
        find_programs,
        read_program,
        whole_path,
    )

    programs: dict[str, Program] = {}
    errors: dict[str, str] = {}
    seen: set[str] = set()
    for path in arguments.paths:
        try:
            for found in find_programs(path):
                if whole_path(found) not in seen:
                    seen.add(whole_path(found))
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
    # First, so that what is said last is the verdict, also where both outputs are one.
    for path, text in errors.items():
        complain(f"{PROGRAM}: error: {one_line(f'{path}: {text}')}")
    if arguments.json:
        for row in _rows(files, errors):
            emit(json.dumps(row))
    else:
        lines = list(_lines(files, len(errors)))
        in_color = wants_color(arguments.color, sys.stdout)
        emit(color_text(lines) if in_color else plain_text(lines))
    if errors:
        return REFUSED
    return NOT_YET if any(use.stops for file in files for use in file.uses) else OK


class _Counts:
    """The different names that some files use, of one library or of both."""

    def __init__(self, files: Sequence[_File], library: str | None = None) -> None:
        uses = [use for file in files for use in file.uses if library in (None, use.library)]
        surely = [use for use in uses if not use.by_name]
        self.names = {use.full_name for use in surely if not use.guarded}
        self.by_status = {
            status: {use.full_name for use in surely if use.status == status and not use.guarded}
            for status in WORDS
        }
        self.guarded = {use.full_name for use in surely if use.guarded} - self.names
        maybe = [use for use in uses if use.by_name]
        self.perhaps = {use.full_name for use in maybe} - self.names - self.guarded
        missing = (ABSENT, UNKNOWN)
        self.perhaps_missing = self.perhaps & {
            use.full_name for use in maybe if use.status in missing
        }
        # In the order in which they are met.
        self.stops = list(dict.fromkeys(use.full_name for use in uses if use.stops))


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
                "guarded": use.guarded,
                "keys": list(use.keys),
                "belongs_to": use.belongs_to,
            }
    for path, text in errors.items():
        yield {"file": path, "error": text}
    counts = _Counts(files)
    libraries = _libraries_of(files)
    yield {
        "files": len(files),
        "names": len(counts.names),
        **{status: len(names) for status, names in counts.by_status.items()},
        "perhaps": len(counts.perhaps),
        "guarded": len(counts.guarded),
        "libraries": {
            name: None if errors else not _Counts(files, name).stops for name in libraries
        },
        "can_switch": None if errors else not counts.stops,
    }


def _libraries_of(files: Sequence[_File]) -> list[str]:
    return sorted({use.library for file in files for use in file.uses})


# ---- Text ----------------------------------------------------------------------------------------


def _lines(files: Sequence[_File], unread: int) -> Iterator[Line]:
    """Yield the lines of the text: names file by file, the rows they meet, sums and verdicts."""
    from shogi_fast.library_names import ORIGINALS

    for file in files:
        yield from _lines_of(file, [use for use in file.uses if not use.by_name])
    # Of what may be another's, it is no news that it is there.
    maybe = [
        line
        for file in files
        for line in _lines_of(
            file, [use for use in file.uses if use.by_name and use.status != THERE]
        )
    ]
    if maybe:
        yield [Span("")]
        yield [Span("perhaps, as attributes of objects of which nothing is known:")]
        yield from maybe
    yield from _difference_lines(files)
    libraries = _libraries_of(files)
    for name in libraries:
        yield from _verdict(name, _Counts(files, name), unread)
    if not files:
        yield [Span("no Python file found that can be read", ALARM)]
    elif not libraries:
        but = f"; {_counted(unread, 'file')} could not be read" if unread else ""
        yield [Span(f"no use of {' or '.join(ORIGINALS)} in {_counted(len(files), 'file')}{but}")]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _some(names: Sequence[str]) -> str:
    """Return the first of some names."""
    more = ["..."] if len(names) > NAMED else []
    return ", ".join([*map(one_line, names[:NAMED]), *more])


def _verdict(name: str, counts: _Counts, unread: int) -> Iterator[Line]:
    """Yield the sums of a library, and whether the program can switch."""
    differing = len(counts.by_status[DIFFERS])
    parts = [f"{len(counts.by_status[THERE])} there", f"{differing} with differences"]
    parts.append(f"{len(counts.stops)} not there")
    parts += [f"{len(counts.guarded)} guarded"] if counts.guarded else []
    more = f"; perhaps {_counted(len(counts.perhaps), 'more name')}" if counts.perhaps else ""
    yield [Span(f"{name}: {_counted(len(counts.names), 'name')} used: {', '.join(parts)}{more}")]
    if counts.stops:
        because = f"{_counted(len(counts.stops), 'name')}: {_some(counts.stops)}"
        yield [Span(f"{name}: the program cannot switch yet because of {because}", ALARM)]
    elif unread:
        files = f"{_counted(unread, 'file')} could not be read"
        yield [Span(f"{name}: whether the program can switch is not known: {files}", ALARM)]
    else:
        but = ", but see the rows above" if differing else ""
        missing = _some(sorted(counts.perhaps_missing))
        unless = f"; perhaps not there: {missing}" if missing else ""
        yield [Span(f"{name}: the program can switch{but}{unless}", NOTICE if but else "")]


def _lines_of(file: _File, uses: "Sequence[Use]") -> Iterator[Line]:
    """Yield a line for each name that a file uses: where first, and where again."""
    from shogi_fast.library_names import library

    # How a name is used may make a difference to its status.
    places: dict[tuple[object, ...], list[Use]] = {}
    for use in uses:
        places.setdefault((use.full_name, use.guarded, use.status, use.keys), []).append(use)
    for same in places.values():
        use = same[0]
        again = [file.program.place(other.line) for other in same[1:]]
        also = f" (also {', '.join(again)})" if again else ""
        words = WORDS[use.status]
        if use.status == DIFFERS:
            words += f": {', '.join(use.keys)}"
        elif use.status == ABSENT:
            words += f": {use.belongs_to}"
        elif use.status == UNKNOWN:
            words += f" {library(use.library).original}"
        guarded = ", guarded," if use.guarded else ""
        style = "" if use.guarded or use.by_name else STYLES[use.status]
        place = f"{one_line(file.path)}:{file.program.place(use.line)}: "
        yield [Span(place), Span(f"{one_line(use.full_name)}{guarded} {words}", style), Span(also)]


def _difference_lines(files: Sequence[_File]) -> Iterator[Line]:
    """Yield each row of the tables that a name has led to, once."""
    from shogi_fast.library_names import library

    keys = {
        (use.library, key)
        for file in files
        for use in file.uses
        for key in use.keys
        if not use.by_name
    }
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
