"""Measure shogi_fast against other shogi libraries, in one run.

    python -m pip install '.[bench]'
    python benchmarks/compare.py                        # perft, in two to three minutes
    python benchmarks/compare.py --python-calls         # single calls as well
    python benchmarks/compare.py --check                # exit status 1 if a ratio is too small
    python benchmarks/compare.py --write README.md      # put the tables between its two markers

With shogi_fast built in place instead, set ``PYTHONPATH=src``. Times are CPU times of one thread.
Libraries take turns, and every answer is compared with the known one: a wrong one ends the run.
"""

import argparse
import gc
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path

from machine import library_version
from peers import COUNTS, Count
from playouts import AT_LEAST, plies_a_second
from python_calls import (
    CALL_PEERS,
    CALLS,
    NOTHING,
    RUNS,
    CallResult,
    prepare_nothing,
    time_call,
)
from report import conditions, write_between_markers
from workloads import WORKLOADS, WrongAnswer

OURS = "shogi_fast"
PEERS = ("cshogi", "rsshogi", "python-shogi")
METHODS = {
    "pairs": "last two plies together",
    "bulk": "last ply counted",
    "visit": "every move made",
}
SECONDS_A_TIMING = 0.05  # at least: a count that takes less is repeated


@dataclass(frozen=True)
class Row:
    """A count to time: how, where, to which depth by each library, and what is asked of us."""

    method: str
    position: str
    depths: dict[str, int]
    at_least: float
    """Our rate must be so many times that of cshogi."""

    @property
    def name(self) -> str:
        """What the row counts, in words."""
        return f"{self.position}, depth {self.depths[OURS]}, {METHODS[self.method]}"


# The slower a library, the smaller its depth; we are then timed at that depth as well.
ROWS = [
    Row("pairs", "start", {OURS: 6, "cshogi": 5, "rsshogi": 4, "python-shogi": 2}, 15),
    Row("pairs", "mid", {OURS: 4, "cshogi": 3, "rsshogi": 3, "python-shogi": 1}, 15),
    Row("pairs", "max", {OURS: 3, "cshogi": 3, "rsshogi": 2, "python-shogi": 1}, 15),
    Row("bulk", "start", {OURS: 5, "cshogi": 5, "rsshogi": 4, "python-shogi": 2}, 4),
    Row("bulk", "mid", {OURS: 3, "cshogi": 3, "rsshogi": 3, "python-shogi": 1}, 4.5),
    Row("bulk", "max", {OURS: 3, "cshogi": 3, "rsshogi": 2, "python-shogi": 1}, 10),
    Row("visit", "start", {OURS: 5, "cshogi": 5, "rsshogi": 4, "python-shogi": 2}, 6),
]


@dataclass(frozen=True)
class RowResult:
    """Nodes a second by library, and ours over theirs at their depth."""

    row: Row
    rates: dict[str, float]
    ratios: dict[str, float]


def checked_time(count: Count, sfen: str, depth: int, nodes: int, loops: int = 1) -> float:
    """Return the CPU seconds of one count, the mean of so many; raise WrongAnswer if it is wrong."""
    answers = set()
    start = time.process_time()
    for _ in range(loops):
        answers.add(count(sfen, depth))
    seconds = time.process_time() - start
    if answers != {nodes}:
        raise WrongAnswer(f"{count.__name__}: {answers}, not {nodes}, at depth {depth} of {sfen}")
    return seconds / loops


def best_times(counts: Sequence[partial[float]], repeats: int) -> list[float]:
    """Time each of several counts ``repeats`` times, turn and turn about; return the best."""
    loops, times = [], []
    for timed in counts:
        seconds = timed()
        loops.append(ceil(SECONDS_A_TIMING / max(seconds, 1e-6)))
        # A count too short to be timed alone has only been tried out.
        times.append([seconds] if loops[-1] == 1 else [])
    for _ in range(repeats):
        for i, timed in enumerate(counts):
            if len(times[i]) < repeats:
                times[i].append(timed(loops=loops[i]))
    return [min(seconds) for seconds in times]


def measure_row(row: Row, repeats: int) -> RowResult:
    """Time a row: all libraries, and us at each depth that one of them is timed at."""
    sfen, nodes = WORKLOADS[row.position]
    cases = dict.fromkeys(
        (library, depth) for peer, depth in row.depths.items() for library in (OURS, peer)
    )
    counts = [
        partial(checked_time, COUNTS[library][row.method], sfen, depth, nodes[depth])
        for library, depth in cases
    ]
    times = dict(zip(cases, best_times(counts, repeats), strict=True))
    rates = {library: nodes[depth] / times[library, depth] for library, depth in row.depths.items()}
    ratios = {peer: times[peer, row.depths[peer]] / times[OURS, row.depths[peer]] for peer in PEERS}
    return RowResult(row, rates, ratios)


def significant(number: float, digits: int = 3) -> str:
    """Return a number with so many significant digits, in plain notation."""
    text = f"{number:.{digits - 1}e}"
    places = digits - 1 - int(text.partition("e")[2])
    return f"{float(text):,.{max(places, 0)}f}"


def table(header: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table with aligned columns, so that it is legible as it is."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]

    def line(cells: list[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        return f"| {' | '.join(padded)} |"

    rule = "|".join(["-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])])
    return "\n".join([line(header), f"|{rule}|", *map(line, rows)])


def versioned(libraries: Sequence[str]) -> list[str]:
    """Return libraries with their versions."""
    return [f"{library} {library_version(library)}" for library in libraries]


def perft_table(results: list[RowResult]) -> str:
    """Return the table of rates."""
    rows = []
    for result in results:
        cells = [result.row.name, significant(result.rates[OURS] / 1e6)]
        for peer in PEERS:
            depth = result.row.depths[peer]
            ratio = f"{significant(result.ratios[peer], 2)} ×"
            if depth != result.row.depths[OURS]:
                ratio += f", depth {depth}"
            cells.append(f"{significant(result.rates[peer] / 1e6)} ({ratio})")
        rows.append(cells)
    return table(["Million nodes a second", *versioned((OURS, *PEERS))], rows)


def calls_table(results: list[CallResult]) -> str:
    """Return the table of single calls."""
    rows = []
    for result in results:
        limit = result.call.at_most[result.position]
        cells = [
            f"`{result.call.name}`, {result.position}",
            f"{result.seconds[NOTHING] * 1e9:,.0f}",
            f"{result.seconds[OURS] * 1e9:,.0f}",
        ]
        for peer in CALL_PEERS:
            if peer not in result.seconds:
                cells.append("-")
                continue
            ratio = significant(result.ratio(peer), 2)
            if peer == "cshogi" and limit is not None:
                ratio += f"; ≤ {limit:.2f}"
            cells.append(f"{result.seconds[peer] * 1e9:,.0f} ({ratio})")
        rows.append(cells)
    return table(["Nanoseconds a call", NOTHING, *versioned((OURS, *CALL_PEERS))], rows)


def playouts_line(rates: dict[str, float]) -> str:
    """Return the sentence on whole random games."""
    others = ", ".join(
        f"{versioned([library])[0]} {significant(rate / 1000)} "
        f"({significant(rates[OURS] / rate, 2)} ×)"
        for library, rate in rates.items()
        if library != OURS
    )
    return (
        "Random games to their end, with a list of the legal moves at each ply, thousand plies a "
        f"second: {versioned([OURS])[0]} {significant(rates[OURS] / 1000)}, {others}."
    )


def perft_failures(results: list[RowResult]) -> list[str]:
    """Return what is slower than it should be."""
    return [
        f"{result.row.name}: {result.ratios['cshogi']:.2f} times cshogi's rate, "
        f"not {result.row.at_least:g}"
        for result in results
        if result.ratios["cshogi"] < result.row.at_least
    ]


def calls_failures(results: list[CallResult]) -> list[str]:
    """Return what is slower than it should be."""
    failures = []
    for result in results:
        limit = result.call.at_most[result.position]
        if limit is not None and result.ratio("cshogi") > limit:
            failures.append(
                f"{result.call.name}, {result.position}: {result.ratio('cshogi'):.2f} "
                f"of cshogi's time, not {limit:g}"
            )
        failures += [
            f"{result.call.name}, {result.position}: {ratio:.2f} of {peer}'s time"
            for peer in CALL_PEERS
            if peer in result.seconds and peer != "cshogi" and (ratio := result.ratio(peer)) > 1
        ]
    return failures


def perft_notes(repeats: int) -> str:
    """Return what a reader of the table of rates must know."""
    return (
        f"CPU time of one thread, best of {repeats}, libraries taking turns. `n ×`: shogi_fast has "
        "n times the rate, at the same depth. Others are driven from Python by the fastest way "
        "they allow, such as `len(board.legal_moves)` at the last ply."
    )


def calls_notes(runs: int) -> str:
    """Return what a reader of the table of calls must know."""
    return (
        f"CPU time, medians of {runs} runs, libraries taking turns; in brackets shogi_fast's time "
        f"over theirs. {NOTHING}: an empty method with our signature, called the same way. `push` "
        "and `is_legal` go through all legal moves of the position. A dash: the library has no "
        "such call, or, in lists of moves, leaves out legal ones. `key` alone is asked again in an "
        "unchanged position."
    )


def positions_note() -> str:
    """Return which positions the names in the tables mean."""
    named = "; ".join(f"{name} `{workload.sfen}`" for name, workload in WORKLOADS.items())
    return f"Positions: {named}."


def tell(text: str) -> None:
    """Say on stderr how far the run is."""
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure shogi_fast against other libraries.")
    parser.add_argument("--python-calls", action="store_true", help="time single calls as well")
    parser.add_argument("--no-perft", action="store_true", help="leave out the perft table")
    parser.add_argument("--repeats", type=int, default=5, help="best of how many (perft)")
    parser.add_argument("--runs", type=int, default=RUNS, help="median of how many (calls)")
    parser.add_argument("--check", action="store_true", help="exit status 1 if a ratio is missed")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables in this file")
    arguments = parser.parse_args()
    if arguments.no_perft and not arguments.python_calls:
        parser.error("nothing to measure")

    paragraphs, failures = [], []
    gc.disable()  # as timeit does
    try:
        if not arguments.no_perft:
            perft = []
            for row in ROWS:
                tell(row.name)
                perft.append(measure_row(row, arguments.repeats))
            paragraphs += [perft_table(perft), perft_notes(arguments.repeats)]
            failures += perft_failures(perft)
        if arguments.python_calls:
            prepare_nothing()
            calls = []
            for call in CALLS:
                tell(call.name)
                calls += [
                    time_call(call, position, [NOTHING, OURS, *CALL_PEERS], arguments.runs)
                    for position in call.at_most
                ]
            tell("random games")
            rates = plies_a_second(arguments.runs)
            paragraphs += [calls_table(calls), calls_notes(arguments.runs), playouts_line(rates)]
            failures += calls_failures(calls)
            if rates[OURS] < AT_LEAST * rates["cshogi"]:
                failures.append(
                    f"random games: {rates[OURS] / rates['cshogi']:.2f} times cshogi's rate, "
                    f"not {AT_LEAST:g}"
                )
    except WrongAnswer as problem:
        tell(f"wrong answer: {problem}")
        return 2
    text = "\n\n".join(
        [*paragraphs, positions_note(), conditions("benchmarks/compare.py", arguments.write)]
    )
    print(text)
    if arguments.write is not None:
        write_between_markers(arguments.write, text)
    if arguments.check:
        for failure in failures:
            tell(f"TOO SLOW {failure}")
        return 1 if failures else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
