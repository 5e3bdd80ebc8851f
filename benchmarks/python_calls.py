"""Single calls from Python: what each costs, beside the same call of other libraries.

A row is a ``Call``; to add one, add it to ``CALLS``. ``compare.py --python-calls`` runs them.
"""

import random
import statistics
import time
import timeit
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import Any

import pyximport
from workloads import WORKLOADS, WrongAnswer

import shogi_fast

# Those that are in the registry and have a board with such calls.
CALL_PEERS = ("cshogi", "rsshogi", "nshogi", "python-shogi")
RUNS = 15
SECONDS_A_RUN = 0.01
NOTHING = "do-nothing"
BUILD = Path(__file__).parents[1] / "build" / "benchmarks"

# What happens before the clock starts. `sfen` and `game`, a list of moves in USI, are given.
SETUP = {
    "shogi_fast": "from shogi_fast import Board",
    NOTHING: "from nothing import Board",
    "cshogi": "from cshogi import Board",
    "rsshogi": "from rsshogi.core import Board",
    "nshogi": "from nshogi.io.sfen import make_state_from_sfen as Board, move_from_sfen",
    "python-shogi": "from shogi import Board; from copy import deepcopy",
}
MOVES = {
    NOTHING: "import shogi_fast; moves = list(shogi_fast.Board(sfen).legal_moves)",
    "rsshogi": "moves = board.legal_moves()",
    "nshogi": "moves = list(board.legal_moves)",
}
LIST_MOVES = "moves = list(board.legal_moves)"
PLAY = {
    "nshogi": "for usi in game: board.do_move(move_from_sfen(board, usi))",
}
PLAY_USI = "for usi in game: board.push_usi(usi)"


@dataclass(frozen=True)
class Call:
    """A call of our interface, and what others have in its place."""

    name: str
    ours: str
    """The code to time. `board` is the position's board, `Board` its class."""
    known: str
    """What must be true afterwards, with `value` the value of the code (for ``each``, the list of
    them), `number` the number of legal moves, `sfen` the position, and `sfen_of`."""
    at_most: dict[str, float | None]
    """The positions, and what our time over cshogi's may be there; None asks for nothing."""
    theirs: Mapping[str, str | None] = field(default_factory=dict)
    """The code of the libraries in which it is another than ours; None if one has no such call."""
    each: bool = False
    """Whether the code runs once for each legal move of the position, `move`."""
    plies: int = 0
    """How many moves are played from the position first."""

    def setup(self, library: str) -> str:
        """Return the code that makes everything ready for a library."""
        steps = [SETUP[library], "board = Board(sfen)", MOVES.get(library, LIST_MOVES)]
        if library != NOTHING:
            steps.append(PLAY.get(library, PLAY_USI))
        return "\n".join(steps)

    def code(self, library: str) -> str | None:
        """Return the code to time for a library; the board that does nothing runs ours."""
        return self.theirs.get(library, self.ours)


PUSH_POP = "board.push(move); board.pop()"
RSSHOGI_PUSH_POP = "board.apply_move(move); board.undo_move(move)"
NSHOGI_PUSH_POP = "board.do_move(move); board.undo_move()"
HASH = "board.zobrist_hash()"
REPETITION = {
    "cshogi": "board.is_draw()",
    "rsshogi": "board.is_repetition()",
    "nshogi": "board.get_repetition(True)",
    "python-shogi": "board.is_fourfold_repetition()",
}


def between_push_and_pop(codes: dict[str, str]) -> dict[str, str]:
    """Return what libraries have for a call after each legal move, which is then taken back."""
    push_pop = {"rsshogi": RSSHOGI_PUSH_POP, "nshogi": NSHOGI_PUSH_POP}
    return {
        library: f"; {code}; ".join(push_pop.get(library, PUSH_POP).split("; "))
        for library, code in codes.items()
    }


CALLS = [
    Call(
        "list(legal_moves)",
        "list(board.legal_moves)",
        "len(value) == number",
        {"start": 0.40, "mid": 0.25, "max": 0.22},
        # nshogi leaves out moves that do not promote.
        {"rsshogi": "board.legal_moves()", "nshogi": None},
    ),
    Call(
        "len(legal_moves)",
        "len(board.legal_moves)",
        "value == number",
        {"start": 0.60, "mid": 0.35, "max": None},
        {"rsshogi": "len(board.legal_moves())", "nshogi": None},
    ),
    Call(
        "push + pop",
        PUSH_POP,
        "sfen_of(board) == sfen",
        {"start": 0.90, "mid": 0.90},
        {"rsshogi": RSSHOGI_PUSH_POP, "nshogi": NSHOGI_PUSH_POP},
        each=True,
    ),
    Call(
        "push_unchecked + pop",
        "board.push_unchecked(move); board.pop()",
        "sfen_of(board) == sfen",
        {"start": 0.65, "mid": 0.65},
        {
            "cshogi": PUSH_POP,
            "rsshogi": RSSHOGI_PUSH_POP,
            "nshogi": NSHOGI_PUSH_POP,
            "python-shogi": PUSH_POP,
        },
        each=True,
    ),
    Call(
        "is_check()",
        "board.is_check()",
        "not value",
        {"start": 1.15, "mid": 1.15},
        {"rsshogi": "board.is_in_check()", "nshogi": "board.is_in_check"},
    ),
    Call(
        "is_legal(move)",
        "board.is_legal(move)",
        "all(value)",
        {"start": 1.0, "mid": 1.0},
        {"rsshogi": "board.is_legal_move(move)", "nshogi": None},
        each=True,
    ),
    Call("Board(sfen)", "Board(sfen)", "sfen_of(value) == sfen", {"start": 0.20, "mid": 0.20}),
    Call(
        "sfen()",
        "board.sfen()",
        "value == sfen",
        {"start": 0.35, "mid": 0.35},
        dict.fromkeys(("rsshogi", "nshogi"), "board.to_sfen()"),
    ),
    Call(
        "copy()",
        "board.copy()",
        "sfen_of(value) == sfen",
        {"start": 0.10, "mid": 0.10},
        {"python-shogi": "deepcopy(board)", "nshogi": "board.clone()"},
    ),
    Call(
        "copy() after 60 plies",
        "board.copy()",
        "sfen_of(value) == sfen_of(board) != sfen",
        {"start": 0.05},
        {"python-shogi": "deepcopy(board)", "nshogi": "board.clone()"},
        plies=60,
    ),
    Call(
        "key",
        "board.key",
        "value != 0",
        {"start": 0.95, "mid": 0.95},
        {**dict.fromkeys(("cshogi", "rsshogi", "python-shogi"), HASH), "nshogi": "board.hash"},
    ),
    Call(
        "push + key + pop",
        "board.push(move); board.key; board.pop()",
        "sfen_of(board) == sfen",
        {"start": None, "mid": None},
        between_push_and_pop(
            {
                **dict.fromkeys(("cshogi", "rsshogi", "python-shogi"), HASH),
                "nshogi": "board.hash",
            }
        ),
        each=True,
    ),
    Call(
        "repetition()",
        "board.repetition()",
        "int(value) in (0, 5) or 'NO_REPETITION' in str(value).upper()",
        {"start": 1.0, "mid": 1.0},
        REPETITION,
    ),
    Call(
        "repetition() after 200 plies",
        "board.repetition()",
        "int(value) in (0, 5) or 'NO_REPETITION' in str(value).upper()",
        {"start": 1.0},
        REPETITION,
        plies=200,
    ),
    Call(
        "push + repetition() + pop",
        "board.push(move); board.repetition(); board.pop()",
        "sfen_of(board) == sfen",
        {"start": None, "mid": None},
        between_push_and_pop(REPETITION),
        each=True,
    ),
]


@dataclass(frozen=True)
class CallResult:
    """What a row gave: the median seconds of one call, by library that has it."""

    call: Call
    position: str
    seconds: dict[str, float]

    def ratio(self, library: str) -> float:
        """Return our time over a library's."""
        return self.seconds["shogi_fast"] / self.seconds[library]


def sfen_of(board: Any) -> str:
    """Return the SFEN of any library's board."""
    text: str = board.to_sfen() if hasattr(board, "to_sfen") else board.sfen()
    return text


def random_game(sfen: str, plies: int) -> list[str]:
    """Return moves from a position in USI, chosen at random, but the same each time."""
    choose = random.Random(1)
    board = shogi_fast.Board(sfen)
    moves = []
    for _ in range(plies):
        moves.append(choose.choice(list(board.legal_moves)))
        board.push(moves[-1])
    return [move.usi() for move in moves]


def check_answer(call: Call, library: str, code: str, given: dict[str, Any]) -> None:
    """Raise WrongAnswer unless a library's code does what it should."""
    outcome: list[bool] = []
    if ";" in code:
        run = f"for move in moves: {code}"
    else:
        run = f"value = {f'[{code} for move in moves]' if call.each else code}"
    # The way timeit runs code, so that what is checked is what is timed.
    timeit.Timer(
        f"{run}\noutcome.append(bool({call.known}))",
        call.setup(library),
        globals={**given, "sfen_of": sfen_of, "outcome": outcome},
    ).timeit(1)
    if outcome != [True]:
        raise WrongAnswer(f"{library}: not {call.known} after {code} in {given['sfen']}")


def time_call(call: Call, position: str, libraries: list[str], runs: int) -> CallResult:
    """Time a call in a position for several libraries, turn and turn about."""
    workload = WORKLOADS[position]
    number = workload.nodes[1]
    given = {
        "sfen": workload.sfen,
        "number": number,
        "game": random_game(workload.sfen, call.plies),
    }
    timers, loops = {}, {}
    for library in libraries:
        code = call.code(library)
        if code is None:
            continue
        if library != NOTHING:
            check_answer(call, library, code, given)
        timers[library] = timer = timeit.Timer(
            f"for move in moves: {code}" if call.each else code,
            call.setup(library),
            time.process_time,
            given,
        )
        once = timer.timeit(2) / 2
        loops[library] = ceil(SECONDS_A_RUN / max(once, 1e-7))
    seconds: dict[str, list[float]] = {library: [] for library in timers}
    for _ in range(runs):
        for library, timer in timers.items():
            taken = timer.timeit(loops[library]) / loops[library]
            seconds[library].append(taken / (number if call.each else 1))
    return CallResult(call, position, {name: statistics.median(s) for name, s in seconds.items()})


def prepare_nothing() -> None:
    """Compile and import the board that does nothing."""
    hook = pyximport.install(build_dir=str(BUILD), inplace=False, language_level=3)
    import nothing  # noqa: F401

    pyximport.uninstall(*hook)
