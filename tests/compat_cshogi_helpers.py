"""Boards and values for the tests of shogi_fast.compat.cshogi."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shogi_fast.compat import cshogi
from shogi_fast.compat.cshogi import Board

ROOT = Path(__file__).parent.parent
START = cshogi.STARTING_SFEN
KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
PAWN_76 = 73275  # 7g7f as cshogi has it: a pawn from 60 to 59, taking nothing
HUGE = (2**31, 2**40, 2**64, 10**5000, -(2**31) - 1, -(10**5000))
EMPTY_HANDS = ([0] * 7, [0] * 7)


def state(board: Board) -> tuple[Any, ...]:
    """Return everything that a call which fails may not change."""
    return (
        *(board.sfen(), board.history, board.turn, board.move_number, board.pieces),
        *(board.pieces_in_hand, board.is_check(), board.zobrist_hash(), sorted(board.legal_moves)),
    )


def played(*moves: str, sfen: str = START) -> Board:
    """Return a board on which some moves were made."""
    board = Board(sfen)
    for usi in moves:
        assert board.push_usi(usi), usi
    return board


def refuses(
    board: Board,
    error: type[Exception],
    call: Callable[..., Any],
    *values: Any,
    match: str | None = None,
) -> None:
    """Check that a call raises an error, in these words, and leaves the board as it was."""
    before = state(board)
    with pytest.raises(error, match=match):
        call(*values)
    assert state(board) == before


def empty(board: Board) -> None:
    while board.history:
        board.pop()
