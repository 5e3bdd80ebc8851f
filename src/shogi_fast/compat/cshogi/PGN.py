"""Moves in the manner of chess games (PGN), under the name of cshogi."""

from typing import TYPE_CHECKING

from shogi_fast.compat import cshogi
from shogi_fast.compat.absent import getter
from shogi_fast.compat.cshogi._constants import DROP_FROM, GOLD
from shogi_fast.compat.cshogi._moves import (
    move_from,
    move_from_piece_type,
    move_is_drop,
    move_is_promotion,
    move_to,
)
from shogi_fast.errors import InvalidMoveError
from shogi_fast.names import LETTERS

__all__ = ["PGN_HAND_PIECES", "PGN_PIECE_TYPES", "PGN_SQUARE_NAMES", "cshogi", "move_to_san"]

# Files are letters from White's right, a for file 9; ranks are digits from Black's side.
PGN_SQUARE_NAMES = [f"{'ihgfedcba'[square // 9]}{9 - square % 9}" for square in range(81)]
PGN_HAND_PIECES = ["P", "L", "N", "S", "G", "B", "R"]
PGN_PIECE_TYPES: list[str | None] = [None, *LETTERS.values()]


def move_to_san(move: int) -> str:
    """Return a move with both squares in the manner of chess games; ``P@e5`` is a drop.

    :raises InvalidMoveError: if it has no squares, or no such piece. It is a ``ValueError``.

    >>> move_to_san(73275), move_to_san(10408)
    ('Pc3c4', 'P@e5')
    """
    to, origin, piece_type = move_to(move), move_from(move), move_from_piece_type(move)
    if to > 80 or origin > DROP_FROM + GOLD:
        raise InvalidMoveError(f"not a move: {int(move)}")
    if move_is_drop(move):
        return f"{LETTERS[origin - DROP_FROM]}@{PGN_SQUARE_NAMES[to]}"
    if piece_type not in LETTERS:
        raise InvalidMoveError(f"a move of no piece: {int(move)}")
    promotes = "+" if move_is_promotion(move) else ""
    return f"{LETTERS[piece_type]}{PGN_SQUARE_NAMES[origin]}{PGN_SQUARE_NAMES[to]}{promotes}"


if not TYPE_CHECKING:  # for which any name would be there
    __getattr__ = getter(__name__)
