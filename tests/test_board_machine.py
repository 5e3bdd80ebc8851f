"""Board against the slow game of reference_game.py, by random sequences of everything it can do.

hypothesis draws what to do next (a rule below) and with what; after each step everything that can
be asked of the board is compared with the model.
"""

import copy
import itertools
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from boards import MIDDLE, START, state_of
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from keys import key_of
from positions import SET, flags, random_slider_sfen, random_sparse_sfen
from reference import BORDER, CELL, EMPTY, HAND, KING, OWNER, Reference
from reference_game import PASS, Ending, Game, men, mirrored, turned

import shogi_fast as sf
from shogi_fast import _testing
from shogi_fast.rules import PRESETS

EXAMPLES, STEPS = 60, 50
NAMES = tuple(CELL)  # in order of the squares' numbers
SYMBOLS = tuple(piece for piece in OWNER if piece not in (EMPTY, BORDER))
VERDICTS = {
    "none": sf.Repetition.NONE,
    "draw": sf.Repetition.DRAW,
    "lose_black": sf.Repetition.BLACK_LOSES,
    "lose_white": sf.Repetition.WHITE_LOSES,
}
STATUS = {
    "nifu": sf.Status.TWO_PAWNS,
    "dead": sf.Status.DEAD_PIECE,
    "surplus": sf.Status.TOO_MANY_OF_KIND,
    "check": sf.Status.OPPOSITE_CHECK,
}
EXPECTED = {
    *VERDICTS,
    *sf.SearchRepetition.__members__,
    *("CHECKMATE", "NO_LEGAL_MOVES", "FOURFOLD_REPETITION", "PERPETUAL_CHECK", "MAX_PLIES"),
    *("illegal move made", "pass", "pass refused", "hand refused"),
}
# Rook or bishop against a bare king, where every move may give check; few men, which soon come
# back to where they were; a mate, and a side without a move.
STARTS = (
    START,
    MIDDLE,
    "4k4/9/9/9/9/9/5R3/9/K8 b - 1",
    "k8/9/5r3/9/9/9/9/9/4K4 w - 499",
    "k8/4r4/9/9/9/9/9/9/8K b 4P 1",
    "4k4/9/9/9/9/9/9/9/4K4 b - 498",
    "8k/8G/8L/9/9/9/9/9/K8 w - 1",
    "8k/6S2/7G1/9/9/9/9/9/K8 w - 1",
    "4k4/9/9/9/4r4/9/9/4G4/4K4 b Pp 99998",
)
BAD_SFENS = (
    "",
    "startpos b",
    "4k4/9/9/9/9/9/9/9/4K3 b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b K 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 19P 1",
    "4k4/9/9/9/9/9/9/9/KK7 b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b - 100000",
)
# The games of the cases about repetition, perpetual check among them.
GAMES = [
    case
    for line in (Path(__file__).parent / "data/cases.jsonl").read_text("utf-8").splitlines()
    if (case := json.loads(line))["kind"] == "repetition"
]
# A pawn dropped, taken and dropped again: one less in Black's hand each time, one more in White's.
DROPS = "k8/4r4/9/9/9/9/9/9/8K b 4P 1", ["P*5e", "5b5e", "1i1h", "5e5c", "1h1i", "5c5b", "P*5e"]

STARTING_GAMES = [
    *((case["sfen"], case["moves"]) for case in GAMES),
    DROPS,
    (DROPS[0], DROPS[1][:-1]),
    *((sfen, []) for sfen in STARTS),
]

sfens = st.one_of(
    st.sampled_from(STARTS),
    st.integers(0, 2**32).map(lambda seed: random_sparse_sfen(random.Random(seed))),
    st.integers(0, 2**32).map(lambda seed: random_slider_sfen(random.Random(seed))),
)
numbers = st.integers(0, 2**16)  # to choose from lists that are not known yet
squares = st.integers(0, 80)
colors = st.integers(0, 1)
counts = st.integers(-1, 19)
Draw = Callable[[st.SearchStrategy[Any]], Any]

COPIES: tuple[Callable[[sf.Board], sf.Board], ...] = (
    sf.Board.copy,
    copy.copy,
    copy.deepcopy,
    lambda board: pickle.loads(pickle.dumps(board)),
    lambda board: pickle.loads(pickle.dumps(board, 0)),
)
EDITS = (
    *("set_sfen", "set_sfen_that_is_refused", "reset", "clear", "set_piece_at"),
    *("remove_piece_at", "set_hand", "set_turn", "set_ply", "set_packed"),
)


class Machine(RuleBasedStateMachine):
    """A board and its model, which does the same more slowly."""

    steps = 0  # of all machines
    seen: ClassVar[set[str]] = set()  # what all of them met with

    def __init__(self) -> None:
        super().__init__()
        self.board = sf.Board()
        self.game = Game(Reference(START))
        # Boards that others were made from, and what they were like then.
        self.left: list[tuple[sf.Board, Any]] = []

    @property
    def position(self) -> Reference:
        return self.game.position

    def _edit(self, position: Reference) -> None:
        """Replace the model by another position: editing forgets the moves."""
        # Read anew, as the reference knows the kings' squares only from reading.
        self.game = Game(Reference(position.sfen()))

    def _leave(self, twin: sf.Board) -> None:
        """Go on with another board; the old one must stay what it is."""
        assert twin is not self.board
        assert type(twin) is sf.Board
        self.left.append((self.board, state_of(self.board)))
        self.board = twin

    def _refused(self, error: type[Exception], *calls: Any) -> None:
        before = state_of(self.board)
        for call in calls:
            with pytest.raises(error):
                call()
            assert state_of(self.board) == before

    def _push(self, usi: str, way: int = 0) -> None:
        """Make a legal move in one of the ways there are."""
        move = sf.Move.from_usi(usi)
        if way == 0:
            self.board.push(move)
        elif way == 1:
            self.board.push_unchecked(move)
        elif way == 2:
            assert self.board.push_usi(usi) is move
        else:
            self.board.push(self.board.parse_usi(usi))
        self.game.push(usi)

    # -- Moves --------------------------------------------------------------------------------

    @initialize(
        game=st.sampled_from(STARTING_GAMES),
        ply=st.sampled_from((1, 496)),
        plies=st.integers(0, 60),
        asking=st.booleans(),
    )
    def start(self, game: tuple[str, list[str]], ply: int, plies: int, asking: bool) -> None:
        """Begin with a game that repeats positions, or a part of it; perhaps near the last ply.

        Asked after each move or at the end alone: the board notes its history when it is asked.
        """
        sfen, moves = game
        sfen = f"{sfen.rpartition(' ')[0]} {ply}"
        self.board.set_sfen(sfen)
        self.game = Game(Reference(sfen))
        for usi in moves[: plies if plies < 20 else None]:
            self._push(usi)
            if asking:
                self._compare_repetition()

    @rule(number=numbers, way=st.integers(0, 3))
    def push(self, number: int, way: int) -> None:
        if moves := self.position.legal_moves():
            self._push(moves[number % len(moves)], way)

    @rule(number=numbers, way=st.integers(0, 3))
    def push_one_that_only_moves(self, number: int, way: int) -> None:
        """Drops would else be most of the moves, as they are most of the legal ones."""
        if moves := [usi for usi in self.position.legal_moves() if usi[1] != "*"]:
            self._push(moves[number % len(moves)], way)

    @rule(number=numbers, laps=st.integers(1, 4), checks=st.booleans())
    def push_there_and_back(self, number: int, laps: int, checks: bool) -> None:
        """Go round and round, if a way is soon found where every own move gives check by these."""
        own = self._quiet(self.position, checks) or self._quiet(self.position, False)
        for there in (own * 2)[number % len(own) :][:3] if own else ():
            after = self.position.copy()
            after.push(there)
            others = self._quiet(after, False)
            for answer in (others * 2)[number % len(others) :][:3] if others else ():
                between = after.copy()
                between.push(answer)
                back = there[2:] + there[:2]
                if back not in self._quiet(between, checks):
                    continue
                between.push(back)
                if answer[2:] + answer[:2] in between.legal_moves():
                    for usi in (there, answer, back, answer[2:] + answer[:2]) * laps:
                        self._push(usi)
                    return

    @staticmethod
    def _quiet(position: Reference, checks: bool) -> list[str]:
        """Return the legal moves that can be gone back on; of checks alone, if so wished."""
        return [
            usi
            for usi in position.legal_moves()
            if len(usi) == 4
            and usi[1] != "*"
            and not position.is_capture(usi)
            and (not checks or position.gives_check(usi))
        ]

    @rule(code=st.integers(0, 2**15 - 1))
    def push_what_is_not_legal(self, code: int) -> None:
        try:
            move = sf.Move.from_int(code)
        except sf.InvalidMoveError:
            return
        usi = move.usi()
        if usi in self.position.legal_moves():
            return
        assert not self.board.is_legal(move)
        board = self.board
        self._refused(
            sf.IllegalMoveError,
            lambda: board.push(move),
            lambda: board.push_usi(usi),
            lambda: board.parse_usi(usi),
        )
        if usi not in self.position.possible_moves():
            self._refused(sf.IllegalMoveError, lambda: board.push_unchecked(move))

    @rule(number=numbers)
    def push_unchecked_what_is_not_legal(self, number: int) -> None:
        wrong = sorted(self.position.pseudo_legal_moves() - set(self.position.legal_moves()))
        if wrong:
            usi = wrong[number % len(wrong)]
            move = sf.Move.from_usi(usi)
            self._refused(sf.IllegalMoveError, lambda: self.board.push(move))
            self.board.push_unchecked(move)
            self.game.push(usi)
            self.seen.add("illegal move made")

    @rule()
    def push_pass(self) -> None:
        board = self.board
        # Not as a move: no rule allows it.
        self._refused(
            sf.IllegalMoveError,
            lambda: board.push(sf.Move.NULL),
            lambda: board.push_usi(PASS),
            lambda: board.push_unchecked(sf.Move.NULL),
        )
        if self.position.is_check():
            self._refused(sf.IllegalMoveError, self.board.push_pass)
            self.seen.add("pass refused")
        else:
            self.board.push_pass()
            self.game.push(PASS)
            self.seen.add("pass")

    @rule(number=st.integers(1, 6))
    def pop(self, number: int) -> None:
        for _ in range(number):
            if not self.game.moves:
                self._refused(IndexError, self.board.pop, self.board.peek)
                return
            assert self.board.pop() is sf.Move.from_usi(self.game.pop())

    # -- Copies -------------------------------------------------------------------------------

    @rule(way=st.sampled_from(COPIES))
    def duplicate(self, way: Callable[[sf.Board], sf.Board]) -> None:
        self._leave(way(self.board))

    @rule()
    def write_and_read_usi(self) -> None:
        game = Game(self.game.positions[0])
        for usi in self.game.moves:
            if usi != PASS and usi not in game.position.legal_moves():
                return  # made without a look at the rules: the text can be written, but not read
            game.push(usi)
        if self._readable(game.positions[0]):
            self._leave(sf.Board.from_usi(self.board.usi()))

    @rule(which=st.sampled_from(("root", "rotate", "mirror", "copy")))
    def make_another(self, which: str) -> None:
        if which == "copy":
            self._leave(self.board.copy(stack=False))
            self.game = Game(self.position)
            return
        if which == "root":
            position = self.game.positions[0]
        else:
            position = turned(self.position) if which == "rotate" else mirrored(self.position)
        self._leave(getattr(self.board, which)())
        self._edit(position)

    # -- Editing: a single rule, as it forgets all moves --------------------------------------

    @rule(which=st.sampled_from(EDITS), data=st.data())
    def edit(self, which: str, data: st.DataObject) -> None:
        getattr(self, which)(data.draw)

    def set_sfen(self, draw: Draw) -> None:
        sfen = draw(sfens)
        if flags(sfen):
            self._refused(sf.InvalidSfenError, lambda: self.board.set_sfen(sfen, strict=True))
            self.board.set_sfen(sfen)
        else:
            self.board.set_sfen(sfen, strict=True)
        self.game = Game(Reference(sfen))

    def set_sfen_that_is_refused(self, draw: Draw) -> None:
        sfen = draw(st.sampled_from(BAD_SFENS))
        self._refused(sf.InvalidSfenError, lambda: self.board.set_sfen(sfen))

    def reset(self, draw: Draw) -> None:
        self.board.reset()
        self.game = Game(Reference(START))

    def clear(self, draw: Draw) -> None:
        self.board.clear()
        self.game = Game(Reference("9/9/9/9/9/9/9/9/9 b - 1"))

    def set_piece_at(self, draw: Draw) -> None:
        square, symbol = draw(squares), draw(st.sampled_from(SYMBOLS))
        piece = sf.Piece.from_symbol(symbol)
        position = self.position.copy()
        position.board[CELL[NAMES[square]]] = symbol
        if men(position) > 40 or (symbol in KING and position.board.count(symbol) > 1):
            self._refused(ValueError, lambda: self.board.set_piece_at(square, piece))
            self.seen.add("piece refused")
        else:
            self.board.set_piece_at(square, piece)
            self._edit(position)

    def remove_piece_at(self, draw: Draw) -> None:
        square, way = draw(squares), draw(st.booleans())
        position = self.position.copy()
        symbol = position.board[CELL[NAMES[square]]]
        position.board[CELL[NAMES[square]]] = EMPTY
        if way:
            self.board.set_piece_at(square, None)
        else:
            expected = sf.Piece.from_symbol(symbol) if symbol else None
            assert self.board.remove_piece_at(square) == expected
        self._edit(position)

    def set_hand(self, draw: Draw) -> None:
        color, kind, count = draw(colors), draw(st.sampled_from("PLNSBRG")), draw(counts)
        position = self.position.copy()
        position.hands[kind.lower() if color else kind] = count
        piece_type = " PLNSBRG".index(kind)
        if not 0 <= count <= SET[kind] or men(position) > 40:
            self._refused(ValueError, lambda: self.board.set_hand(color, piece_type, count))
            self.seen.add("hand refused")
        else:
            self.board.set_hand(color, piece_type, count)
            self._edit(position)

    def set_turn(self, draw: Draw) -> None:
        color = draw(st.integers(-1, 2))

        def turn() -> None:
            self.board.turn = color  # type: ignore[assignment]

        if color not in (0, 1):
            self._refused(ValueError, turn)
            return
        turn()
        position = self.position.copy()
        position.turn = color
        self._edit(position)

    def set_ply(self, draw: Draw) -> None:
        number = draw(st.sampled_from((-1, 0, 1, 256, 500, 501, 99_999, 100_000, 2**64)))

        def ply() -> None:
            self.board.ply = number

        if not 0 <= number <= 99_999:
            self._refused(ValueError, ply)
            return
        ply()
        position = self.position.copy()
        position.ply = number
        self._edit(position)

    def set_packed(self, draw: Draw) -> None:
        """Thirty-two bytes hold any board with both kings and no more men than a set."""
        position = self.position
        if None in position.kings or "surplus" in flags(position.sfen()):
            self._refused(ValueError, self.board.packed)
            return
        self.board.set_packed(self.board.packed())
        position = position.copy()
        position.ply = 1
        self._edit(position)
        self.seen.add("packed")

    # -- What must hold -----------------------------------------------------------------------

    @staticmethod
    def _readable(position: Reference) -> bool:
        """Tell whether SFEN text can describe a position: moves may lead beyond that."""
        return position.ply <= 99_999 and all(
            position.hands[piece] <= SET[piece.upper()] for piece in HAND[0] + HAND[1]
        )

    @invariant()
    def everything_agrees(self) -> None:
        board, position = self.board, self.position
        sfen = position.sfen()
        assert board.sfen() == sfen
        assert board.move_stack == [sf.Move.from_usi(usi) for usi in self.game.moves]
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
        if self.game.moves:
            assert board.peek() is sf.Move.from_usi(self.game.moves[-1])
        moves = position.legal_moves()
        assert sorted(move.usi() for move in board.legal_moves) == moves
        assert len(board.legal_moves) == len(moves)
        assert board.is_check() == position.is_check()
        assert set(board.checkers().names()) == position.checkers()
        assert board.status() == sum(STATUS[flag] for flag in flags(sfen))
        assert board.key == key_of(sfen)
        if self._readable(position):
            fresh = sf.Board(sfen)
            assert board == fresh
            assert board.key == fresh.key

    @invariant()
    def the_end_agrees(self) -> None:
        self._compare_repetition()
        game = self.game
        ending = game.ending()
        for preset in ("csa", "jsa_amateur", "handicap"):
            self._compare_outcome(preset, ending)
        self._compare_outcome("jsa", game.ending(plies=500, extended=True))
        self._compare_outcome(PRESETS["csa"]._replace(max_plies=500), game.ending(plies=500))

    def _compare_repetition(self) -> None:
        board, game = self.board, self.game
        self.seen.add(game.repetition())
        self.seen.add(game.search_repetition())
        assert board.repetition_count() == game.repetition_count()
        assert board.repetition() is VERDICTS[game.repetition()]
        assert board.search_repetition().name == game.search_repetition()

    def _compare_outcome(self, rules: Any, ending: Ending | None) -> None:
        outcome = self.board.outcome(rules)
        assert self.board.is_game_over(rules) is (ending is not None)
        if ending is None:
            assert outcome is None
        else:
            assert outcome is not None
            assert (outcome.winner, outcome.termination.name) == ending
            self.seen.add(ending.reason)

    @invariant()
    def what_was_left_is_as_it_was(self) -> None:
        Machine.steps += 1
        for board, state in self.left:
            assert state_of(board) == state


def test_random_sequences() -> None:
    Machine.steps = 0
    Machine.seen = set()
    # Each game whole, as what it leads to is too much to ask of chance.
    for game, ply, asking in itertools.product(STARTING_GAMES, (1, 496), (False, True)):
        machine = Machine()
        machine.start(game, ply, plies=20, asking=asking)
        machine.the_end_agrees()
        machine.push_pass()
        machine.everything_agrees()
        machine.teardown()
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            phases=[phase for phase in Phase if phase is not Phase.explain],
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
    # An invariant is asked once at the start of each machine and once after each step.
    assert Machine.steps - EXAMPLES >= 2_000
    # The steps are of use only if they lead to all of this.
    missing = EXPECTED - Machine.seen
    assert not missing
