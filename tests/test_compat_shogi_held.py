"""What was got from a board of the stand-in for python-shogi, and what the board does with it."""

import collections
import copy
import random
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from shogi_fast.compat.shogi import BLACK, LANCE, PAWN, WHITE, Board, Move

HANDS = "4k4/9/9/9/9/9/9/9/4K4 b P2g 1"


def shown(board: Board) -> list[Any]:
    return [
        *(board.pieces, board.piece_bb, board.king_squares, board.occupied.by_color),
        *(board.move_stack, board.captured_piece_stack, *board.pieces_in_hand),
    ]


@pytest.mark.parametrize(
    "start",
    [
        lambda board: board.reset(),
        lambda board: board.clear(),
        lambda board: board.set_sfen(HANDS),
        lambda board: board.push_usi_position_cmd("position startpos moves 2g2f"),
    ],
)
def test_what_is_held_when_a_board_is_set_up_anew(start: Callable[[Board], Any]) -> None:
    board = Board()
    for text in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(text)
    held, occupied, hands, counter = (
        *(shown(board), board.occupied, board.pieces_in_hand, board.transpositions),
    )
    before = [list(view) for view in held]
    bits, rotated, total = occupied.bits, occupied.l45, sum(counter.values())
    start(board)
    expected = Board()
    start(expected)
    assert [list(view) for view in held] == before
    assert (occupied.bits, occupied.l45, sum(counter.values())) == (bits, rotated, total)
    assert shown(board) == shown(expected)
    for old, new in zip(held, shown(board), strict=True):
        assert old is not new
    # They belong to nobody now, and may be changed.
    held[0][0] = PAWN
    held[4].clear()
    held[6][PAWN] += 50
    hands[0] = collections.Counter()
    occupied.ixor(1, WHITE, 0)
    occupied.update_rotated()
    assert occupied.bits == bits ^ 1
    board.push(Move.null())
    expected.push(Move.null())
    assert board.sfen() == expected.sfen()
    assert shown(board) == shown(expected)


def test_hands_change_places() -> None:
    board = Board(HANDS)
    hands = board.pieces_in_hand
    hands[BLACK], hands[WHITE] = hands[WHITE], hands[BLACK]
    assert board.sfen().split()[2] == "2Gp"
    assert hands == [{5: 2}, {PAWN: 1}]
    hands[BLACK][LANCE] = 1
    assert board.sfen().split()[2] == "2GLp"
    board.pieces_in_hand = board.pieces_in_hand[::-1]
    assert board.sfen().split()[2] == "P2gl"
    # The list of before stays as it was.
    assert hands == [{5: 2, LANCE: 1}, {PAWN: 1}]
    assert board.pieces_in_hand is not hands
    board.pieces_in_hand[:] = [{}, {PAWN: 3}]
    assert board.sfen().split()[2] == "3p"


def test_a_hand_that_is_replaced() -> None:
    board = Board(HANDS)
    old = board.pieces_in_hand[BLACK]
    board.pieces_in_hand[BLACK] = collections.Counter({LANCE: 1})
    assert dict(old) == {PAWN: 1}
    old[PAWN] += 5
    assert dict(old) == {PAWN: 6}
    assert board.sfen().split()[2] == "L2g"
    assert board.pieces_in_hand[BLACK] == {LANCE: 1}
    same = board.pieces_in_hand[BLACK]
    board.pieces_in_hand[BLACK] += collections.Counter([PAWN])
    assert board.pieces_in_hand[BLACK] is same
    assert board.sfen().split()[2] == "LP2g"


@pytest.mark.parametrize(
    "write",
    [
        lambda board: board.pieces_in_hand.__setitem__(0, None),
        lambda board: board.pieces_in_hand.__setitem__(0, [1]),
        lambda board: setattr(board, "pieces_in_hand", (None, None)),
        lambda board: setattr(board, "pieces_in_hand", ({}, 5)),
        lambda board: board.pieces_in_hand.__setitem__(slice(0, 1), []),
    ],
)
def test_what_is_no_hand(write: Callable[[Board], Any]) -> None:
    board = Board(HANDS)
    hands = [*board.pieces_in_hand]
    with pytest.raises(TypeError, match=r"Board\.pieces_in_hand"):
        write(board)
    assert board == Board(HANDS)
    assert all(old is new for old, new in zip(hands, board.pieces_in_hand, strict=True))


def test_what_is_held_now_and_then() -> None:
    """What nobody has waits until somebody asks; what somebody has, by whatever, does not."""
    rng = random.Random("held")
    board = Board()
    held: list[Any] = []
    for _ in range(600):
        moves = list(board.legal_moves)
        if board.move_stack and (not moves or rng.random() < 0.45):
            board.pop()
        elif rng.random() < 0.05:
            board.turn = board.turn
        else:
            board.push(rng.choice(moves))
        fresh = shown(copy.deepcopy(board))
        for which, view in held:
            if isinstance(view, weakref.ref):
                assert view() is None or view() == fresh[which]
            else:
                assert view == fresh[which]
        if rng.random() < 0.5:
            held = []
        for which in rng.sample(range(8), 3):
            view = shown(board)[which]
            assert view == fresh[which]
            held.append((which, weakref.ref(view) if rng.random() < 0.3 else view))
        del view
