"""What the tests of the stand-in for python-shogi ask of its boards."""

from typing import Any

from shogi_fast.compat import shogi
from shogi_fast.compat.shogi import Board

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
UCHIFUZUME = "7nk/7g1/6BS1/9/9/9/9/9/4K4 b P 1"


def usi(moves: Any) -> list[str]:
    return [move.usi() for move in moves]


def state(board: shogi.Board) -> tuple[Any, ...]:
    """Return all that can be seen of a board."""
    return (
        board.sfen(),
        usi(board.move_stack),
        list(board.captured_piece_stack),
        [list(hand.items()) for hand in board.pieces_in_hand],
        list(board.pieces),
        list(board.piece_bb),
        board.king_squares[:],
        board.occupied.by_color[:],
        board.is_check(),
        board.was_suicide(),
        board.zobrist_hash(),
        board.is_fourfold_repetition(),
        usi(board.legal_moves),
    )


def unordered(seen: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a state without the order of the hands, which taking back drops and captures changes."""
    return (*seen[:3], [sorted(hand) for hand in seen[3]], *seen[4:])


def check_consistent(board: shogi.Board) -> None:
    """Everything that is kept up to date is as a fresh board has it."""
    fresh = Board(board.sfen())
    now, then = state(board), state(fresh)
    # A move number of 0 is read as 1.
    assert now[0].rsplit(" ", 1)[0] == then[0].rsplit(" ", 1)[0]
    assert [sorted(hand) for hand in now[3]] == [sorted(hand) for hand in then[3]]
    assert now[4:11] == then[4:11]
    assert now[12] == then[12]
