"""``shogi_fast.compat.cshogi``: lists of moves, copies, and the package's own board beside it."""

import copy
import pickle
import random
from typing import Any, Self

import pytest
from compat_cshogi_helpers import EMPTY_HANDS, KINGS, PAWN_76, START, played, state

import shogi_fast as sf
from shogi_fast.compat import cshogi
from shogi_fast.compat.cshogi import KI2, KIF, PGN, Board
from shogi_fast.compat.cshogi_differences import ABSENT

MODULES = {"KI2": KI2, "KIF": KIF, "PGN": PGN}

# -- Positions, lists, copies -----------------------------------------------------------------------


def test_is_ok(capsys: pytest.CaptureFixture[str]) -> None:
    assert Board().is_ok()
    assert Board("9/9/9/9/9/9/9/9/9 b - 1").is_ok()
    assert not Board("4k4/4R4/9/9/9/9/9/9/4K4 b - 1").is_ok()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["LegalMoveList", "PseudoLegalMoveList", "CheckMoveList"])
def test_lists_need_a_board(name: str) -> None:
    made = getattr(cshogi, name)
    for values in ((), (None,), (5,), (sf.Board(),)):
        with pytest.raises(TypeError):
            made(*values)
    assert len(made(board=Board())) == (0 if name == "CheckMoveList" else 30)
    for cls in (made, made.__mro__[1]):
        bare = cls.__new__(cls)
        assert (len(bare), bool(bare), list(bare)) == (0, False, [])
    with pytest.raises(TypeError):
        pickle.dumps(made(Board()))


class WithoutInit(cshogi.LegalMoveList):
    def __init__(self) -> None:
        pass


def test_subclass_of_a_list_without_init() -> None:
    assert (len(WithoutInit()), list(WithoutInit())) == (0, [])


def test_lists_are_snapshots_to_go_through_once() -> None:
    board = Board()
    moves = board.legal_moves
    board.push_usi("7g7f")
    assert len(moves) == 30
    first = next(moves)
    rest = list(moves)
    assert len({first, *rest}) == 30
    assert (list(moves), len(moves), bool(moves)) == ([], 30, True)
    with pytest.raises(StopIteration):
        next(moves)
    assert PAWN_76 in Board().legal_moves
    assert 5 not in Board().legal_moves
    again = Board().legal_moves
    assert (next(again) > 0, len(list(again))) == (True, 29)
    again.__init__(Board(KINGS))  # type: ignore[misc]
    assert (len(again), len(list(again))) == (5, 5)


def test_lists_outlive_their_board() -> None:
    moves = [Board().legal_moves for _ in range(50)]
    assert [len(list(some)) for some in moves] == [30] * 50


def test_pseudo_legal_move_is_legal_of_other_moves() -> None:
    board = Board("7nk/9/7G1/9/9/9/9/9/4K4 b P 1")
    mate = board.drop_move(1, cshogi.PAWN)
    assert not board.pseudo_legal_move_is_legal(mate)
    assert not board.pseudo_legal_move_is_legal(0)
    assert mate not in board.pseudo_legal_moves


def test_copies_of_every_kind() -> None:
    board = played("7g7f", "3c3d", "8h2b+")
    board.push_pass()
    board.push_usi("5i5h")
    board.move_number = 77
    twins = [board.copy(), copy.copy(board), copy.deepcopy(board), Board(board=board)]
    twins += [pickle.loads(pickle.dumps(board, protocol)) for protocol in range(2, 6)]
    for twin in twins:
        assert type(twin) is Board
        assert state(twin) == state(board)
        assert twin != board
        while board.history and twin.history:
            assert twin.pop() > 0
        assert twin.history == []
        assert len(board.history) == 5
    assert Board(KINGS, board).sfen() == KINGS
    assert copy.deepcopy([board, board])[0].history == board.history


def test_copies_with_a_hand_beyond_a_set() -> None:
    board = played("5i5h", sfen="4k4/9/9/9/9/9/9/4r4/4K4 b 2R 1")
    board.turn = cshogi.BLACK
    assert board.sfen() == "4k4/9/9/9/9/9/9/4K4/9 b 3R 2"
    for twin in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert twin.sfen() == board.sfen()
    assert "飛三" in board.to_bod()
    assert "P+00HI00HI00HI" in board.csa_pos()


@pytest.mark.parametrize(
    "state_",
    [
        (Board, 5, (), 1),
        (Board, START, 5, 1),
        (Board, START, (5,), 1),
        (Board, START, (70000,), 1),
        (Board, START, ("7g7f",), 1),
        (Board, START, (), "x"),
        (Board, START, (), 2**40),
        (Board, "xx", (), 1),
        (Board, START, (129, 129, 60 | 60 << 7), 1),
        (sf.Board, START, (), 1),
        (object, START, (), 1),
        (Board(), START, (), 1),
        (None, START, (), 1),
    ],
)
def test_forged_pickles_are_refused(state_: Any) -> None:
    restore = Board().__reduce__()[0]
    assert callable(restore)
    with pytest.raises((TypeError, ValueError, OverflowError)):
        restore(*state_)


class Kept(Board):
    """A subclass with attributes, which neither of its makers sets."""

    __slots__ = ("__dict__", "slot")
    slot: object

    def __new__(cls, *values: Any) -> Self:
        raise AssertionError("copies are not made by this")

    def __init__(self) -> None:
        raise AssertionError("copies are not set up by this")


def test_copies_of_a_subclass() -> None:
    board: Any = Board.__new__(Kept)
    board.push_usi("7g7f")
    board.notes, board.slot, board.me = ["first"], {1: 2}, board
    twins: list[Any] = [copy.deepcopy(board)]
    twins += [pickle.loads(pickle.dumps(board, protocol)) for protocol in range(2, 6)]
    for twin in twins:
        assert type(twin) is Kept
        assert state(twin) == state(board)
        assert (twin.notes, twin.slot) == (["first"], {1: 2})
        assert twin.notes is not board.notes
        assert twin.slot is not board.slot
        assert twin.me is twin
        twin.push_usi("3c3d")
    assert board.history == [PAWN_76]
    for twin in (board.copy(), copy.copy(board)):  # as in cshogi
        assert type(twin) is Board
        assert state(twin) == state(board)


class Sub(Board):
    def __init__(self) -> None:
        pass


def test_subclass_that_forgets_init() -> None:
    board = Sub()
    assert board.sfen() == START
    board.push_usi("7g7f")
    assert type(board.copy()) is Board
    assert Sub.__new__(Sub).sfen() == START


def test_boards_differ() -> None:
    board = Board()
    assert board == board
    assert board != Board()
    assert len({board, Board()}) == 2
    with pytest.raises(TypeError):
        Board(START, None, 1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Board(nothing=1)  # type: ignore[call-arg]


# -- Against the package's own board ----------------------------------------------------------------


def test_a_game_beside_the_package() -> None:
    """What the two have in common is the same; the peers' test says what cshogi has besides."""
    rng = random.Random(3)
    board, own = Board(), sf.Board()
    for _ in range(200):
        moves = list(board.legal_moves)
        assert [move & 0x7FFF for move in moves] == [int(move) for move in own.legal_moves]
        checks = [move & 0x7FFF for move in board.check_moves]
        assert checks == [int(move) for move in own.generate_moves("checks")]
        for move in moves:
            piece, taken = own.piece_at(move >> 7 & 127) if move >> 16 & 15 else None, None
            if piece is not None:
                assert move >> 16 & 15 == piece.piece_type
                taken = own.piece_at(move & 127)
            assert move >> 20 == (0 if taken is None else taken.piece_type)
            assert board.is_legal(move)
        assert (board.sfen(), board.zobrist_hash()) == (own.sfen(), own.key)
        assert board.is_check() == own.is_check()
        assert board.is_draw() == int(own.search_repetition())
        if not moves:
            break
        move = rng.choice(moves)
        board.push(move)
        own.push(sf.Move.from_int(move & 0x7FFF))
        assert board.peek() == move
    while board.history:
        move = board.peek()
        assert board.pop() == move
        assert int(own.pop()) == move & 0x7FFF
        assert board.sfen() == own.sfen()


def test_perpetual_check_back_to_the_start() -> None:
    """A check that brings back the first position is a perpetual check before and after it."""
    board = Board("R3k4/9/9/9/9/9/9/9/4K4 w - 1")
    for usi in ("5a5b", "9a9b", "5b5a"):
        assert board.push_usi(usi)
    check = board.move_from_usi("9b9a")
    assert board.move_is_draw(check) == cshogi.REPETITION_WIN
    board.push(check)
    assert board.is_draw() == cshogi.REPETITION_WIN


def test_ints_of_moves_are_what_they_should_be() -> None:
    """Every move of every man on an empty board, made beforehand or not."""
    for piece in (*range(1, 15), *range(17, 31)):
        for square in range(81):
            pieces = [0] * 81
            pieces[square] = piece
            board = Board()
            board.set_pieces(pieces, EMPTY_HANDS)
            board.turn = piece >> 4
            for move in board.legal_moves:
                expected = board.move(square, move & 127, bool(move & 1 << 14))
                assert type(move) is int
                assert (
                    move
                    == expected
                    == (move & 127 | square << 7 | (move & 1 << 14) | (piece & 15) << 16)
                )


# -- What is not there yet --------------------------------------------------------------------------


@pytest.mark.parametrize("full", sorted(ABSENT))
def test_what_is_absent_says_why(full: str) -> None:
    value: Any = cshogi
    for part in full.split(".")[:-1]:
        if part in ABSENT:
            return  # with all that is below it
        value = getattr(value, part) if hasattr(value, part) else MODULES[part]
    last = full.rpartition(".")[2]
    assert not hasattr(value, last)
    for owner in (value, value()) if isinstance(value, type) else (value,):
        with pytest.raises(AttributeError) as caught:
            getattr(owner, last)
        expected = f"shogi_fast has no cshogi.{full} yet ({ABSENT[full]}; see docs/migrating.md)"
        assert str(caught.value) == expected
        assert caught.value.name == last


def test_every_absent_attribute_of_a_board_is_tested() -> None:
    assert sum(full.startswith("Board.") for full in ABSENT) >= 12


def test_what_is_nowhere_is_a_plain_error() -> None:
    for owner in (cshogi, *MODULES.values()):
        with pytest.raises(AttributeError, match=r"module '.*' has no attribute 'nothing'"):
            owner.nothing  # noqa: B018
    with pytest.raises(AttributeError, match="object has no attribute 'nothing'"):
        Board().nothing  # type: ignore[attr-defined]  # noqa: B018


def test_a_subclass_may_have_what_is_absent() -> None:
    class Own(Board):
        def to_hcp(self) -> int:
            return 7

    board = Own()
    board.mate_move = 3  # type: ignore[attr-defined]
    assert Own.to_hcp(board) == board.to_hcp() == 7
    assert copy.deepcopy(board).mate_move == 3  # type: ignore[attr-defined]
    assert not hasattr(board, "is_mate")
    with pytest.raises(AttributeError):
        Board().mate_move = 3  # type: ignore[attr-defined]


def test_boards_with_absent_attributes_are_copied_as_before() -> None:
    board = Board()
    board.push_usi("7g7f")
    for twin in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin.history == board.history
        assert not hasattr(twin, "to_hcp")


def test_a_call_of_a_method_makes_no_object_for_it() -> None:
    """As it would if the class had ``__getattr__``: CPython then asks that for every method."""
    board = Board()
    assert type(board).__getattribute__ is object.__getattribute__
