"""The board and the moves of python-shogi, for ``import shogi_fast.compat.shogi as shogi``.

Names, numbers and texts are those of python-shogi 1.1.1: squares along the ranks from 9a = 0, piece
types with gold before bishop and rook. ``shogi_fast.compat.shogi_differences`` lists where it behaves
otherwise, and what is not there.
"""

import collections as collections
from typing import Any as _Any

from shogi_fast.compat.absent import getter as _getter
from shogi_fast.compat.shogi import Consts as Consts
from shogi_fast.compat.shogi import _tables
from shogi_fast.compat.shogi._board import Board as Board
from shogi_fast.compat.shogi._generators import LegalMoveGenerator as LegalMoveGenerator
from shogi_fast.compat.shogi._generators import PseudoLegalMoveGenerator as PseudoLegalMoveGenerator
from shogi_fast.compat.shogi._geometry import *
from shogi_fast.compat.shogi._occupied import Occupied as Occupied
from shogi_fast.compat.shogi._rules import *
from shogi_fast.compat.shogi._squareset import SquareSet as SquareSet
from shogi_fast.compat.shogi._text import *
from shogi_fast.compat.shogi.Consts import *
from shogi_fast.compat.shogi.Move import *
from shogi_fast.compat.shogi.Piece import *

# A star import takes the tables as well, which are made only when they are asked for.
__all__ = [name for name in globals() if name[0] != "_"] + _tables.NAMES  # noqa: PLE0605


def __getattr__(name: str) -> _Any:
    """Make a table when it is first asked for."""
    if name not in _tables.NAMES:
        _getter(__name__)(name)  # raises
    table = _tables.table(name)
    # Whoever else asked at the same time gets the same list.
    return globals().setdefault(name, table)


def __dir__() -> list[str]:
    """Name the tables too that nobody has asked for yet."""
    return sorted({*globals(), *_tables.NAMES})
