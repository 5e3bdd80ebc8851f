"""The stand-in for python-shogi: the attributes of a board, read and written to."""

import collections
import copy
import gc
import heapq
import pickle
import random
import weakref
from typing import Any

import pytest
from compat_shogi_helpers import KINGS, state, usi

from shogi_fast.compat import shogi
from shogi_fast.compat.shogi import *


def writes(board: shogi.Board) -> list[Any]:
    """Return ways to write to what only shows."""
    occupied = board.occupied
    stack = board.move_stack
    lists = [board.pieces, board.piece_bb, board.king_squares, board.occupied.by_color]
    ways: list[Any] = []
    for view in lists:
        ways += [
            lambda v=view: v.__setitem__(0, 1),
            lambda v=view: v.__setitem__(slice(None), []),
            lambda v=view: v.__delitem__(0),
            lambda v=view: v.append(1),
            lambda v=view: v.extend([1]),
            lambda v=view: v.insert(0, 1),
            lambda v=view: v.remove(0),
            *(getattr(view, name) for name in ("pop", "clear", "sort", "reverse")),
            lambda v=view: v.__iadd__([1]),
            lambda v=view: v.__imul__(2),
        ]
    for deck in (stack, board.captured_piece_stack):
        ways += [
            lambda v=deck: v.__setitem__(0, 1),
            lambda v=deck: v.__delitem__(0),
            lambda v=deck: v.append(1),
            lambda v=deck: v.appendleft(1),
            lambda v=deck: v.extend([1]),
            lambda v=deck: v.extendleft([1]),
            lambda v=deck: v.insert(0, 1),
            lambda v=deck: v.remove(0),
            *(getattr(deck, name) for name in ("pop", "popleft", "clear", "rotate", "reverse")),
            lambda v=deck: v.__iadd__([1]),
            lambda v=deck: v.__imul__(2),
        ]
    ways += [lambda: occupied.ixor(1, 0, 0)]
    ways += [
        lambda name=name: setattr(board, name, getattr(board, name))
        for name in (
            *("piece_bb", "pieces", "king_squares", "occupied", "move_stack"),
            *("captured_piece_stack", "incremental_zobrist_hash"),
        )
    ]
    ways += [
        lambda name=name: setattr(occupied, name, 0)
        for name in ("bits", "by_color", "l45", "r45", "l90")
    ]
    return ways


def test_writing_to_what_only_shows() -> None:
    board = Board()
    board.push_usi("7g7f")
    before = state(board)
    for write in writes(board):
        with pytest.raises(
            (TypeError, AttributeError), match=r"Board\.\w+(\.\w+)? cannot be .*Board\."
        ):
            write()
        assert state(board) == before
    with pytest.raises(TypeError, match=r"use Board\.set_piece_at and Board\.remove_piece_at"):
        board.piece_bb[PAWN] |= 1
    with pytest.raises(TypeError, match=r"use Board\.push, Board\.pop, or Board\.set_sfen"):
        board.move_stack.clear()


def test_writing_past_the_methods_of_a_list() -> None:
    """C code does: the list then shows that until the board changes, and the board is as it was."""
    board = Board()
    before = state(board)
    for name in ("pieces", "piece_bb", "king_squares"):
        view = getattr(board, name)
        for write in (
            heapq.heapify,
            heapq.heappop,
            list.sort,
            list.clear,
            lambda view: list.append(view, object()),
        ):
            if view:
                write(view)
            assert getattr(board, name) is view
            board.push(Move.null())
            board.pop()
            assert getattr(board, name) is view
            assert state(board) == before


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize(
    "write",
    [
        list.clear,
        list.pop,
        lambda hands: list.append(hands, {}),
        lambda hands: list.__setitem__(hands, 0, 5),
        lambda hands: list.__setitem__(hands, 1, None),
        lambda hands: list.__setitem__(hands, slice(None), [collections.Counter()] * 3),
        lambda hands: dict.__setitem__(hands[0], "x", 1),
        lambda hands: dict.__setitem__(hands[0], 1, "x"),
        lambda hands: dict.__setitem__(hands[0], 1, Comparing()),
        lambda hands: dict.clear(hands[1]),
    ],
)
@pytest.mark.parametrize("change", ["push", "pop", "edit", "ask", "reset"])
def test_writing_past_the_methods_of_hands(write: Any, change: str, held: bool) -> None:
    """Whatever is in the list: a change of the board is made as a whole, and is shown."""
    board = Board(f"{KINGS[:-3]}P2gl 1")
    board.push_usi("P*5e")
    hands = board.pieces_in_hand
    white = hands[WHITE] if held else None
    write(hands)
    if not held:
        del hands
    if change == "push":
        board.push_usi("G*5d")
    elif change == "pop":
        board.pop()
    elif change == "edit":
        board.add_piece_into_hand(ROOK, BLACK)
    elif change == "reset":
        board.reset()
    if change != "ask":
        assert board.pieces_in_hand == Board(board.sfen()).pieces_in_hand
    board.push(Move.null())
    assert board.pieces_in_hand == Board(board.sfen()).pieces_in_hand
    del white


class Comparing:
    """What must not be asked whether it is equal to anything."""

    def __eq__(self, other: object) -> bool:
        raise LookupError

    __hash__ = None  # type: ignore[assignment]


def test_hands_that_are_sorted_while_a_move_is_made() -> None:
    board = Board()
    hands = board.pieces_in_hand

    def key(hand: Any) -> int:
        board.push(Move.null())
        return 0

    list.sort(hands, key=key)
    del hands
    assert board.pieces_in_hand == [{}, {}]
    assert len(board.move_stack) == 2


def test_what_shows_follows_the_board() -> None:
    board = Board()
    views = (
        *(board.pieces, board.piece_bb, board.king_squares, board.occupied.by_color),
        *(board.move_stack, board.captured_piece_stack, *board.pieces_in_hand),
    )
    occupied = board.occupied
    assert board.pieces is views[0]
    rng = random.Random("views")

    def check() -> None:
        fresh = pickle.loads(pickle.dumps(board))
        fresh_views = (
            *(fresh.pieces, fresh.piece_bb, fresh.king_squares, fresh.occupied.by_color),
            *(fresh.move_stack, fresh.captured_piece_stack, *fresh.pieces_in_hand),
        )
        for view, other in zip(views, fresh_views, strict=True):
            assert view == other
            assert repr(view) == repr(other)
        assert occupied == fresh.occupied
        assert occupied.l45 == Occupied(*fresh.occupied.by_color).l45

    for _ in range(60):
        moves = list(board.legal_moves)
        if rng.random() < 0.3 and board.move_stack:
            board.pop()
        else:
            board.push(rng.choice(moves))
        check()
    for edit in (
        lambda: board.set_piece_at(E5, Piece(GOLD, WHITE)),
        lambda: board.remove_piece_at(E5, True),
        lambda: board.add_piece_into_hand(PAWN, WHITE),
        lambda: board.push(Move.null()),
        board.pop,
    ):
        edit()
        check()
    with pytest.raises(ValueError, match="zz"):
        board.push_usi_position_cmd(f"position sfen {KINGS} moves 5i5h zzzz")
    check()


def test_what_shows_is_of_the_right_type() -> None:
    board = Board()
    board.push_usi("7g7f")
    for view, cls in (
        (board.pieces, list),
        (board.piece_bb, list),
        (board.king_squares, list),
        (board.pieces_in_hand, list),
        (board.pieces_in_hand[0], collections.Counter),
        (board.transpositions, collections.Counter),
        (board.move_stack, collections.deque),
        (board.captured_piece_stack, collections.deque),
        (board.occupied, Occupied),
    ):
        assert isinstance(view, cls)
        assert (type(view) is cls) == (view is board.transpositions)
        # Copies are plain ones, that may be changed.
        for twin in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            assert twin == view
            assert type(twin) is cls
    assert type(board.move_stack + collections.deque([1])) is collections.deque
    assert type(board.move_stack * 2) is collections.deque
    assert type(board.pieces[:2]) is type(board.pieces + [1]) is list  # noqa: RUF005
    board.move_stack.copy().clear()
    board.pieces_in_hand[0].copy().clear()
    assert board.move_stack


def test_boards_and_views_go_when_nobody_has_them() -> None:
    board = Board()
    hand = board.pieces_in_hand[BLACK]
    assert len(board.pieces) == len(board.piece_bb) + 66 == 81
    assert board.occupied.bits
    for text in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(text)
    assert hand == {BISHOP: 1}
    board_reference = weakref.ref(board)
    del board, hand
    gc.collect()
    assert board_reference() is None


def test_writing_to_hands() -> None:
    board = Board(KINGS)
    black, white = board.pieces_in_hand
    for write, text in (
        (lambda: black.__setitem__(PAWN, 2), "2P"),
        (lambda: black.__setitem__(ROOK, 1), "R2P"),
        (lambda: black.update({PAWN: 1, GOLD: 1}), "RG3P"),
        (lambda: black.subtract([GOLD]), "R3P"),
        (lambda: black.pop(ROOK), "3P"),
        (lambda: white.setdefault(LANCE, 2), "3P2l"),
        (lambda: white.popitem(), "3P"),
        (lambda: black.clear(), "-"),
        (lambda: white.__setitem__(SILVER, 1), "s"),
        (lambda: white.__delitem__(SILVER), "-"),
        (lambda: white.__iadd__(collections.Counter([PAWN])), "p"),
        (lambda: white.__ior__(collections.Counter([LANCE])), "lp"),
        (lambda: white.__isub__(collections.Counter([PAWN])), "l"),
        (lambda: white.__iand__(collections.Counter([PAWN])), "-"),
    ):
        write()
        assert board.sfen().split()[2] == text
        fresh = Board(board.sfen())
        assert board.pieces_in_hand == [black, white] == fresh.pieces_in_hand
        assert board.zobrist_hash() == fresh.zobrist_hash()
        assert sorted(usi(board.legal_moves)) == sorted(usi(fresh.legal_moves))
    board.pieces_in_hand = [{PAWN: 1}, {PAWN: 2}]
    black, white = board.pieces_in_hand
    board.pieces_in_hand[BLACK][PAWN] += 1
    board.pieces_in_hand[WHITE] += collections.Counter([GOLD])
    assert board.sfen().split()[2] == "2Pg2p"
    before = state(board)
    for refuse in (
        lambda: black.__setitem__(PAWN, 41),
        lambda: black.__setitem__(PAWN, 10**100),
        lambda: black.__setitem__(KING, 1),
        lambda: black.__setitem__(PROM_PAWN, 1),
        lambda: black.__setitem__(NONE, 1),
        lambda: setattr(board, "pieces_in_hand", [{PAWN: 1}]),
        lambda: setattr(board, "pieces_in_hand", [{PAWN: 20}, {PAWN: 21}]),
        lambda: board.pieces_in_hand.append({}),
        lambda: board.pieces_in_hand.pop(),
        lambda: black.__setitem__(PAWN, "x"),
        lambda: black.__setitem__("x", 1),
    ):
        with pytest.raises((ValueError, TypeError)):
            refuse()
        assert state(board) == before


def test_a_counter_that_is_set_as_a_hand() -> None:
    board = Board(KINGS)
    counter = collections.Counter({PAWN: 2})
    board.pieces_in_hand[BLACK] = counter
    board.pieces_in_hand = [counter, board.pieces_in_hand[WHITE]]
    counter[PAWN] = 5
    assert board.pieces_in_hand[BLACK] is not counter
    assert board.sfen().split()[2] == "2P"


def test_the_list_of_hands_keeps_two() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b P2g 1")
    hands = board.pieces_in_hand
    for wrong in (
        *(hands.reverse, hands.clear, hands.pop, hands.sort),
        *(lambda: hands.append({}), lambda: hands.insert(0, {}), lambda: hands.extend([{}])),
    ):
        with pytest.raises(TypeError, match="pieces_in_hand"):
            wrong()
    assert board.sfen() == "4k4/9/9/9/9/9/9/9/4K4 b P2g 1"
    hands[BLACK], hands[WHITE] = hands[WHITE], hands[BLACK]
    assert board.sfen() == "4k4/9/9/9/9/9/9/9/4K4 b 2Gp 1"


def test_hands_without_pieces() -> None:
    board = Board()
    board.pieces_in_hand[BLACK][PAWN] = 0
    assert not board.has_piece_in_hand(PAWN, BLACK)
    assert board.pieces_in_hand[BLACK] == {}
    assert "P" not in board.sfen().split()[2]
    board.add_piece_into_hand(PAWN, BLACK, 0)
    assert PAWN not in board.pieces_in_hand[BLACK]
    with pytest.raises(ValueError, match="not in hand"):
        board.remove_piece_from_hand(PAWN, BLACK)
    assert board.pieces_in_hand[BLACK] == {}
    assert not board.has_piece_in_hand(PAWN, BLACK)
    for write in (
        lambda: board.pieces_in_hand[BLACK].__setitem__(PAWN, -1),
        lambda: board.add_piece_into_hand(PAWN, BLACK, -1),
        lambda: board.pieces_in_hand[BLACK].subtract([PAWN]),
        lambda: board.remove_piece_from_hand(PAWN, BLACK),
    ):
        with pytest.raises(ValueError, match=r"-1|not in hand"):
            write()
    assert board == Board()


def test_turn() -> None:
    board = Board()
    board.turn = WHITE
    assert board.sfen().split()[1] == "w"
    assert board.zobrist_hash() == Board(board.sfen()).zobrist_hash()
    assert usi(board.legal_moves) == usi(Board(board.sfen()).legal_moves)
    board.turn ^= 1
    assert board == Board()
    board.push_usi("7g7f")
    board.turn = BLACK
    assert usi(board.move_stack) == ["7g7f"]
    board.turn = True
    assert board.turn == WHITE
    board.turn = BLACK
    for wrong, error in ((2, IndexError), (-1, IndexError), (10**50, IndexError), ("b", TypeError)):
        with pytest.raises(error):
            board.turn = wrong  # type: ignore[assignment]


def test_attributes_cannot_be_deleted() -> None:
    board = type("Other", (Board,), {})()
    for name in (*(name for name in dir(board) if name[0] != "_"), "nothing"):
        with pytest.raises(AttributeError):
            delattr(board, name)
    board.note = 1
    del board.note
    assert not hasattr(board, "note")
    assert board == Board()
    with pytest.raises(AttributeError, match=r"Board\.pieces cannot be deleted"):
        del board.pieces


def test_move_number() -> None:
    board = Board()
    board.push_usi("7g7f")
    board.move_number = 50
    assert board.sfen().endswith(" 50")
    board.pop()
    assert board.move_number == 49
    for wrong, error in ((-1, ValueError), (1 << 31, ValueError), ("1", TypeError)):
        with pytest.raises(error):
            board.move_number = wrong  # type: ignore[assignment]
    assert board.move_number == 49
    assert board != Board()
    board.move_number = 1
    assert board == Board()


def test_piece_bb_of_no_type() -> None:
    board = Board()
    for text in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(text)
        assert board.piece_bb[NONE] == 0
        assert sum(board.piece_bb) == board.occupied.bits


def test_king_squares() -> None:
    board = Board()
    assert board.king_squares == [I5, A5]
    board.remove_piece_at(I5)
    assert board.king_squares == [None, A5]
    board.set_piece_at(A5, Piece(PAWN, WHITE))
    assert board.king_squares == [None, None]
    assert not board.is_check()
    assert not board.was_suicide()
    assert board.legal_moves


def test_other_attributes() -> None:
    for value in (Board(), Move(1, 2), Piece(PAWN, BLACK)):
        with pytest.raises(AttributeError):
            value.note = 1  # type: ignore[union-attr]
        for name in ("push", "usi", "symbol"):
            with pytest.raises(AttributeError):
                setattr(value, name, len)
        cls: Any = type("Other", (type(value),), {})
        arguments: dict[type, tuple[int, ...]] = {Board: (), Move: (1, 2), Piece: (PAWN, BLACK)}
        other = cls(*arguments[type(value)])
        other.note = [1]
        for twin in (copy.copy(other), copy.deepcopy(other)):
            assert twin.note == [1]
            assert twin == other
            assert type(twin) is cls


def test_hands_beside_what_was_written_past_the_methods_of_their_list() -> None:
    """Both hands are set all the same, and nothing else is touched."""
    other = Board(KINGS)
    other.add_piece_into_hand(PAWN, WHITE, 3)
    theirs = other.pieces_in_hand[WHITE]
    for written in (collections.Counter(), {}, theirs, 5):
        for whole in (False, True):
            board = Board(KINGS)
            hands = board.pieces_in_hand
            black = hands[BLACK]
            list.__setitem__(hands, WHITE, written)
            if whole:
                board.pieces_in_hand = [{PAWN: 2}, {PAWN: 1}]
            elif isinstance(written, dict):
                hands[WHITE] = {PAWN: 1}
                hands[BLACK] = {PAWN: 2}
            else:
                with pytest.raises(TypeError):
                    hands[BLACK] = {PAWN: 2}
                assert board == Board(KINGS)
                continue
            assert board.sfen().split()[2] == "2Pp"
            assert board.pieces_in_hand == [{PAWN: 2}, {PAWN: 1}]
            assert black == {}
    theirs[PAWN] = 4
    assert other.sfen().split()[2] == "4p"


@pytest.mark.parametrize("text", ["7g7f", "0000", "G*5e"])
def test_move_numbers_do_not_wrap(text: str) -> None:
    board = Board("4k4/9/9/9/9/9/2P6/9/4K4 b G 1")
    for edited in (False, True):
        move = board.push_usi(text)
        if edited:
            board.turn = WHITE
        board.move_number = 0
        assert board.pop() == move
        assert board.move_number == 0
        Board(board.sfen())
        board.push(move)
        assert board.move_number == 1
        board.pop()
        assert board.move_number == 0
    board.move_number = 2**31 - 1
    before = state(board)
    with pytest.raises(ValueError, match="move numbers end at 2147483647"):
        board.push_usi(text)
    assert state(board) == before
    Board(board.sfen())
    board.move_number -= 1
    board.push_usi(text)
    Board(board.sfen())
    board.pop()
    assert board.move_number == 2**31 - 2
