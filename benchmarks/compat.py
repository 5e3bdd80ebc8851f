"""Programs of other libraries, unchanged, on shogi_fast.compat and on the library itself.

    python benchmarks/compat.py                             # print the table
    python benchmarks/compat.py --check                     # and fail where a limit is not kept
    python benchmarks/compat.py --library cshogi
    python benchmarks/compat.py --write docs/migrating.md   # put it between the page's two markers

Both run in one process, turn and turn about, in CPU time; every row asserts its answer. A row is a
``Row`` in a list of ``rows_of_...``; to add a library, add a module's name and its rows to LIBRARIES.
"""

import argparse
import gc
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from machine import library_version
from report import conditions, write_between_markers
from workloads import WORKLOADS, WrongAnswer

import shogi_fast.compat.cshogi

RUNS = 7


@dataclass(frozen=True)
class Row:
    """A piece of work, made ready for each of two modules, and how fast ours must be."""

    name: str
    setup: Callable[[ModuleType], Callable[[], Any]]
    """Given a module, returns the code to time: a function without arguments."""
    answer: Any
    """What the code must return."""
    at_least: float | None = None
    """How many times as fast as the library ours must be; None asks for nothing."""
    units: int = 1
    """How many of what the row is about one call does: the time printed is that of one."""
    loops: tuple[int, int] = (1, 1)
    """How often a run calls the library's code, and ours: long enough for the clock."""


# ---- python-shogi ----------------------------------------------------------------------------

NODES = WORKLOADS["start"].nodes[3]


def visit(board: Any, depth: int) -> int:
    """Count by making every move, the last one too."""
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += visit(board, depth - 1)
        board.pop()
    return count


def bulk(board: Any, depth: int) -> int:
    """Count the legal moves of the last ply without making them."""
    if depth == 1:
        return len(board.legal_moves)
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += bulk(board, depth - 1)
        board.pop()
    return count


READS = 2_000

# What a program reads of a board between moves, and what must be so of the last value.
READ_OF_PYTHON_SHOGI: list[tuple[str, str]] = [
    ("board.pieces", "value.count(0)"),
    ("board.piece_bb", "sum(value)"),
    ("board.pieces_in_hand", "[sorted(hand.items()) for hand in value]"),
    ("board.king_squares", "list(value)"),
    ("board.occupied.bits", "value"),
    ("board.occupied.l45", "value"),
    ("board.attacks_from(ROOK, E5, board.occupied, BLACK)", "value"),
]


def reads(call: str, known: str, moves: bool) -> Callable[[ModuleType], Callable[[], Any]]:
    """Return the setup for something that is read many times, perhaps each time after a move."""

    def setup(module: ModuleType) -> Callable[[], Any]:
        names: dict[str, Any] = {**vars(module), "sfen": WORKLOADS["mid"].sfen}
        before, after = ("board.push(move); ", "; board.pop()") if moves else ("", "")
        exec(  # noqa: S102
            "board = Board(sfen)\n"
            "move = next(iter(board.legal_moves))\n"
            f"def work(board=board, move=move, ROOK=ROOK, E5=E5, BLACK=BLACK):\n"
            f"    for _ in range({READS}): {before}value = {call}{after}\n"
            f"    return {known}",
            names,
        )
        work: Callable[[], Any] = names["work"]
        return work

    return setup


def rows_of_reading() -> list[Row]:
    """Return the rows for what a program reads of a board of python-shogi."""
    ours = importlib.import_module("shogi_fast.compat.shogi")
    return [
        Row(
            f"push, {call}, pop" if moves else call,
            reads(call, known, moves),
            reads(call, known, moves)(ours)(),
            units=READS,
        )
        for moves in (False, True)
        for call, known in READ_OF_PYTHON_SHOGI
    ]


def rows_of_python_shogi() -> list[Row]:
    """Return the rows for python-shogi."""
    return [
        Row(
            "perft 3, every move made",
            lambda module: lambda: visit(module.Board(), 3),
            NODES,
            at_least=80,
            units=NODES,
            loops=(1, 20),
        ),
        Row(
            "perft 3, len(legal_moves) last",
            lambda module: lambda: bulk(module.Board(), 3),
            NODES,
            at_least=500,
            units=NODES,
            loops=(1, 100),
        ),
        *rows_of_reading(),
    ]


# ---- cshogi ----------------------------------------------------------------------------------

PLIES = 100
GAMES = 20


def random_games() -> list[list[int]]:
    """Return games of random moves, the same ones each time."""
    choose = random.Random(1)
    games = []
    for _ in range(GAMES):
        board = shogi_fast.compat.cshogi.Board()
        while board.move_number <= PLIES and not board.is_game_over():
            board.push(choose.choice(list(board.legal_moves)))
        games.append(board.history)
    return games


def playouts(module: Any, games: list[list[int]]) -> int:
    """Play random games, which are known so that all play the same, and count the moves seen."""
    choose = random.Random(1)
    seen = 0
    for game in games:
        board = module.Board()
        for move in game:
            moves = list(board.legal_moves)
            seen += len(moves)
            choose.choice(moves)
            board.push(move)
    return seen


def repeated(call: str, known: str, times: int, each: bool = False) -> Callable[..., Any]:
    """Return the setup for a call that is made many times, and what to say of the last value."""

    def setup(module: ModuleType, sfen: str) -> Callable[[], Any]:
        body = f"for move in moves: value = {call}" if each else f"value = {call}"
        names = {"module": module, "sfen": sfen}
        exec(  # noqa: S102
            "board = module.Board(sfen)\nmoves = list(board.legal_moves)\n"
            "move_to_usi = module.move_to_usi\n"
            f"def work(board=board, moves=moves, sfen=sfen, move_to_usi=move_to_usi):\n"
            f"    for _ in range({times}):\n        {body}\n    return {known}",
            names,
        )
        work: Callable[[], Any] = names["work"]  # type: ignore[assignment]
        return work

    return setup


# Name, call, what to say of the last value, whether for each legal move, and the most of their time
# that ours may take.
CALLS_OF_CSHOGI: list[tuple[str, str, str, bool, float]] = [
    ("list(legal_moves)", "list(board.legal_moves)", "sorted(value) == sorted(moves)", False, 1.0),
    ("len(legal_moves)", "len(board.legal_moves)", "value == len(moves)", False, 1.0),
    ("push + pop", "(board.push(move), board.pop())", "value[1] == move", True, 1.0),
    ("is_legal", "board.is_legal(move)", "value", True, 1.0),
    ("is_check", "board.is_check()", "not value", False, 1.15),
    ("set_sfen", "board.set_sfen(sfen)", "board.sfen() == sfen", False, 1.0),
    ("sfen", "board.sfen()", "value == sfen", False, 1.0),
    ("copy", "board.copy()", "value.sfen() == sfen", False, 1.0),
    ("zobrist_hash", "board.zobrist_hash()", "value > 0", False, 1.0),
    ("move_to_usi", "move_to_usi(move)", "len(value) in (4, 5)", True, 1.0),
]


def rows_of_cshogi() -> list[Row]:
    """Return the rows for cshogi."""
    rows = []
    for name, call, known, each, at_most in CALLS_OF_CSHOGI:
        for position in ("start", "mid", "max"):
            sfen, number = WORKLOADS[position].sfen, WORKLOADS[position].nodes[1]
            times = 40 if each or name.startswith("list") else 2_000
            setup = repeated(call, known, times, each)
            rows.append(
                Row(
                    f"{name}, {position}",
                    lambda module, setup=setup, sfen=sfen: setup(module, sfen),
                    True,
                    at_least=1 / at_most,
                    units=times * (number if each else 1),
                )
            )
    games = random_games()
    rows.append(
        Row(
            "random playout, a ply",
            lambda module: lambda: playouts(module, games),
            playouts(shogi_fast.compat.cshogi, games),
            at_least=1.0,
            units=sum(map(len, games)),
        )
    )
    return rows


# ---- measuring -------------------------------------------------------------------------------

# Name for --library, the library's module, our module, the rows.
LIBRARIES: list[tuple[str, str, str, Callable[[], list[Row]]]] = [
    ("python-shogi", "shogi", "shogi_fast.compat.shogi", rows_of_python_shogi),
    ("cshogi", "cshogi", "shogi_fast.compat.cshogi", rows_of_cshogi),
]


def seconds_of(code: Callable[[], Any], loops: int, row: Row) -> float:
    """Return the CPU time of one call; raise WrongAnswer if it is wrong."""
    start = time.process_time()
    for _ in range(loops):
        answer = code()
    taken = (time.process_time() - start) / loops
    if answer != row.answer:
        raise WrongAnswer(f"{row.name}: {answer!r}, not {row.answer!r}")
    return taken


def measure(row: Row, theirs: ModuleType, ours: ModuleType, runs: int) -> tuple[float, float]:
    """Return the median CPU time of the library's code and of ours."""
    code = (row.setup(theirs), row.setup(ours))
    times: tuple[list[float], list[float]] = ([], [])
    gc.disable()
    try:
        for _ in range(runs):
            for which in range(2):
                times[which].append(seconds_of(code[which], row.loops[which], row))
    finally:
        gc.enable()
    return statistics.median(times[0]), statistics.median(times[1])


def figure(number: float) -> str:
    """Return a number with two or three digits that count, and none that do not."""
    if number >= 100:
        return f"{float(f'{number:.2g}'):,.0f}"
    return f"{number:.2g}"


def line(row: Row, slow: float, fast: float) -> str:
    """Return a line of the table: times of one call, and how many times as fast ours is."""
    limit = "" if row.at_least is None else f" (≥ {figure(row.at_least)})"
    return (
        f"| {row.name} | {slow / row.units * 1e9:,.0f} | {fast / row.units * 1e9:,.0f} "
        f"| {figure(slow / fast)}{limit} |"
    )


def main() -> int:
    """Print the table, and return 1 if a limit is not kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail where a limit is not kept")
    parser.add_argument("--library", choices=[name for name, *_ in LIBRARIES])
    parser.add_argument("--runs", type=int, default=RUNS, help="median of how many")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table in this page")
    arguments = parser.parse_args()
    failed = []
    parts = []
    for name, module, compat, rows in LIBRARIES:
        if arguments.library not in (None, name):
            continue
        theirs, ours = importlib.import_module(module), importlib.import_module(compat)
        version = library_version(name)
        lines = [
            f"| | {name} {version}, ns | shogi_fast, ns | times as fast |",
            "|---|--:|--:|--:|",
        ]
        for row in rows():
            slow, fast = measure(row, theirs, ours, arguments.runs)
            lines.append(line(row, slow, fast))
            print(lines[-1], file=sys.stderr, flush=True)
            if row.at_least is not None and slow / fast < row.at_least:
                failed.append(f"{name}, {row.name}: {slow / fast:.3g} times, not {row.at_least:g}")
        parts.append("\n".join(lines))
    note = (
        f"CPU time of a call (of perft and playouts, for each node or ply), medians of "
        f"{arguments.runs} runs, the two taking turns. In brackets what the benchmark asks for."
    )
    text = "\n\n".join([*parts, note, conditions("benchmarks/compat.py", arguments.write)])
    print(text)
    if arguments.write is not None:
        write_between_markers(arguments.write, text)
    for failure in failed:
        print(f"TOO SLOW {failure}", file=sys.stderr)
    return int(arguments.check and bool(failed))


if __name__ == "__main__":
    sys.exit(main())
