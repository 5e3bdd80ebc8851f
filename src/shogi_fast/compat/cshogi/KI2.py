"""Moves as KI2 records and books have them, under the name of cshogi."""

from typing import TYPE_CHECKING

from shogi_fast.compat import cshogi
from shogi_fast.compat.absent import getter
from shogi_fast.compat.cshogi import KIF
from shogi_fast.compat.cshogi._board import Board
from shogi_fast.compat.cshogi._constants import BLACK_WIN, DRAW, WHITE_WIN
from shogi_fast.compat.cshogi._ki2_text import ki2_text_of_int
from shogi_fast.compat.cshogi._moves import (
    hand_piece_to_piece_type,
    move_drop_hand_piece,
    move_from,
    move_from_piece_type,
    move_is_drop,
    move_is_promotion,
    move_to,
)
from shogi_fast.names import MOVE_KANJI, NAMES

__all__ = [
    "BLACK_WIN",
    "DRAW",
    "KIF",
    "PIECE_JAPANESE_SYMBOLS2",
    "WHITE_WIN",
    "cshogi",
    "hand_piece_to_piece_type",
    "move_drop_hand_piece",
    "move_from",
    "move_from_piece_type",
    "move_is_drop",
    "move_is_promotion",
    "move_to",
    "move_to_ki2",
]

PIECE_JAPANESE_SYMBOLS2 = ["", *(MOVE_KANJI[piece_type] for piece_type in NAMES)]


def move_to_ki2(move: int, board: Board) -> str:
    """Return a legal move as KI2 records and books have it, with the mark of its side.

    :raises IllegalMoveError: if the move is not legal on the board. It is a ``ValueError``.

    >>> from shogi_fast.compat.cshogi import Board
    >>> board = Board()
    >>> move_to_ki2(board.move_from_usi("4i5h"), board)
    '▲５八金右'
    """
    return ki2_text_of_int(move, board)


if not TYPE_CHECKING:  # for which any name would be there
    __getattr__ = getter(__name__)
