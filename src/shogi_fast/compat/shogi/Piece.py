"""``Piece``, and what pieces are called."""

from shogi_fast.compat.shogi._piece import PIECE_JAPANESE_SYMBOLS, PIECE_SYMBOLS, Piece
from shogi_fast.compat.shogi.Consts import BLACK, PROM_PAWN, WHITE

__all__ = ["BLACK", "PIECE_JAPANESE_SYMBOLS", "PIECE_SYMBOLS", "PROM_PAWN", "WHITE", "Piece"]
