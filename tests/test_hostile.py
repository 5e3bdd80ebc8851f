"""Nothing that is passed to the package crashes it, changes a board by halves, or errs in a new way.

200,000 random inputs to everything public (tests/hostile.py), each its own call, run in processes of
their own, so that a crash is a failed test that tells the input. Another seed, or another number of
inputs, comes from the environment: SHOGI_FAST_HOSTILE_SEED, SHOGI_FAST_HOSTILE_INPUTS.
"""

import abc
import contextlib
import copy
import json
import os
import pickle
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import hostile
import pytest
from hostile import Fault, Input, MoveIterator, look_at_board, snapshot
from hostile_inputs import (
    DEEP,
    HUGE,
    LONG,
    Hostile,
    HostileInt,
    HostileStr,
    Masked,
    Mischief,
    World,
    restore,
)

import shogi_fast as sf
from shogi_fast import diagram, handicap, names, notation, svg
from shogi_fast.arguments import shown
from shogi_fast.base_board import BaseBoard
from shogi_fast.moves_board import MovesBoard
from shogi_fast.rules import rules_of

SEED = int(os.environ.get("SHOGI_FAST_HOSTILE_SEED", "1"))
INPUTS = int(os.environ.get("SHOGI_FAST_HOSTILE_INPUTS", "200000"))
PARTS = 4
KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"


# -- 200,000 inputs -------------------------------------------------------------------------------


def _run(arguments: list[str], program: str = "") -> tuple[int, str, str, int]:
    """Run hostile.py; return its exit status, what it wrote, and the number of its last input."""
    with TemporaryDirectory() as place:
        file = Path(place, "last")
        file.write_bytes(bytes(8))
        # Some calls write a file where they are told to, under a name that chance has made.
        folder = Path(place, "written")
        folder.mkdir()
        script = str(Path(__file__).with_name("hostile.py"))
        command = ["-c", program, script] if program else [script]
        run = subprocess.run(
            [sys.executable, *command, *arguments, str(file)],
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            cwd=folder,
            timeout=1800,
        )
        last = int.from_bytes(file.read_bytes(), "little")
        return run.returncode, run.stdout, run.stderr, last


def _faults(ended: tuple[int, str, str, int], seed: int) -> tuple[list[str], dict[str, Any]]:
    """Return what is wrong, in words, and how often each call ended in which way."""
    status, output, errors, last = ended
    if status:
        how = f"python tests/hostile.py {seed} {last}"
        return [f"exit status {status} at input {last} of seed {seed}: {how}\n{errors}"], {}
    told = json.loads(output)
    return told["faults"], told["ends"]


@cache
def _part(number: int) -> tuple[list[str], dict[str, Any]]:
    each = INPUTS // PARTS
    return _faults(_run([str(SEED), str(number * each), str(each)]), SEED)


@pytest.mark.parametrize("number", range(PARTS))
def test_hostile_inputs(number: int) -> None:
    faults, ends = _part(number)
    assert not faults, "\n\n".join(faults)
    assert sum(sum(each.values()) for each in ends.values()) == INPUTS // PARTS


# What never ends well: these classes are not to be called.
NEVER_FINE = {"Move", "Move.__new__", "BaseBoard", "MovesBoard"}
# What ends well for a class that makes boards, should chance bring one.
SELDOM_FINE = {"BaseBoard.__new__", "MovesBoard.__new__"}


@pytest.mark.skipif(INPUTS < 200_000, reason="too few inputs were asked for to call everything")
def test_every_call_is_made_often_and_ends_well_and_badly() -> None:
    counts: dict[str, Counter[str]] = {}
    for number in range(PARTS):
        for name, ends in _part(number)[1].items():
            counts.setdefault(name, Counter()).update(ends)
    assert counts.keys() == {target.name for target in hostile.targets()}
    for target in hostile.halves()[0]:
        ends = counts[target.name]
        assert ends.total() > 300, target.name
        if target.name not in SELDOM_FINE:
            assert (ends["fine"] == 0) == (target.name in NEVER_FINE), (target.name, ends)
        if target.kind == "function":
            assert ends.total() > ends["fine"] or not hostile.parameters(target.what), target.name
    all_ends = sum(counts.values(), Counter())
    for error in ("InvalidSfenError", "InvalidMoveError", "IllegalMoveError", "Mischief"):
        assert all_ends[error] > 500, all_ends
    # The walk through the package found what it should.
    for name in ("Board.push", "MovesBoard.kif", "svg.board_svg", "Board.turn =", "eq(SquareSet)"):
        assert name in counts


# -- The run itself can fail ----------------------------------------------------------------------


def test_a_crash_tells_its_input() -> None:
    program = """
import os, sys
sys.argv = sys.argv[1:]
sys.path.insert(0, os.path.dirname(sys.argv[0]))
import hostile
run, done = hostile.Input.run, []
def crash(self):
    done.append(1)
    return run(self) if len(done) < 30 else os.abort()
hostile.Input.run = crash
hostile.main()
"""
    faults, _ = _faults(_run(["7", "100", "50"], program), 7)
    assert len(faults) == 1
    assert "at input 129 of seed 7" in faults[0]
    assert "python tests/hostile.py 7 129" in faults[0]


def _push_and_fail(case: Input) -> None:
    case.world.board.set_sfen(KINGS)
    case.world.board.push_usi("5i5h")
    raise ValueError


def _fail_with(error: BaseException) -> Callable[[Input], None]:
    def fail(case: Input) -> None:
        raise error

    return fail


def _long_message() -> ValueError:
    return ValueError("x" * 10_000)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (_push_and_fail, "a changed board"),
        (_fail_with(AttributeError()), "not documented"),
        (_fail_with(KeyError()), "not documented"),
        (_fail_with(OverflowError()), "not documented"),
        (_fail_with(RecursionError()), "not documented"),
        (_fail_with(SystemError()), "not documented"),
        (_fail_with(UnicodeDecodeError("utf-8", b"", 0, 0, "")), "Python's own text"),
        (_fail_with(_long_message()), "10000 characters"),
        (_fail_with(ValueError("Exceeds the limit (4300 digits)")), "could not be written"),
    ],
)
def test_what_is_wrong_is_seen(
    call: Callable[[Input], None], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = next(
        number
        for number in range(10_000)
        if Input(1, number).target.name == "Board.push" and not Input(1, number).rude
    )
    assert Input(1, number).run() in ("fine", "TypeError", "IllegalMoveError", "Mischief")
    monkeypatch.setattr(Input, "call", call)
    with pytest.raises(Fault, match=message):
        Input(1, number).run()


def test_an_input_is_the_same_again() -> None:
    for number in range(0, 2000, 7):
        assert str(Input(3, number)) == str(Input(3, number))
        assert Input(3, number).run() == Input(3, number).run()


# -- Faults found by it, or beside it -------------------------------------------------------------

# CPython can write it from 3.14 on, where only the size of the stack bounds how deep it goes.
DEEP_SHOWN = r"(such a list|\[{60}\.\.\.)"

# What is called, the error that should come, and words of its message.
ERRORS: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: names.kanji_square(HUGE), IndexError, "not such an int"),
    (lambda: names.kanji_square("7"), TypeError, "a square is an int, not str"),  # type: ignore[arg-type]
    (lambda: names.kanji_number(HUGE), ValueError, "not such an int"),
    (lambda: names.kanji_number(-HUGE), ValueError, "not such an int"),
    (lambda: names.piece_name(HUGE), ValueError, "not such an int"),
    (lambda: names.piece_name(1, HUGE), TypeError, "a style is a str"),  # type: ignore[arg-type]
    (lambda: names.piece_name(1, LONG["x"]), ValueError, "no style 'xxx"),  # type: ignore[arg-type]
    (lambda: names.parse_piece_type(None), TypeError, "is a str"),  # type: ignore[arg-type]
    (lambda: names.parse_piece_type(LONG["\u0301\u0316"]), ValueError, "no piece is called"),
    (lambda: names.parse_kanji_number(None), TypeError, "is a str"),  # type: ignore[arg-type]
    (lambda: handicap.find_handicap(None), TypeError, "is a str"),  # type: ignore[arg-type]
    (lambda: handicap.find_handicap(LONG["\u0301\u0316"]), ValueError, "no handicap is called"),
    (lambda: handicap.handicap_of_sfen(None), TypeError, "is a str"),  # type: ignore[arg-type]
    (lambda: sf.Board.handicap(LONG["x"]), ValueError, "no handicap is called 'xxx"),
    (lambda: sf.Rules(max_plies=-HUGE), ValueError, "not such an int"),
    (lambda: sf.Rules(declaration=HUGE), TypeError, "declaration is a str"),  # type: ignore[arg-type]
    (lambda: sf.Rules(declaration=DEEP), TypeError, "declaration is a str"),  # type: ignore[arg-type]
    (lambda: sf.Rules(declaration=LONG["x"]), ValueError, "not 'xxx"),  # type: ignore[arg-type]
    (lambda: sf.Rules._make([1, 1, 3, 1, 1]), TypeError, "declaration is a str"),
    (lambda: sf.Rules._make([1, 1, None, "x", 1]), TypeError, "max_plies is an int"),
    (lambda: sf.Rules._make([1]), TypeError, "5 arguments"),
    (lambda: sf.Rules()._replace(max_plies="x"), TypeError, "max_plies is an int"),
    (lambda: rules_of(LONG["x"]), ValueError, "not 'xxx"),  # type: ignore[arg-type]
    (lambda: sf.Board().outcome(Masked(sf.Rules)), TypeError, "rules are a name"),  # type: ignore[arg-type]
    (lambda: sf.perft(KINGS, 1, method=HUGE), ValueError, "not such an int"),  # type: ignore[arg-type]
    (lambda: sf.perft(KINGS, 1, method=DEEP), ValueError, f"not {DEEP_SHOWN}"),  # type: ignore[arg-type]
    (lambda: sf.parse_square(LONG["x"]), ValueError, r"x{40}\.\.\.'$"),
    (lambda: sf.square(HUGE, 1), ValueError, "9223372036854775807 or more"),
    (lambda: sf.Move.from_int(-HUGE), sf.InvalidMoveError, "-9223372036854775808 or less"),
    (lambda: sf.Board("\ud800"), sf.InvalidSfenError, "unknown character"),
    (lambda: sf.Board().svg(size=10**400), ValueError, "size: more than 0"),
    (lambda: sf.Board().svg(size=HUGE), ValueError, "size: .* not such an int"),
    (lambda: sf.Board().svg(pieces=DEEP), ValueError, f"pieces: .* not {DEEP_SHOWN}"),  # type: ignore[arg-type]
    (lambda: sf.Board().svg(arrows=[DEEP]), TypeError, f"arrows: .* not {DEEP_SHOWN}"),  # type: ignore[list-item]
    (lambda: sf.Board().svg(marks=[HUGE]), ValueError, "marks: squares run from 0 to 80"),
    (lambda: svg.board_svg(None), TypeError, "a board is"),  # type: ignore[arg-type]
    (lambda: svg.board_svg(Masked(sf.Board)), TypeError, "a board is"),  # type: ignore[arg-type]
    (lambda: notation.csa(None, sf.Move.NULL), TypeError, "a board is"),  # type: ignore[arg-type]
    (lambda: notation.parse_ki2(None, "x"), TypeError, "a board is"),  # type: ignore[arg-type]
    (lambda: diagram.unicode_board(None), TypeError, "a board is"),  # type: ignore[arg-type]
    (lambda: diagram.plain_board("x"), TypeError, "a board is"),  # type: ignore[arg-type]
    (lambda: diagram.draw_board("x x x x"), sf.InvalidSfenError, "not a position"),
    (lambda: diagram.draw_board("startpos"), sf.InvalidSfenError, "not a position"),
    (lambda: diagram.draw_board(f"{'9/' * 8}8 b - 1"), sf.InvalidSfenError, "not a position"),
    (lambda: diagram.draw_board(LONG["9"]), sf.InvalidSfenError, "not a position"),
    (lambda: diagram.hand_text("xyz", white=True), ValueError, "not the hands"),
    (lambda: diagram.hand_text("9" * 5000 + "P", white=True), ValueError, "not the hands"),
    (lambda: diagram.plain_text([["x"]]), TypeError, "a list of Spans"),  # type: ignore[list-item]
    (lambda: sf.Board().set_packed(LONG["x"].encode()), ValueError, "32 bytes, not 200000"),
    (lambda: sf.LegalMoves.__new__(sf.LegalMoves)[0], TypeError, "without a board"),
    (lambda: sf.Piece.__new__(sf.Piece), TypeError, "argument"),  # type: ignore[call-arg]
    (lambda: sf.Move.__new__(sf.Move), TypeError, "Move objects come from"),
    (lambda: sf.SquareSet.__new__(sf.SquareSet, [81]), IndexError, "0 to 80"),
]


@pytest.mark.parametrize("number", range(len(ERRORS)))
def test_errors_that_were_others(number: int) -> None:
    call, error, message = ERRORS[number]
    with pytest.raises(error, match=message) as caught:
        call()
    assert caught.type is error
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("name", ["turn", "ply", "key", "legal_moves", "move_stack"])
def test_no_property_can_be_deleted(name: str) -> None:
    board = sf.Board()
    with pytest.raises(AttributeError):
        delattr(board, name)
    assert board.sfen() == sf.STARTING_SFEN


def test_a_value_in_a_message_is_cut_and_never_fails() -> None:
    class Faulty:
        def __repr__(self) -> str:
            raise KeyError

    assert shown(LONG["x"], 5) == "'xxxxx...'"
    assert shown(LONG["\ud800"], 2) == r"'\ud800\ud800...'"
    assert shown(HUGE) == "such an int"
    assert re.fullmatch(DEEP_SHOWN, shown(DEEP))
    assert shown(Faulty()) == "such a Faulty"
    assert shown(list(range(100)), 9) == "[0, 1, 2,..."


def test_a_text_that_lies_of_itself_is_read_as_it_is() -> None:
    class Liar(str):
        def isascii(self) -> bool:
            return True

        def encode(self, *arguments: object) -> bytes:
            return b""

        def __len__(self) -> int:
            return 10**6

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return hash("red")

    assert sf.Board(Liar(KINGS)).sfen() == KINGS
    for text in ("\ud800", "é", "9" * 100):
        with pytest.raises(sf.InvalidSfenError):
            sf.Board(Liar(text))
    # The hash of "red", equal to everything: it must not come into the picture.
    with pytest.raises(ValueError, match="marks: a colour is"):
        sf.Board().svg(marks=[("5e", Liar('"><script>'))])
    with pytest.raises(ValueError, match="rule sets"):
        sf.Board().outcome(Liar("x"))  # type: ignore[arg-type]


def test_a_number_that_lies_of_itself_is_taken_as_it_is() -> None:
    class Liar(int):
        def __lt__(self, other: object) -> bool:
            return True

        __gt__ = __le__ = __ge__ = __eq__ = __lt__

        def __hash__(self) -> int:
            return 0

        def __index__(self) -> int:
            return 5

    board = sf.Board()
    for call in (board.piece_at, board.attacks, sf.square_name, names.kanji_square):
        with pytest.raises(IndexError):
            call(Liar(81))
    assert sf.Rules(max_plies=Liar(7)).max_plies == 7
    assert type(sf.Rules(max_plies=Liar(7)).max_plies) is int
    with pytest.raises(ValueError, match="at least 1"):
        sf.Rules(max_plies=Liar(-7))


def test_a_view_given_another_board_counts_that_ones_moves() -> None:
    view = sf.Board().legal_moves
    assert len(list(view)) == 30
    view.__init__(sf.Board(KINGS))
    assert len(view) == len(list(view)) == 5


class Abstract(sf.Board, metaclass=abc.ABCMeta):
    """A board of a class with a metaclass."""


def test_a_board_with_a_metaclass_can_be_copied() -> None:
    board = Abstract()
    board.push_usi("7g7f")
    for twin in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert type(twin) is Abstract
        assert snapshot(twin) == snapshot(board)


def test_class_methods_of_a_class_that_makes_no_board() -> None:
    class Nothing(sf.Board):
        def __new__(cls, *arguments: object) -> Any:
            return None

    calls: list[Callable[[], object]] = [
        Nothing.empty,
        lambda: Nothing.handicap("rook"),
        lambda: Nothing.from_usi("startpos"),
        lambda: Nothing.from_packed(sf.Board().packed()),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="NoneType"):
            call()


def test_from_usi_lets_other_errors_through() -> None:
    class Failing(sf.Board):
        def push_usi(self, usi: str) -> sf.Move:
            raise UnicodeDecodeError("utf-8", b"", 0, 0, "no reason")

    with pytest.raises(UnicodeDecodeError):
        Failing.from_usi("startpos moves 7g7f")
    with pytest.raises(sf.IllegalMoveError, match=r"^move 2: 7g7f"):
        sf.Board.from_usi("startpos moves 7g7f 7g7f")


def test_a_square_is_read_once() -> None:
    class TwoMinds:
        def __init__(self) -> None:
            self.numbers = iter((64, 10, 70, 5))

        def __index__(self) -> int:
            return next(self.numbers)

    board = sf.Board()
    assert board.remove_piece_at(TwoMinds()) == sf.Piece(sf.ROOK, sf.WHITE)
    assert board.piece_at(64) is None
    assert board.piece_at(10) is not None
    assert 'data-part="mark"' in board.svg(marks=[TwoMinds()])  # type: ignore[list-item]


def test_objects_made_by_new_alone_are_sound() -> None:
    assert sf.Board.__new__(sf.Board).sfen() == sf.STARTING_SFEN
    for part in (BaseBoard, MovesBoard):
        with pytest.raises(TypeError, match="a part of Board"):
            part.__new__(part)
    assert len(sf.SquareSet.__new__(sf.SquareSet)) == 0
    assert list(MoveIterator.__new__(MoveIterator)) == []
    view = sf.LegalMoves.__new__(sf.LegalMoves)
    for call in (len, bool, list, iter, repr, lambda view: sf.Move.NULL in view):
        with pytest.raises(TypeError, match="without a board"):
            call(view)
    odd: Any = tuple.__new__(sf.Rules, (True,))
    board = sf.Board()
    with pytest.raises(IndexError):
        board.outcome(odd)
    assert sf.Outcome("rubbish", HUGE).result() == "0-1"  # type: ignore[arg-type]


def test_hands_larger_than_a_sets_are_drawn() -> None:
    board = sf.Board("4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1")
    board.push_usi("5f5e")
    assert "Black's hand: 3R" in str(board)
    assert "先手の持駒：飛三" in board.unicode()


# -- Callbacks in the midst of a call -------------------------------------------------------------


class Pushing:
    """A number, or squares, that make a move on a board when they are read."""

    def __init__(self, board: sf.Board, act: Callable[[sf.Board], object]) -> None:
        self.board, self.act = board, act

    def __index__(self) -> int:
        self.act(self.board)
        return 1

    def __iter__(self) -> Iterator[int]:
        for square in (60, 59):
            self.act(self.board)
            yield square

    def __bool__(self) -> bool:
        self.act(self.board)
        return True


ACTS: dict[str, Callable[[sf.Board], object]] = {
    "push": lambda board: board.push(next(iter(board.legal_moves))),
    "pop": lambda board: board.pop() if board.move_stack else None,
    "clear": lambda board: board.clear(),
    "set up": lambda board: board.set_sfen(KINGS),
    "init": lambda board: board.__init__(KINGS),  # type: ignore[misc]
    "many": lambda board: [board.push_pass() for _ in range(100)],  # type: ignore[func-returns-value]
    "repetition": lambda board: board.repetition_count(),
}
CALLS: dict[str, Callable[[sf.Board, Any], object]] = {
    "piece_at": lambda board, it: board.piece_at(it),
    "set_piece_at": lambda board, it: board.set_piece_at(it, None),
    "remove_piece_at": lambda board, it: board.remove_piece_at(it),
    "set_hand": lambda board, it: board.set_hand(it, it, it),
    "pieces": lambda board, it: board.pieces(it, it),
    "pin": lambda board, it: board.pin(it, it),
    "is_pinned": lambda board, it: board.is_pinned(it, it),
    "attackers": lambda board, it: board.attackers(it, it),
    "turn": lambda board, it: setattr(board, "turn", it),
    "ply": lambda board, it: setattr(board, "ply", it),
    "find_move": lambda board, it: board.find_move(it, 60, it),
    "from_mask": lambda board, it: board.generate_moves(from_mask=it),
    "to_mask": lambda board, it: board.generate_moves(to_mask=it, from_mask=it),
    "captures": lambda board, it: board.generate_moves("captures", to_mask=it),
    "checks": lambda board, it: board.generate_moves("checks", to_mask=it),
    "sfen": lambda board, it: board.sfen(ply=it),
    "copy": lambda board, it: board.copy(stack=it),
    "set_sfen": lambda board, it: board.set_sfen("startpos", strict=it),
    "index": lambda board, it: board.legal_moves[it],
    "slice": lambda board, it: board.legal_moves[it::it],
    "svg": lambda board, it: board.svg(marks=it, orientation=1),
    "progress": lambda board, it: sf.perft(board, 2, progress=lambda *_: bool(it)),
    "divide": lambda board, it: sf.divide(board, it),
    "rules": lambda board, it: board.outcome(sf.Rules(fourfold=it)),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("call", CALLS)
def test_a_board_may_change_in_the_midst_of_a_call(call: str, act: str) -> None:
    board = sf.Board.from_usi("startpos moves 7g7f 3c3d 2g2f")
    with contextlib.suppress(ValueError, IndexError, TypeError):
        CALLS[call](board, Pushing(board, ACTS[act]))
    look_at_board(board, random.Random(1))
    moves = len(board.move_stack)
    for _ in range(moves):
        board.pop()
    look_at_board(board, random.Random(1))


def test_an_error_in_a_callback_comes_through_and_changes_nothing() -> None:
    class Raising(Pushing):
        def __iter__(self) -> Iterator[int]:
            raise Mischief

        __index__ = __bool__ = __iter__  # type: ignore[assignment]

    board = sf.Board.from_usi("startpos moves 7g7f 3c3d 2g2f")
    before = snapshot(board)
    for name, call in CALLS.items():
        with pytest.raises(Mischief):
            call(board, Raising(board, len))  # type: ignore[arg-type]
        assert snapshot(board) == before, name


def test_iterators_are_snapshots_while_the_board_changes() -> None:
    for act in ACTS.values():
        board = sf.Board.from_usi("startpos moves 7g7f 3c3d")
        expected = list(board.legal_moves)
        iterator = iter(board.legal_moves)
        seen = []
        for move in iterator:
            seen.append(move)
            with contextlib.suppress(ValueError, IndexError, StopIteration):
                act(board)
        assert seen == expected
        look_at_board(board, random.Random(1))


def test_methods_of_a_subclass_may_lie() -> None:
    answers: list[Any] = [None, "rubbish", 10**30, [], sf.Move.NULL, object()]
    for answer in answers:

        class Lying(sf.Board):
            def sfen(self, *, ply: bool = True, answer: Any = answer) -> Any:
                return answer

            def usi(self, answer: Any = answer) -> Any:
                return answer

            def pop(self, answer: Any = answer) -> Any:
                return answer

            def peek(self, answer: Any = answer) -> Any:
                return answer

        board = Lying()
        board.push_usi("7g7f")
        assert "Black's hand: -" not in board.unicode()
        assert str(board) == str(sf.Board.from_usi("startpos moves 7g7f"))
        assert board.root().move_stack == []
        twin = pickle.loads(pickle.dumps(sf.Board.copy(restore(sf.Board, KINGS, ()))))
        assert twin.sfen() == KINGS
        assert snapshot(board.copy()) == snapshot(board)
        for call in (repr, sf.Board.usi, sf.Board._repr_svg_, sf.Board.repetition):
            call(board)
        look_at_board(board, random.Random(1))


# -- Threads --------------------------------------------------------------------------------------

READERS: list[Callable[[sf.Board], object]] = [
    str,
    repr,
    copy.deepcopy,
    lambda board: list(board.legal_moves),
    lambda board: board.legal_moves[0],
    lambda board: pickle.loads(pickle.dumps(board)),
    lambda board: board.copy().pop(),
    lambda board: board.usi(),
    lambda board: board.root(),
    lambda board: board.repetition_count(),
    lambda board: board.search_repetition(),
    lambda board: board.outcome("jsa"),
    lambda board: board.unicode(),
    lambda board: board.svg(),
    lambda board: board.packed(),
    lambda board: [board.kif(move) for move in board.legal_moves],
    lambda board: [board.ki2(move) for move in board.legal_moves],
    lambda board: [board.western(move) for move in board.legal_moves],
    lambda board: board.parse_csa("7776FU"),
    lambda board: sf.perft(board, 2),
    lambda board: board.generate_moves("checks"),
    lambda board: board.rotate() == board.mirror(),
    lambda board: board.piece_map(),
]
EDITORS: list[Callable[[sf.Board, random.Random], object]] = [
    lambda board, rng: board.push(rng.choice(list(board.legal_moves))),
    lambda board, rng: board.push(rng.choice(list(board.legal_moves))),
    lambda board, rng: board.pop(),
    lambda board, rng: board.push_pass(),
    lambda board, rng: board.set_sfen(rng.choice((KINGS, "startpos", "nonsense"))),
    lambda board, rng: board.__init__("startpos"),  # type: ignore[misc]
    lambda board, rng: board.set_piece_at(rng.randrange(81), None),
    lambda board, rng: board.set_hand(rng.randrange(2), rng.randint(1, 7), 1),
    lambda board, rng: setattr(board, "turn", rng.randrange(2)),
]


def test_threads_read_a_board_while_others_edit_it() -> None:
    board = sf.Board()
    stop = threading.Event()
    interval = sys.getswitchinterval()

    def work(seed: int) -> Counter[str]:
        rng = random.Random(seed)
        done: Counter[str] = Counter()
        while not stop.is_set():
            try:
                if seed % 2:
                    rng.choice(EDITORS)(board, rng)
                else:
                    rng.choice(READERS)(board)
            except (ValueError, IndexError, TypeError) as problem:
                done[type(problem).__name__] += 1
            else:
                done["fine"] += 1
        return done

    # The interpreter changes threads as often as it can.
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(6) as pool:
            workers = [pool.submit(work, seed) for seed in range(6)]
            time.sleep(3)
            stop.set()
        ends = [worker.result() for worker in workers]
    finally:
        stop.set()
        sys.setswitchinterval(interval)
    assert all(each["fine"] > 20 for each in ends), ends
    look_at_board(board, random.Random(1))
    for _ in range(len(board.move_stack)):
        board.pop()
    look_at_board(board, random.Random(1))


def test_hostile_objects_do_what_they_should() -> None:
    """The inputs themselves: a callback does change the board, a liar does lie."""
    world = World(random.Random(3))
    before = snapshot(world.board)
    pushing = Hostile().arm(world, 5)
    pushing.manner = "disturb"
    changed = 0
    for _ in range(20):
        world.board.piece_at(pushing)
        changed += snapshot(world.board) != before
    assert world.disturbed
    assert changed > 5
    number = HostileInt(81).arm(world, 5)
    number.manner = "answer"
    assert number < 0
    assert number > 1000
    text = HostileStr("x").arm(world, "y")
    text.manner = "answer"
    assert text == "z"
