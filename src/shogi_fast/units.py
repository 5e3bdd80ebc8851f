"""Count unit by unit what lies below a frontier, so that others may do it, and a file keep it.

A frontier is cut into units, each a block of packed positions of some seconds' work. Here they
are counted by threads of this process; ``cluster.py`` has them counted by others.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from shogi_fast.arguments import shown
from shogi_fast.board import Board
from shogi_fast.checkpoint import MAX_UNITS, Checkpoint, Run, load_checkpoint
from shogi_fast.errors import CheckpointError, ClusterError
from shogi_fast.files import check_place
from shogi_fast.interrupts import InterruptsLater
from shogi_fast.planning import plan_perft
from shogi_fast.tree import Done

if TYPE_CHECKING:
    from concurrent.futures import Executor

WEIGHT_BYTES = 8  # with each record
MAX_COUNT = 2**64 - 1
UNIT_SECONDS = 50.0  # of work in a unit were nothing merged; as a rule a fifth of it
UNITS_WANTED = 256  # so many keep a few workers busy to the end
TRIAL_SECONDS = 0.05  # after which a trial tells how long a unit takes
UNIT_BYTES = 4_000_000  # at most: Dask warns of more than 10 MB in a task

Progress = Callable[[Done, int], object]
"""Called with how much is done, a ``Done`` that has nodes too where they are known, and of what."""


class Frontier(Protocol):
    """What is used here of ``shogi_fast.frontier.Frontier``."""

    def __len__(self) -> int:
        """Return the number of positions."""

    @property
    def record_bytes(self) -> int:
        """How many bytes a position takes, without its weight."""

    def sha256(self) -> str:
        """Return the SHA-256 of all records, in hexadecimal digits."""

    def unit(self, index: int, positions: int) -> bytes:
        """Return one of the blocks of so many records, the last of which may be shorter."""

    def count(self, depth: int, *, method: str, threads: int, progress: Progress | None) -> int:
        """Return what lies so many plies below all positions."""


class Unit(NamedTuple):
    """Some positions of a frontier to count below; the first try has the number 0."""

    number: int
    data: bytes
    tries: int


def perft_by_frontier(
    board_or_sfen: Board | str,
    depth: int,
    method: str,
    *,
    threads: int,
    frontier: int | None,
    memory_mb: int | None,
    executor: "Executor | None",
    checkpoint: str | os.PathLike[str] | None,
    progress: Progress | None,
) -> int:
    """Return what ``perft`` does, counted below a frontier.

    :param board_or_sfen: the root; a position that can be read.
    :param depth: plies, 0 or more.
    :param method: ``"pairs"``, ``"bulk"`` or ``"visit"``.
    :param threads: how many make the frontier, and count where there is no executor; at least 1.
    :param frontier: its ply, 0 to depth, or None for that of the checkpoint or one that suits.
    :param memory_mb: what the frontier may take.
    :param executor: where units are counted; None for threads of this process.
    :param checkpoint: a file, or None.
    :param progress: as of ``count_on``; while the frontier is made, nothing is done of 1.

    The errors are those of ``count_on``, ``open_checkpoint`` and ``Frontier``.
    """
    with InterruptsLater():
        from shogi_fast.frontier import Frontier as MadeFrontier

    def building(_ply: int, _done: int, _total: int) -> None:
        if progress is not None:
            progress(Done(0), 1)

    def make(ply: int | None) -> tuple[int, Frontier]:
        if ply is None:
            plan = plan_perft(
                board_or_sfen, depth, method=method, threads=threads, memory_mb=memory_mb
            )
            # Whatever is fastest for one: there must be units enough to share out, or keep.
            ply = max(plan.frontier, min(2, depth - 2), 0)
        made = MadeFrontier(
            board_or_sfen, ply, threads=threads, memory_mb=memory_mb, progress=building
        )
        return ply, made

    saved: Checkpoint | None = None
    if checkpoint is None:
        ply, positions = make(frontier)
    else:
        board = Board(board_or_sfen) if isinstance(board_or_sfen, str) else board_or_sfen
        sfen = Board.sfen(board, ply=False)  # whatever a subclass says
        saved, positions = open_checkpoint(checkpoint, sfen, depth, method, frontier, make)
        ply = saved.run.frontier
    below = depth - ply
    if executor is None and saved is None:
        # In one piece, which merges positions across what would be the edges of units.
        nodes = positions.count(below, method=method, threads=threads, progress=progress)
        if progress is not None:
            done = Done(max(1, len(positions)))
            done.nodes = nodes
            progress(done, max(1, len(positions)))
        return nodes
    if executor is None:
        return count_here(threads, positions, below, method, checkpoint=saved, progress=progress)
    with InterruptsLater():
        from shogi_fast.cluster import count_on

    return count_on(executor, positions, below, method, checkpoint=saved, progress=progress)


def count_here(
    threads: int,
    frontier: Frontier,
    depth: int,
    method: str,
    *,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
) -> int:
    """Return what ``count_on`` does, counted by threads of this process.

    :param threads: how many, at least 1.

    The other arguments and the errors are those of ``count_on``.
    """
    with InterruptsLater():
        from threading import Lock

        from shogi_fast.frontier import count_unit
        from shogi_fast.workers import Stop, run_units

    if checkpoint is None:
        unit_positions = size_of_units(frontier, depth, method)
    else:
        unit_positions = checkpoint.run.unit_positions
    count = UnitCount(frontier, unit_positions, checkpoint)
    lock = Lock()
    stop = Stop()

    def work(_unit: int, _worker: int) -> None:
        with lock:
            unit = next(count.left)
        result = count_unit(unit.data, depth, method=method, stop=stop)
        # A count that was stopped is not the unit's.
        if not stop.is_set():
            with lock:
                count.note(unit, result)

    def tell() -> None:
        with lock:
            done = count.told()
        if progress is not None:
            progress(done, count.total)
        if checkpoint is not None:
            checkpoint.save_if_due()

    with kept(checkpoint):
        run_units(work, count.units_left, threads, stop, tell)
        if progress is not None:
            progress(count.told(), count.total)
    return count.nodes


@contextlib.contextmanager
def kept(checkpoint: Checkpoint | None) -> Iterator[None]:
    """Write a checkpoint before and after a count, and when it stops early."""
    if checkpoint is None:
        yield
        return
    checkpoint.save()  # also finds out now whether it can be written
    try:
        yield
        checkpoint.save()
    except BaseException:
        if not checkpoint.failed:  # the file is somebody else's, or cannot be written
            with contextlib.suppress(CheckpointError, OSError):
                checkpoint.save()
        raise


class UnitCount:
    """How far a count is."""

    def __init__(
        self, frontier: Frontier, unit_positions: int, checkpoint: Checkpoint | None
    ) -> None:
        self.checkpoint = checkpoint
        self.positions = len(frontier)
        self.unit_positions = unit_positions
        self.units = -(-self.positions // unit_positions)
        saved = [None] * self.units if checkpoint is None else checkpoint.counts
        self._finished = [count is not None for count in saved]
        self.units_left = self._finished.count(False)
        self.nodes = sum(count for count in saved if count is not None)
        self.done = sum(self._size(unit) for unit in range(self.units) if self._finished[unit])
        self.left = (
            Unit(number, frontier.unit(number, unit_positions), 0)
            for number in range(self.units)
            if not self._finished[number]
        )

    def _size(self, unit: int) -> int:
        return min(self.unit_positions, self.positions - unit * self.unit_positions)

    @property
    def total(self) -> int:
        """Of how many what ``told`` returns is a part: at least 1."""
        return max(1, self.positions)

    def told(self) -> Done:
        """Return how many positions are done, and below them how many nodes counted."""
        done = Done(self.done if self.positions else 1)
        done.nodes = self.nodes
        return done

    def note(self, unit: Unit, result: object) -> None:
        """Take the count of a unit, once."""
        if type(result) is not int or not 0 <= result <= MAX_COUNT:
            raise ClusterError(
                f"unit {unit.number} of {self.units}: the executor returned {shown(result)}, "
                "which is no count"
            )
        if self._finished[unit.number]:
            return
        self._finished[unit.number] = True
        self.done += self._size(unit.number)
        self.nodes += result
        if self.nodes > MAX_COUNT:
            raise OverflowError("more than 2 ** 64 - 1 positions below the frontier")
        if self.checkpoint is not None:
            self.checkpoint.note(unit.number, result)


def size_of_units(frontier: Frontier, depth: int, method: str) -> int:
    """Return how many positions of a frontier make a unit, by a short trial.

    As many as some seconds of work allow: equal positions one ply on are merged within a unit.
    """
    from shogi_fast.frontier import count_unit

    size = min(len(frontier), UNIT_BYTES // (frontier.record_bytes + WEIGHT_BYTES))
    least = -(-len(frontier) // MAX_UNITS)
    size = max(1, min(size, -(-len(frontier) // UNITS_WANTED)))
    positions, seconds, nodes = 4, 0.0, 0
    # Deeper counts are not tried: the first plies tell how many times as long each next one takes.
    plies = min(depth, 2)
    while plies and seconds < TRIAL_SECONDS and positions < len(frontier):
        positions = min(4 * positions, len(frontier))
        sample = frontier.unit(0, positions)
        began = time.perf_counter()
        nodes = count_unit(sample, plies, method=method)
        seconds = time.perf_counter() - began
    if nodes:
        growth = (nodes / count_unit(sample, 0)) ** (1 / plies)
        each = seconds * growth ** (depth - plies) / positions
        size = min(size, int(UNIT_SECONDS / max(each, 1e-9)))
    return max(size, least, 1)


def open_checkpoint(
    path: str | os.PathLike[str],
    sfen: str,
    depth: int,
    method: str,
    frontier: int | None,
    make: Callable[[int | None], tuple[int, Frontier]],
) -> tuple[Checkpoint, Frontier]:
    """Return the checkpoint of a run, new or gone on with, and the frontier it belongs to.

    :param path: the checkpoint file; it need not exist.
    :param sfen: the root, written as by ``Board.sfen(ply=False)``.
    :param depth: plies from the root.
    :param method: how is counted below the frontier; not ``"auto"``.
    :param frontier: its ply; None takes that of the file.
    :param make: makes the frontier at a ply, or, for None, at one it chooses; returns that ply
        too. It is called after the file has been compared with the other arguments.
    :raises CheckpointError: if the file is damaged, or of another run.
    :raises OSError: if it cannot be read or written.
    """
    saved = load_checkpoint(path)
    asked = {"sfen": sfen, "depth": depth, "method": method}
    if frontier is not None:
        asked["frontier"] = frontier
    if saved is not None:
        _compare(saved, asked)
        frontier = saved.run.frontier
    check_place(os.fsdecode(path))
    ply, positions = make(frontier)
    made = {
        **asked,
        "frontier": ply,
        "record_bytes": positions.record_bytes,
        "positions": len(positions),
        "frontier_sha256": positions.sha256(),
    }
    if saved is not None:
        _compare(saved, made)
        return saved, positions
    size = size_of_units(positions, depth - ply, method)
    return Checkpoint(path, Run(**made, unit_positions=size)), positions  # type: ignore[arg-type]


def _compare(saved: Checkpoint, asked: dict[str, object]) -> None:
    """Refuse a checkpoint of another run."""
    for name, value in asked.items():
        found = getattr(saved.run, name)
        if found != value:
            raise CheckpointError(
                f"{saved.path}: a checkpoint of another run: its {name} is {shown(found, 100)}, "
                f"not {shown(value, 100)}"
            )
