"""Measure perft by pairs, by threads and below a frontier, against cshogi in the same run.

    python -m pip install '.[bench]'
    python benchmarks/deep_perft.py           # some six minutes on two cores
    python benchmarks/deep_perft.py --check   # exit status 1 if a ratio is not reached

Three questions. How many times cshogi's rate, driven from Python, does one thread reach without
merging anything? How much faster are two threads than one? How long do depths 7 and 8 of the
initial position take, against the time that cshogi would need for depth 7 at its rate at depth 5?
Counts take turns; times are CPU times where one thread counts, else wall-clock times, so nothing
else should run. Every answer is compared with the known one: a wrong one ends the run.
"""

import argparse
import sys
import time
from collections.abc import Callable

from machine import library_version, processor, python_version
from peers import COUNTS
from workloads import WORKLOADS, WrongAnswer

import shogi_fast

REPEATS = 3
START_7 = 15_086_269_607  # tests/data/perft.csv
START_8 = 416_062_133_009
# Our depth, cshogi's, and how many times its rate is asked of pairs.
RATES = {"start": (6, 5, 15.0), "mid": (4, 3, 15.0)}
THREADS_AT_LEAST = 1.85
# Of the time that cshogi would need for depth 7, at most.
WALL = {7: (START_7, 0.0075), 8: (START_8, 0.06)}

Clock = Callable[[], float]


def timed(count: Callable[[], int], nodes: int | None, clock: Clock) -> tuple[float, int]:
    """Return the seconds of a count, and its answer; raise WrongAnswer if that is not ``nodes``."""
    began = clock()
    answer = count()
    seconds = clock() - began
    if nodes is not None and answer != nodes:
        raise WrongAnswer(f"{answer:,}, not {nodes:,}")
    return seconds, answer


def measure_rates(position: str, depth: int, peer_depth: int) -> tuple[float, float]:
    """Return the best rates of pairs and of cshogi, in nodes a second of CPU time."""
    sfen, nodes = WORKLOADS[position]
    cshogi = COUNTS["cshogi"]["bulk"]
    ours = theirs = 0.0
    for _ in range(REPEATS):
        seconds, answer = timed(
            lambda: cshogi(sfen, peer_depth), nodes[peer_depth], time.process_time
        )
        theirs = max(theirs, answer / seconds)
        seconds, answer = timed(
            lambda: shogi_fast.perft(sfen, depth, method="pairs"), nodes[depth], time.process_time
        )
        ours = max(ours, answer / seconds)
    return ours, theirs


def measure_threads() -> float:
    """Return how many times as fast two threads are as one, on mid at depth 5 by pairs."""
    sfen = WORKLOADS["mid"].sfen
    # No list has this number: it is counted below a frontier first.
    nodes = shogi_fast.perft(sfen, 5, threads=2, frontier=2)
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(REPEATS):
        for threads in (1, 2):
            seconds, _ = timed(
                lambda threads=threads: shogi_fast.perft(sfen, 5, method="pairs", threads=threads),
                nodes,
                time.perf_counter,
            )
            best[threads] = min(best[threads], seconds)
    return best[1] / best[2]


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure deep perft.")
    parser.add_argument("--check", action="store_true", help="exit status 1 if a limit is missed")
    arguments = parser.parse_args()
    print(f"{python_version()}, {processor()}, cshogi {library_version('cshogi')}", flush=True)
    failed = False
    cshogi_rate = 0.0
    for position, (depth, peer_depth, at_least) in RATES.items():
        ours, theirs = measure_rates(position, depth, peer_depth)
        if position == "start":
            cshogi_rate = theirs
        failed |= ours / theirs < at_least
        print(
            f"{position}, depth {depth}, pairs, one thread: {ours / 1e6:,.0f} million nodes a second; "
            f"cshogi {theirs / 1e6:.1f} at depth {peer_depth}; {ours / theirs:.1f} times, "
            f"at least {at_least:g}",
            flush=True,
        )
    sfen = WORKLOADS["start"].sfen
    for depth, (nodes, share) in WALL.items():
        seconds = min(
            timed(
                lambda depth=depth: shogi_fast.perft(sfen, depth, threads=2),
                nodes,
                time.perf_counter,
            )[0]
            for _ in range(REPEATS)
        )
        found = seconds / (START_7 / cshogi_rate)
        failed |= found > share
        print(
            f"start, depth {depth}, two threads: {seconds:.2f} s, {found:.2%} of what cshogi would "
            f"need for depth 7; at most {share:.2%}",
            flush=True,
        )
    gain = measure_threads()
    failed |= gain < THREADS_AT_LEAST
    print(
        f"mid, depth 5, pairs: two threads are {gain:.2f} times as fast as one; "
        f"at least {THREADS_AT_LEAST}"
    )
    return 1 if arguments.check and failed else 0


if __name__ == "__main__":
    sys.exit(main())
