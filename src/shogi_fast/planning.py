"""How a perft is best counted, and what that will cost, estimated by a short trial.

Perft below a *frontier*, the distinct positions some plies from the root, counts each of them once.
The deeper the frontier, the more paths meet in it, and the more memory it takes; below it, one ply
more is merged in passing. The trial finds the frontier of a few plies, counts below some of its
positions, and follows the growth of the numbers from there on.
"""

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from shogi_fast.board import Board
from shogi_fast.frontier import Frontier, count_unit

# A trial ends where the next ply would have more positions; one for a long count goes on.
TRIAL_POSITIONS = 40_000
LONG_TRIAL_POSITIONS = 1_000_000
LONG_SECONDS = 5.0
TRIAL_SECONDS = 0.005  # of each of its two measurements, at least
SAMPLE_POSITIONS = 500  # so many of these are counted below
DEFAULT_MEMORY_MB = 2048  # for a frontier that nobody asked for
LAST_PLIES = {"pairs": 2, "bulk": 1, "visit": 1}  # that are counted as one
STORE_MOVES = 3  # to store a position takes as long as to look at so many moves
MOST = 1e30  # above which no number is told from another
EXTRA_BYTES = 16  # that a position takes besides its record while a ply is stored
THREAD_MB = 8  # besides: memory is taken in pieces, at least two by each thread


class Plan(NamedTuple):
    """How a perft would be counted; all numbers but the ply are estimates."""

    frontier: int
    """The ply at which positions are stored, 0 where the tree is walked path by path."""
    positions: int
    """How many are stored."""
    memory_mb: int
    """How much memory they take, at most, in MiB."""
    nodes: int
    """What the count will come to."""
    seconds: float
    """How long it will take."""


def plan_perft(
    board_or_sfen: Board | str,
    depth: int,
    *,
    method: str,
    threads: int,
    frontier: int | None = None,
    memory_mb: int | None = None,
) -> Plan:
    """Return how a perft would be counted, and what that would cost.

    :param method: ``"pairs"``, ``"bulk"`` or ``"visit"``.
    :param threads: how many count, at least 1.
    :param frontier: the ply at which to store positions; None for the fastest that fits.
    :param memory_mb: what these may take; None stands for 2,048 MiB.

    Takes some hundredths of a second, or up to a second for what takes more than five.

    >>> plan_perft(Board(), 8, method="pairs", threads=2).frontier
    5
    >>> plan_perft(Board(), 8, method="pairs", threads=2, memory_mb=50).frontier
    4
    """
    limit = DEFAULT_MEMORY_MB if memory_mb is None else memory_mb
    for positions in (TRIAL_POSITIONS, LONG_TRIAL_POSITIONS):
        trial = _Trial(board_or_sfen, depth, method, positions)
        if frontier is None:
            plies = range(max(1, depth - trial.last))
        else:
            plies = range(frontier, frontier + 1)
        plans = [trial.plan(ply, threads) for ply in plies]
        best = min(
            (plan for plan in plans if len(plans) == 1 or plan.memory_mb <= limit),
            key=lambda plan: plan.seconds,
        )
        if best.seconds < LONG_SECONDS:
            break
    return best


class _Trial:
    """What is known of a tree, and what of its deeper plies follows from it."""

    def __init__(
        self, board_or_sfen: Board | str, depth: int, method: str, most_positions: int
    ) -> None:
        self.depth = depth
        self.last = min(LAST_PLIES[method], depth)
        self.ply = 0
        frontier = Frontier(board_or_sfen, 0)
        predicted = 1
        while self.ply < depth - self.last and 0 < predicted <= most_positions:
            self.ply += 1
            frontier = Frontier(board_or_sfen, self.ply)
            predicted = len(frontier) ** 2 // frontier.distinct[-2]
        self.paths = frontier.paths
        self.entry_bytes = frontier.record_bytes + EXTRA_BYTES
        moves, positions, _ = frontier.estimate()
        self.move_seconds = _seconds(frontier.estimate) / max(1, moves)
        self.branching = moves / max(1, len(frontier))
        self.distinct = [*map(float, frontier.distinct), float(positions)]
        while len(self.distinct) <= depth:
            self.distinct.append(_next_number(self.distinct))
        self.leaf_seconds = self.leaves = 0.0
        if len(frontier):
            sample = min(len(frontier), SAMPLE_POSITIONS)
            unit = frontier.unit(0, sample)
            nodes = count_unit(unit, self.last, method=method)
            seconds = _seconds(lambda: count_unit(unit, self.last, method=method))
            self.leaf_seconds = seconds / sample
            self.leaves = nodes / count_unit(unit, 0)

    def plan(self, ply: int, threads: int) -> Plan:
        """Return the plan with positions stored at a ply, and its cost."""
        below = self.depth - ply
        moves = sum(self.distinct[at] * self.branching for at in range(ply))
        moves += STORE_MOVES * sum(self.distinct[1 : ply + 1])
        leaves = self.distinct[ply]
        if ply == 0:
            leaves = float(self.paths)
            below -= self.ply
        elif below > self.last:
            # One more ply is merged without being stored.
            moves += self.distinct[ply] * self.branching
            leaves = self.distinct[ply + 1]
            below -= 1
        leaves = self._grown(leaves, below - self.last)
        nodes = self._grown(self.paths * self.leaves, self.depth - self.ply - self.last)
        seconds = (moves * self.move_seconds + leaves * self.leaf_seconds) / threads
        positions = self.distinct[ply] if ply else 0.0
        return Plan(
            ply,
            round(positions),
            round(positions * self.entry_bytes / 2**20) + (THREAD_MB * threads if ply else 0),
            round(nodes),
            seconds,
        )

    def _grown(self, number: float, plies: int) -> float:
        """Return what becomes of a number of paths some plies on."""
        for _ in range(plies):
            number = min(MOST, number * self.branching)
        return number


def _seconds(call: Callable[[], object]) -> float:
    """Return how long a call takes: the shortest of some, as others may use the processor too."""
    best, spent = float("inf"), 0.0
    while spent < TRIAL_SECONDS:
        began = perf_counter()
        call()
        seconds = max(perf_counter() - began, 1e-7)
        spent += seconds
        best = min(best, seconds)
    return best


def _next_number(numbers: list[float]) -> float:
    """Return how a series of numbers of positions goes on, ply by ply.

    Growth is taken over two plies, so that both sides are in it. It falls, the more positions meet:
    from ply to ply half as much, in proportion, as it did last. At the initial position that is
    25 per cent too much at ply 6, and 40 at ply 7.
    """
    growth = [after / max(1.0, before) for before, after in zip(numbers, numbers[2:], strict=False)]
    if not growth:
        return min(MOST, numbers[-1] * numbers[-1] / max(1.0, numbers[0]))
    falling = 1.0
    if len(growth) > 1:
        falling = min(1.0, growth[-1] / max(1.0, growth[-2])) ** 0.5
    return min(MOST, numbers[-2] * growth[-1] * falling)
