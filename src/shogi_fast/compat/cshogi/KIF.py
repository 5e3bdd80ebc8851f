"""Moves and boards as KIF records have them, under the names of cshogi."""

from typing import TYPE_CHECKING

from shogi_fast.board import Board as FastBoard
from shogi_fast.compat import cshogi
from shogi_fast.compat.absent import getter
from shogi_fast.compat.cshogi._board import Board, diagram_of
from shogi_fast.compat.cshogi._constants import (
    BLACK_WIN,
    DRAW,
    DROP_FROM,
    GOLD,
    PIECE_JAPANESE_SYMBOLS,
    WHITE_WIN,
)
from shogi_fast.compat.cshogi._ki2_text import ki2_text, ki2_text_of_int
from shogi_fast.compat.cshogi._moves import (
    move_from,
    move_from_piece_type,
    move_is_drop,
    move_is_promotion,
    move_to,
)
from shogi_fast.errors import InvalidMoveError
from shogi_fast.move import Move
from shogi_fast.names import kanji_square

__all__ = [
    "BLACK_WIN",
    "DRAW",
    "KIFU_FROM_SQUARE_NAMES",
    "KIFU_TO_SQUARE_NAMES",
    "PIECE_BOD_SYMBOLS",
    "WHITE_WIN",
    "board_to_bod",
    "cshogi",
    "move_to_bod",
    "move_to_kif",
]

KIFU_TO_SQUARE_NAMES = [kanji_square(square) for square in range(81)]
KIFU_FROM_SQUARE_NAMES = [f"{square // 9 + 1}{square % 9 + 1}" for square in range(81)]
# By piece; 15 and 16 are none.
PIECE_BOD_SYMBOLS = [
    " ・",
    *(f" {kanji}" for kanji in PIECE_JAPANESE_SYMBOLS[1:]),
    "",
    " ・",
    *(f"v{kanji}" for kanji in PIECE_JAPANESE_SYMBOLS[1:]),
]


def move_to_kif(move: int, prev_move: int | None = None) -> str:
    """Return a move as KIF records have it; 0 is a move of nothing from 1a to 1a.

    :param prev_move: the move before, for 同.
    :raises InvalidMoveError: if it has no squares, or no such piece. It is a ``ValueError``.

    >>> move_to_kif(73275), move_to_kif(73275, 73275)
    ('７六歩(77)', '同　歩(77)')
    """
    to, origin, piece_type = move_to(move), move_from(move), move_from_piece_type(move)
    if to > 80 or origin > DROP_FROM + GOLD or piece_type > 14:
        raise InvalidMoveError(f"not a move: {int(move)}")
    square = "同　" if prev_move and move_to(prev_move) == to else KIFU_TO_SQUARE_NAMES[to]
    if move_is_drop(move):
        return f"{square}{PIECE_JAPANESE_SYMBOLS[origin - DROP_FROM]}打"
    promotes = "成" if move_is_promotion(move) else ""
    kanji = PIECE_JAPANESE_SYMBOLS[piece_type]
    return f"{square}{kanji}{promotes}({KIFU_FROM_SQUARE_NAMES[origin]})"


def board_to_bod(board: Board) -> str:
    """Return a kanji diagram (BOD) of a board, without a line for the last move.

    >>> from shogi_fast.compat.cshogi import Board
    >>> board_to_bod(Board()) == Board().to_bod()
    True
    """
    return diagram_of(board)


def move_to_bod(move: int, board: Board) -> str:
    """Return a legal move as the last line of a diagram has it: as in KI2, and always with its square.

    :raises IllegalMoveError: if the move is not legal on the board. It is a ``ValueError``.

    >>> from shogi_fast.compat.cshogi import Board
    >>> move_to_bod(73275, Board())
    '▲７六歩'
    """
    return _with_square(ki2_text_of_int(move, board), move_to(move))


def last_move_text(board: FastBoard, code: int) -> str:
    """Return a legal move as ``move_to_bod`` does, by its code on a board of the package.

    >>> from shogi_fast import Board, Move
    >>> last_move_text(Board(), int(Move.from_usi("7g7f")))
    '▲７六歩'
    """
    return _with_square(ki2_text(board, Move.from_int(code)), code & 0x7F)


def _with_square(text: str, to: int) -> str:
    """Return a move in KI2 with its square, where only 同 stands for that."""
    mark, rest = text[0], text[1:]
    if not rest.startswith("同"):
        return text
    return f"{mark}{KIFU_TO_SQUARE_NAMES[to]}同{rest[1:].removeprefix('　')}"


if not TYPE_CHECKING:  # for which any name would be there
    __getattr__ = getter(__name__)
