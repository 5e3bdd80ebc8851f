"""The rules of shogi at full speed: legal moves, make and unmake, perft.

Squares are numbered by files, ``(file - 1) * 9 + (rank - 1)``: 1a is 0, 9i is 80. Black (sente)
moves first and is 0; White (gote) is 1.
"""

import os as _os

# First of all: where the processor cannot run the others, this says so.
from shogi_fast import _processor as _processor
from shogi_fast._version import __version__
from shogi_fast.board import Board
from shogi_fast.errors import (
    CheckpointError,
    ClusterError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSfenError,
)
from shogi_fast.legal_moves import LegalMoves
from shogi_fast.move import (
    SQUARE_NAMES,
    Move,
    parse_square,
    square,
    square_file,
    square_name,
    square_rank,
)
from shogi_fast.perft import divide, perft, perft_stats
from shogi_fast.piece import Piece
from shogi_fast.position_text import STARTING_SFEN
from shogi_fast.squareset import SquareSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shogi_fast.enums import (
        BISHOP,
        BLACK,
        DRAGON,
        GOLD,
        HORSE,
        KING,
        KNIGHT,
        LANCE,
        PAWN,
        PROMOTED_KNIGHT,
        PROMOTED_LANCE,
        PROMOTED_PAWN,
        PROMOTED_SILVER,
        ROOK,
        SILVER,
        WHITE,
        Color,
        PieceType,
    )
    from shogi_fast.rules import (
        PRESETS,
        Outcome,
        Repetition,
        Rules,
        SearchRepetition,
        Termination,
    )
    from shogi_fast.stats import PerftStats
    from shogi_fast.status import Status

__all__ = [
    "BISHOP",
    "BLACK",
    "DRAGON",
    "GOLD",
    "HORSE",
    "KING",
    "KNIGHT",
    "LANCE",
    "PAWN",
    "PRESETS",
    "PROMOTED_KNIGHT",
    "PROMOTED_LANCE",
    "PROMOTED_PAWN",
    "PROMOTED_SILVER",
    "ROOK",
    "SILVER",
    "SQUARE_NAMES",
    "STARTING_SFEN",
    "WHITE",
    "Board",
    "CheckpointError",
    "ClusterError",
    "Color",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidSfenError",
    "LegalMoves",
    "Move",
    "Outcome",
    "PerftStats",
    "Piece",
    "PieceType",
    "Repetition",
    "Rules",
    "SearchRepetition",
    "SquareSet",
    "Status",
    "Termination",
    "__version__",
    "divide",
    "get_include",
    "parse_square",
    "perft",
    "perft_stats",
    "square",
    "square_file",
    "square_name",
    "square_rank",
]

# What needs enum or typing, which take longer to import than the rest of the package, is imported
# from these modules when it is first used.
_LATER = {
    "enums": (
        "BISHOP BLACK DRAGON GOLD HORSE KING KNIGHT LANCE PAWN PROMOTED_KNIGHT PROMOTED_LANCE"
        " PROMOTED_PAWN PROMOTED_SILVER ROOK SILVER WHITE Color PieceType"
    ),
    "rules": "PRESETS Outcome Repetition Rules SearchRepetition Termination",
    "stats": "PerftStats",
    "status": "Status",
}
_MODULE_OF = {name: module for module, names in _LATER.items() for name in names.split()}


def get_include() -> str:
    """Return the directory of the C headers, to compile Cython code that cimports the package.

    The ``.pxd`` files are found by Cython itself, as the package is installed.

    >>> import os
    >>> os.path.isfile(os.path.join(get_include(), "bitboard.h"))
    True
    """
    package = _os.path.dirname(_os.path.abspath(__file__))
    installed = _os.path.join(package, "include")
    if _os.path.isdir(installed):
        return installed
    # A build in place: the headers are still where the repository has them.
    return _os.path.join(_os.path.dirname(_os.path.dirname(package)), "csrc")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


# Type checkers would take it for a promise that every name is there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a name of ``_LATER``, and keep it."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'shogi_fast' has no attribute {name!r}")
        # Not by importlib, which takes longer to import than some of these modules.
        module = __import__(f"shogi_fast.{_MODULE_OF[name]}", fromlist=[name])
        value = globals()[name] = getattr(module, name)
        return value
