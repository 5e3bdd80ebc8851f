"""The text of a move in KI2, as cshogi writes it."""

from shogi_fast.board import Board as FastBoard
from shogi_fast.compat.cshogi._board import Board, fast_board
from shogi_fast.compat.cshogi._constants import CODE_MASK
from shogi_fast.errors import IllegalMoveError
from shogi_fast.move import Move
from shogi_fast.names import COLOR_MARKS
from shogi_fast.notation import ki2

__all__ = ["ki2_text", "ki2_text_of_int"]


def ki2_text_of_int(move: int, board: Board) -> str:
    """Return a legal move of a board in KI2 with the mark of its side.

    :raises IllegalMoveError: if the move is not legal on the board. It is a ``ValueError``.

    >>> from shogi_fast.compat.cshogi import Board
    >>> ki2_text_of_int(73275, Board())
    '▲７六歩'
    """
    fast = fast_board(board)
    if not Board.is_legal(board, move):
        raise IllegalMoveError(f"the move {move} is not legal in {fast.sfen()!r}")
    return ki2_text(fast, Move.from_int(move & CODE_MASK))


def ki2_text(board: FastBoard, move: Move) -> str:
    """Return a legal move in KI2 with the mark of its side, as cshogi does.

    Unlike the package it writes 打 only if a man on the board could legally go there, and 同 without
    a blank before the men that have two kanji.

    >>> from shogi_fast import Board, Move
    >>> ki2_text(Board(), Move.from_usi("4i5h"))
    '▲５八金右'
    """
    text = ki2(board, move)
    if text.endswith("打") and not _can_be_reached(board, move):
        text = text.removesuffix("打")
    if text.startswith("同　成"):
        text = text.replace("　", "")
    return COLOR_MARKS[board.turn] + text


def _can_be_reached(board: FastBoard, drop: Move) -> bool:
    """Say whether a man of the kind dropped could legally go where it is dropped."""
    for move in board.generate_moves(to_mask=[drop.to_square or 0]):
        piece = None if move.from_square is None else board.piece_at(move.from_square)
        if piece is not None and piece.piece_type == drop.drop:
            return True
    return False
