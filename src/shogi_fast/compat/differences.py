"""What tells the compat modules from the libraries they stand in for, as data.

``docs/migrating.md`` prints these tables and ``shogi-fast check-imports`` looks names up in them.
"""

from typing import NamedTuple

__all__ = ["Difference"]


class Difference(NamedTuple):
    """Something that the library does and we do otherwise.

    >>> Difference("no-copy", ("Board.copy",), "a view", "a copy", "tests/test_x.py::test_y").key
    'no-copy'
    """

    key: str
    """Words with hyphens that name the row; its anchor in ``docs/migrating.md``."""

    names: tuple[str, ...]
    """What it is about, named as in the library: ``"Board.set_sfen"``, ``"move_to_usi"``."""

    there: str
    """What the library does."""

    here: str
    """What we do, and where it matters, why."""

    test: str
    """The test that shows it, as pytest names it: ``"tests/peers/test_x.py::test_y"``."""
