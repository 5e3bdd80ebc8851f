"""Whether a program that uses python-shogi or cshogi can switch to shogi_fast.

>>> from shogi_fast.check_imports import check_source
>>> for use in check_source("import shogi\\nprint(shogi.no_such_name)"):
...     print(use.line, use.full_name, use.status)
1 shogi there
2 shogi.no_such_name unknown
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from shogi_fast.library_names import ORIGINALS, Library, library
from shogi_fast.name_uses import Found, NameUses
from shogi_fast.program_files import Program, parse_program
from shogi_fast.program_links import Links

__all__ = ["Use", "check_programs", "check_source"]


class Use(NamedTuple):
    """A name of a library that a program uses, at one of its lines.

    >>> check_source("import shogi")[0].full_name
    'shogi'
    """

    line: int
    """In a notebook, counted through all its cells of code."""

    library: str
    """``"shogi"`` or ``"cshogi"``."""

    name: str
    """Dotted, below the library: ``"Board.push"``; ``""`` is the library itself."""

    status: str
    """``"there"``; ``"differs"``, as ``keys`` say; ``"absent"``: not there yet; ``"unknown"``:
    neither in the library nor here."""

    by_name: bool
    """Whether nothing is known of the object, so that it may be another's attribute."""

    guarded: bool
    """Whether it is not there, and the program is ready for that: it asks with ``hasattr``, or
    catches the error."""

    keys: tuple[str, ...]
    """The keys of the rows in the table of differences."""

    belongs_to: str | None
    """Of an absent name: what it is a part of."""

    @property
    def full_name(self) -> str:
        """The name with the library's.

        >>> check_source("from shogi import nothing")[0].full_name
        'shogi.nothing'
        """
        return f"{self.library}.{self.name}".rstrip(".")

    @property
    def stops(self) -> bool:
        """Whether the program cannot switch because of it.

        >>> [use.stops for use in check_source("import shogi; shogi.nothing")]
        [False, True]
        """
        is_missing = self.status in ("absent", "unknown")
        return is_missing and not self.by_name and not self.guarded


def check_source(source: str | bytes) -> list[Use]:
    """Return the names of python-shogi and cshogi that a program uses, in order of its lines.

    :param source: the program; bytes are read in the encoding that it names.
    :raises ProgramError: a ``ValueError``, if it is no Python.

    >>> check_source("import chess")
    []
    """
    if isinstance(source, str):
        # Its own words for an encoding do not hold any more.
        source = b"\xef\xbb\xbf" + _without_coding(source).encode("utf-8", "surrogatepass")
    elif not isinstance(source, bytes):
        raise TypeError(f"a program is str or bytes, not {type(source).__name__}")
    return check_programs([parse_program(source)])[0]


def check_programs(
    programs: Iterable[Program], libraries: Mapping[str, Library] | None = None
) -> list[list[Use]]:
    """Return the uses in each of some programs that belong together.

    An object of which nothing is known is looked at by its attributes where it can be a library's:
    in a file that imports the library, that imports such a file, or that is imported by these.

    :param libraries: the libraries by what they are imported as; if None, all that have a stand-in.

    >>> files = {"a.py": b"import shogi, b", "b.py": b"def f(b): b.nifu(), b.peek()"}
    >>> checked = check_programs([parse_program(text, path) for path, text in files.items()])
    >>> [use.full_name for use in checked[1]]
    ['shogi.Board.peek']
    """
    if libraries is None:
        libraries = {name: library(name) for name in ORIGINALS}
    programs = list(programs)
    links = Links(programs)
    read = [NameUses(program.tree, libraries, program.hidden) for program in programs]
    reached = {
        name: links.reached(number for number, uses in enumerate(read) if name in uses.imported)
        for name in libraries
    }
    return [
        [
            _as_use(found, libraries[found.library])
            for found in uses.found(name for name in libraries if number in reached[name])
        ]
        for number, uses in enumerate(read)
    ]


def _as_use(found: Found, where: Library) -> Use:
    name = found.name
    status = where.status(name, found.how)
    keys = tuple(row.key for row in where.rows(name, found.how)) if status == "differs" else ()
    belongs_to = where.belongs_to(name)
    return Use(
        found.line, found.library, name, status, found.by_name, found.guarded, keys, belongs_to
    )


def _without_coding(source: str) -> str:
    lines = source.split("\n", 2)
    for number, line in enumerate(lines[:2]):
        if line.lstrip().startswith("#") and "coding" in line:
            lines[number] = "#"
    return "\n".join(lines)
