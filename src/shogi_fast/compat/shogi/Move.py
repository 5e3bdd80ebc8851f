"""``Move``, and the names of squares."""

from shogi_fast.compat.shogi._move import SQUARE_NAMES, Move
from shogi_fast.compat.shogi._piece import PIECE_SYMBOLS, Piece
from shogi_fast.compat.shogi.Consts import NONE

__all__ = ["NONE", "PIECE_SYMBOLS", "SQUARE_NAMES", "Move", "Piece"]
