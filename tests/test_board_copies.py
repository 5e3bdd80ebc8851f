"""Tests of copies, comparison, subclasses and pickles of boards, threads and memory."""

import copy
import itertools
import pickle
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from boards import KINGS, MIDDLE, MOST_MOVES, START, played, random_sfens, state_of
from keys import key_of
from reference import Reference

import shogi_fast as sf
from shogi_fast import _testing


def _move(usi: str) -> sf.Move:
    return sf.Move.from_usi(usi)


# -- Copies and comparison ----------------------------------------------------------------------


def test_copy_with_the_moves() -> None:
    board = played(random.Random(1), 30)
    twin = board.copy()
    assert type(twin) is sf.Board
    assert state_of(twin) == state_of(board)
    state = state_of(board)
    while twin.move_stack:
        twin.pop()
    assert twin == sf.Board()
    assert state_of(board) == state
    board.pop()
    assert len(twin.move_stack) == 0


def test_copy_without_the_moves() -> None:
    board = played(random.Random(1), 30)
    twin = board.copy(stack=False)
    assert _testing.position_bytes(twin) == _testing.position_bytes(board)
    assert twin.move_stack == []
    with pytest.raises(IndexError):
        twin.pop()
    twin.push(next(iter(twin.legal_moves)))
    assert len(board.move_stack) == 30
    assert sf.Board().copy().move_stack == []


COPIES: list[Callable[[sf.Board], sf.Board]] = [
    lambda board: board.copy(),
    copy.copy,
    copy.deepcopy,
    lambda board: pickle.loads(pickle.dumps(board)),
    lambda board: pickle.loads(pickle.dumps(board, 0)),
    lambda board: pickle.loads(pickle.dumps(board, 2)),
    lambda board: copy.deepcopy([board, board])[1],
]


@pytest.mark.parametrize("duplicate", COPIES)
def test_copies_and_pickles_keep_the_moves(duplicate: Callable[[sf.Board], sf.Board]) -> None:
    rng = random.Random(3)
    for sfen in (START, MIDDLE, f"{KINGS} w 2P 99999", *random_sfens(20, seed=3)):
        board = played(rng, 40, sfen)
        twin = duplicate(board)
        assert twin is not board
        assert type(twin) is type(board)
        assert state_of(twin) == state_of(board)
        state = state_of(board)
        while twin.move_stack:
            assert twin.pop() is board.pop()
            assert state_of(twin) == state_of(board)
        assert twin.sfen() == sfen
        assert state_of(board) != state or not state[1]


@pytest.mark.parametrize("duplicate", COPIES)
def test_copies_of_boards_that_no_text_describes(
    duplicate: Callable[[sf.Board], sf.Board],
) -> None:
    # Neither can be read from SFEN: the ply is above 99,999; a hand has more than a set.
    late = sf.Board(f"{KINGS} b - 99999")
    late.push_usi("5i5h")
    rich = sf.Board("4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1")
    rich.push_usi("5f5e")
    for board in (late, rich):
        for original in (board, board.copy(stack=False)):
            twin = duplicate(original)
            assert state_of(twin) == state_of(original)
            assert twin.sfen() == board.sfen()


@pytest.mark.parametrize("duplicate", COPIES)
def test_copies_of_a_board_with_an_attacked_king(
    duplicate: Callable[[sf.Board], sf.Board],
) -> None:
    board = sf.Board("4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1")
    board.push_unchecked(_move("5h4h"))
    board.push_unchecked(_move("5a5b"))
    for original in (board, board.copy(stack=False)):
        assert state_of(duplicate(original)) == state_of(original)


def test_comparison_sees_board_hands_and_side_alone() -> None:
    board = sf.Board(f"{KINGS} b P 1")
    assert board == sf.Board(f"{KINGS} b P 7")
    assert not board != sf.Board(f"{KINGS} b P 7")
    for other in (f"{KINGS} w P 1", f"{KINGS} b p 1", f"{KINGS} b 2P 1", f"{KINGS} b - 1", START):
        assert board != sf.Board(other)
        assert not board == sf.Board(other)
    there_and_back = sf.Board()
    for usi in ("2h3h", "8b7b", "3h2h", "7b8b"):
        there_and_back.push_usi(usi)
    assert there_and_back == sf.Board()
    for stranger in (START, None, 1, board.legal_moves):
        assert board != stranger
        assert not board == stranger
    for compare in (lambda: board < board, lambda: board >= board):
        with pytest.raises(TypeError):
            compare()


def test_a_board_cannot_be_hashed() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(sf.Board())


# -- Subclasses ---------------------------------------------------------------------------------


class Study(sf.Board):
    """A board with something of its own: it notes what is pushed and popped."""

    def __init__(self, sfen: str = START, *, name: str = "", strict: bool = False) -> None:
        super().__init__(sfen, strict=strict)
        self.name = name
        self.log: list[str] = []

    def push(self, move: sf.Move) -> None:
        super().push(move)
        self.log.append(f"push {move}")

    def pop(self) -> sf.Move:
        move = super().pop()
        self.log.append(f"pop {move}")
        return move


def test_a_subclass_has_attributes() -> None:
    study = Study(f"{KINGS} b - 1", name="kings")
    study.push(_move("5i5h"))
    assert study.log == ["push 5i5h"]
    twin = study.copy()
    assert type(twin) is Study
    assert state_of(twin) == state_of(study)
    assert study == sf.Board(study.sfen())


@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]
)
def test_a_subclass_is_pickled_with_its_attributes(duplicate: Callable[[Study], Study]) -> None:
    study = Study(f"{KINGS} b - 1", name="kings")
    study.push(_move("5i5h"))
    study.push(_move("5a5b"))
    twin = duplicate(study)
    assert type(twin) is Study
    assert (twin.name, twin.log) == ("kings", ["push 5i5h", "push 5a5b"])
    assert twin.log is not study.log
    assert state_of(twin) == state_of(study)
    # What made the copy left no traces in the original.
    assert study.log == ["push 5i5h", "push 5a5b"]
    twin.pop()
    assert study.log == ["push 5i5h", "push 5a5b"]


def test_a_subclass_that_never_calls_init_is_a_board_all_the_same() -> None:
    class Careless(sf.Board):
        def __init__(self) -> None:
            pass

    board = Careless()
    assert board.sfen() == START
    board.push_usi("7g7f")
    board.pop()
    assert sf.Board.__new__(sf.Board).sfen() == START


def test_a_board_may_be_initialised_again() -> None:
    board = played(random.Random(1), 10)
    board.__init__(MIDDLE)  # type: ignore[misc]
    assert board.sfen() == sf.Board(MIDDLE).sfen()
    assert board.move_stack == []
    with pytest.raises(sf.InvalidSfenError):
        board.__init__("nonsense")  # type: ignore[misc]
    assert board.sfen() == sf.Board(MIDDLE).sfen()


def test_a_board_has_no_attributes_of_its_own() -> None:
    board = sf.Board()
    for name in ("key", "legal_moves", "move_stack", "position"):
        with pytest.raises(AttributeError):
            setattr(board, name, 1)
    with pytest.raises(AttributeError):
        board.note = 1  # type: ignore[attr-defined]


class Slotted(sf.Board):
    """A board with slots and no dict."""

    __slots__ = ("name", "unset")

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Mixed(Slotted):
    """A board with slots and a dict, made with arguments that copies do not know."""

    def __init__(self, name: str, *, tags: list[str], sfen: str) -> None:
        super().__init__(name)
        self.set_sfen(sfen)
        self.tags = tags
        self.pushed = 0

    def push(self, move: sf.Move) -> None:
        super().push(move)
        self.pushed += 1

    def push_pass(self) -> None:
        super().push_pass()
        self.pushed += 1

    def pop(self) -> sf.Move:
        self.pushed -= 1
        return super().pop()


def _mixed() -> Mixed:
    board = Mixed("ends", tags=["a", "b"], sfen=f"{KINGS} w 2P 3")
    board.push(_move("5a5b"))
    board.push_pass()
    board.push_usi("5b5c")
    assert board.pushed == 3
    return board


SHALLOW: list[Callable[[Any], Any]] = [
    lambda board: board.copy(),
    lambda board: board.copy(stack=False),
    copy.copy,
    lambda board: board.rotate(),
    lambda board: board.mirror(),
    lambda board: board.root(),
]
DEEP: list[Callable[[Any], Any]] = [
    copy.deepcopy,
    *(lambda board, n=n: pickle.loads(pickle.dumps(board, n)) for n in range(2, 6)),
]


@pytest.mark.parametrize("duplicate", SHALLOW + DEEP)
def test_every_way_to_another_board_keeps_what_a_subclass_added(
    duplicate: Callable[[Any], Any],
) -> None:
    board = _mixed()
    before = state_of(board)
    twin = duplicate(board)
    assert type(twin) is Mixed
    assert (twin.name, twin.tags, twin.pushed) == ("ends", ["a", "b"], 3)
    assert not hasattr(twin, "unset")
    assert (twin.tags is board.tags) is (duplicate in SHALLOW)
    # The other one is a board of the class: its own methods find what they need.
    twin.push(twin.legal_moves[0])
    assert twin.pushed == 4
    twin.pop()
    twin.name = "other"
    assert (board.name, board.pushed) == ("ends", 3)
    assert state_of(board) == before

    slotted = Slotted("slot")
    slotted.push_usi("7g7f")
    twin = duplicate(slotted)
    assert type(twin) is Slotted
    assert twin.name == "slot"
    assert not hasattr(twin, "unset")
    with pytest.raises(AttributeError):
        twin.tags = []


def test_methods_of_a_subclass_are_not_asked_for_copies() -> None:
    class Counting(sf.Board):
        calls = 0

        def _count(self, *arguments: Any, **named: Any) -> Any:
            type(self).calls += 1
            raise AssertionError("asked")

        push_usi = push_unchecked = push_pass = pop = set_sfen = sfen = _count
        clear = reset = set_piece_at = _count
        move_stack = turn = ply = property(_count)

    board = Counting()
    board.push(_move("7g7f"))
    for duplicate in (*SHALLOW, copy.deepcopy):
        assert type(duplicate(board)) is Counting
    assert Counting.calls == 0


def test_a_subclass_equals_what_it_is_a_board_of() -> None:
    board = _mixed()
    twin = sf.Board()
    twin.set_sfen(board.sfen())
    assert board == twin
    assert twin == board
    twin.push_usi("5i5h")
    assert board != twin


# -- Pickles that nobody pickled ----------------------------------------------------------------

restore: Callable[..., Any] = sf.Board().__reduce__()[0]  # type: ignore[assignment]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (sf.Board,),
        (sf.Board, START),
        (sf.Board, START, (), 1),
        (int, START, ()),
        (object, START, ()),
        (None, START, ()),
        (sf.Board(), START, ()),
        (type, START, ()),
        (sf.Move, START, ()),
        (sf.LegalMoves, START, ()),
        (sf.Board, None, ()),
        (sf.Board, b"startpos", ()),
        (sf.Board, "nonsense", ()),
        (sf.Board, START, None),
        (sf.Board, START, 7739),
        (sf.Board, START, "7g7f"),
        (sf.Board, START, (0,)),
        (sf.Board, "4k4/9/9/9/9/9/9/9/4K3r b - 1", (129,)),  # no pass while in check
        (sf.Board, START, (-1,)),
        (sf.Board, START, (1 << 15,)),
        (sf.Board, START, (10**30,)),
        (sf.Board, START, (None,)),
        (sf.Board, START, (7739, 7739)),
        (sf.Board, START, (7739, 7739 | 1 << 14)),
        (sf.Board, START, range(1 << 15)),
        (sf.Board, START, itertools.repeat(7739)),
        (sf.Board, START, (10408,)),  # P*5e, with nothing in hand
        (sf.Board, "4k4/9/9/9/4R4/9/9/9/4K4 b - 1", (44 | 40 << 7,)),  # onto its own king
        (sf.Board, "4k4/9/9/9/4R4/9/9/9/4K4 b - 1", (36 | 40 << 7,)),  # takes the king
        # More than any board comes to by moves.
        (sf.Board, f"{KINGS} b 41P 1", ()),
        (sf.Board, f"{KINGS} b 39P2r 1", ()),
        (sf.Board, f"{KINGS} b 18P18p2R2rB 1", ()),
        (sf.Board, f"{KINGS} b 99999999999999999999P 1", ()),
        (sf.Board, f"{KINGS} b - 4294967296", ()),
        (sf.Board, f"{KINGS} b - 18446744073709551617", ()),
    ],
)
def test_hostile_arguments_are_errors(arguments: tuple[Any, ...]) -> None:
    with pytest.raises((TypeError, ValueError)):
        restore(*arguments)


@pytest.mark.parametrize("hands", ["40P", "40g", "20R20r", "38Bbl"])
def test_the_most_a_saved_board_may_hold(hands: str) -> None:
    text = f"9/9/9/9/9/9/9/9/9 b {hands} 4294967294"
    board = restore(sf.Board, text, ())
    assert board.sfen() == text
    assert board.key == key_of(text)
    before = state_of(board)
    moves = list(board.legal_moves)
    assert len(moves) == len(board.legal_moves) == len(Reference(text).legal_moves())
    for move in moves[:1]:
        board.push(move)
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
        board.pop()
    assert state_of(board) == before
    assert state_of(pickle.loads(pickle.dumps(board))) == before


def test_hostile_state_is_an_error() -> None:
    class Hostile:
        def __init__(self, state: object) -> None:
            self.state = state

        def __reduce__(self) -> tuple[Any, ...]:
            return restore, (sf.Board, START, ()), self.state

    for state in ({"position": b"x"}, {"depth": 5}, (None, {"depth": 5}), 5):
        with pytest.raises((AttributeError, TypeError, ValueError, pickle.UnpicklingError)):
            pickle.loads(pickle.dumps(Hostile(state)))


def test_a_class_that_makes_something_else_is_not_asked() -> None:
    class Liar(sf.Board):
        def __new__(cls, *arguments: object) -> Any:
            return "no board"

    assert type(restore(Liar, START, ())) is Liar


def test_copies_pass_over_the_new_of_a_subclass() -> None:
    class Nothing(sf.Board):
        def __new__(cls, *arguments: object) -> Any:
            return None

    class Single(sf.Board):
        board: Any = None

        def __new__(cls, *arguments: object) -> Any:
            if cls.board is None:
                cls.board = super().__new__(cls)
            return cls.board

    class Choosy(sf.Board):
        def __new__(cls, name: str) -> Any:
            return super().__new__(cls)

        def __init__(self, name: str) -> None:
            super().__init__()

    for board in (sf.Board.__new__(Nothing), Single(), Choosy("x")):
        for k in range(60):
            board.push(board.legal_moves[k % 3])
        for duplicate in (board.copy(), copy.deepcopy(board), board.copy(stack=False)):
            assert type(duplicate) is type(board)
            assert duplicate is not board
            assert _testing.position_bytes(duplicate) == _testing.position_bytes(board)
        assert board.copy().move_stack == board.move_stack
        while board.move_stack:
            board.pop()
        assert board.sfen() == START
    assert type(restore(Nothing, START, ())) is Nothing


def test_pickles_ask_no_method_of_a_subclass() -> None:
    class Odd(sf.Board):
        def sfen(self, *, ply: bool = True) -> str:
            return "sfen " + super().sfen(ply=ply)

        @property
        def move_stack(self) -> Any:
            return ["7g7f"]

    board = Odd()
    board.push_usi("2g2f")
    twin = copy.deepcopy(board)
    assert _testing.position_bytes(twin) == _testing.position_bytes(board)
    assert twin.pop() is _move("2g2f")


def test_what_only_looks_like_a_class_is_an_error() -> None:
    class Mask:
        __class__ = type  # type: ignore[assignment]
        __bases__ = (sf.Board,)

    class Meta(type):
        def __subclasscheck__(cls, other: type) -> bool:
            return True

    class Stranger(metaclass=Meta):
        pass

    for cls in (Mask(), Stranger, int, None):
        with pytest.raises(TypeError):
            restore(cls, START, ())


def test_random_arguments_make_a_sound_board_or_none() -> None:
    rng = random.Random(5)
    made = 0
    for sfen in random_sfens(300, seed=5):
        codes = [int(move) for move in played(rng, 20, sfen).move_stack]
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            codes.insert(rng.randint(0, len(codes)), rng.choice(codes or [0]))
        codes += [rng.randrange(-5, 1 << 16) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
        text = list(sfen)
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            text[rng.randrange(len(text))] = rng.choice("plnsbrgkPLNSBRGK+/-123456789 bw\0\xff")
        try:
            board = restore(sf.Board, "".join(text), codes)
        except ValueError:
            continue
        made += 1
        assert len(board.move_stack) == len(codes)
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
        assert len(list(board.legal_moves)) == len(board.legal_moves)
        for _ in codes:
            board.pop()
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
    assert made > 20


# -- Threads and memory -------------------------------------------------------------------------


def test_threads_on_one_board_leave_it_sound() -> None:
    board = sf.Board()
    stop = threading.Event()

    def work(seed: int) -> int:
        rng = random.Random(seed)
        done = 0
        while not stop.is_set():
            try:
                choice = rng.randrange(6)
                if choice < 2:
                    board.push(rng.choice(list(board.legal_moves)))
                elif choice == 2:
                    board.pop()
                elif choice == 3:
                    assert copy.deepcopy(board).sfen()
                elif choice == 4:
                    assert len(board.move_stack) >= 0
                else:
                    board.set_sfen(rng.choice((START, MIDDLE, MOST_MOVES)))
            except (IndexError, sf.IllegalMoveError):
                pass
            done += 1
        return done

    with ThreadPoolExecutor(4) as pool:
        workers = [pool.submit(work, seed) for seed in range(4)]
        time.sleep(0.5)
        stop.set()
    assert all(worker.result() > 0 for worker in workers)
    assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
    while board.move_stack:
        board.pop()
    assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)


def test_attributes_are_shared_by_copies_but_not_by_deep_ones() -> None:
    class Noted(sf.Board):
        notes: list[str]
        self_again: "Noted"

    board = Noted()
    board.push_usi("7g7f")
    board.notes = ["first"]
    board.self_again = board
    shallow, deep = copy.copy(board), copy.deepcopy(board)
    assert type(shallow) is type(deep) is Noted
    assert shallow.notes is board.notes
    assert deep.notes == ["first"]
    assert deep.notes is not board.notes
    assert shallow.self_again is board
    assert deep.self_again is deep
    assert shallow.move_stack == deep.move_stack == board.move_stack
