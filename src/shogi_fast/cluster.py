"""Count what lies below a frontier on any executor: processes, Dask, MPI.

A frontier is cut into units, each a block of packed positions of about a second's work. They are
handed to the executor some at a time, so that neither it nor this process ever holds the whole
frontier twice. A unit whose worker died is handed out again, and counts once. A checkpoint keeps
what is finished.
"""

import contextlib
import importlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import Any, NamedTuple, Protocol

import shogi_fast
from shogi_fast.arguments import shown
from shogi_fast.checkpoint import MAX_UNITS, Checkpoint, Run, load_checkpoint
from shogi_fast.errors import CheckpointError, ClusterError

MAX_COUNT = 2**64 - 1
POLL_SECONDS = 0.05  # from one look at signals, and call of progress, to the next
UNIT_SECONDS = 1.0  # of work in a unit: what a stop waits for, and a lost worker loses
UNIT_BYTES = 4_000_000  # at most: Dask warns of more than 10 MB in a task
TRIES = 4  # of a unit, before its failure is that of the count
POOLS = 3  # that may break one after the other without a unit finished in between
WORKERS = 32  # of an executor that does not tell
WORKERS_EVERY = 10.0  # seconds from one question after the workers of a cluster to the next
SCHEDULER_SECONDS = 10.0  # that a scheduler may take to answer

Progress = Callable[[int, int], object]


class Frontier(Protocol):
    """What is used here of ``shogi_fast.frontier.Frontier``."""

    def __len__(self) -> int:
        """Return the number of positions."""

    @property
    def record_bytes(self) -> int:
        """How many bytes a position and its weight take."""

    def sha256(self) -> str:
        """Return the SHA-256 of all records, in hexadecimal digits."""

    def units(self, positions: int) -> Iterator[bytes]:
        """Return blocks of so many records, one after the other; the last may be shorter."""


class _Unit(NamedTuple):
    number: int
    data: bytes
    tries: int


def count_unit_there(
    version: str, number: int, tries: int, data: bytes, depth: int, method: str
) -> int:
    """Count a unit: what a worker is asked to do, in its own process.

    Number and tries make the call differ from any other: Dask takes equal calls for one.
    """
    if version != shogi_fast.__version__:
        raise RuntimeError(
            f"the worker has shogi_fast {shogi_fast.__version__}, who asks has {version}"
        )
    from shogi_fast.frontier import count_unit

    return count_unit(data, depth, method)


def count_on(
    executor: Executor,
    frontier: Frontier,
    depth: int,
    method: str,
    *,
    unit_positions: int | None = None,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
) -> int:
    """Return the sum of what lies below the positions of a frontier, counted by an executor.

    :param executor: any ``concurrent.futures.Executor`` whose workers have this version of
        shogi_fast: ``ProcessPoolExecutor``, ``client.get_executor()`` of Dask, those of loky and
        mpi4py. It is not shut down. Where it is a ``ProcessPoolExecutor`` and breaks, because one
        of its processes died, another like it takes over.
    :param frontier: the positions.
    :param depth: plies below the frontier, 0 or more.
    :param method: ``"pairs"``, ``"bulk"`` or ``"visit"``.
    :param unit_positions: how many positions make a unit; chosen by a short trial if left out. A
        checkpoint has its own.
    :param checkpoint: where to keep what is finished; units that it has are not counted again.
    :param progress: called as ``progress(done, total)``, in positions of the frontier, in the
        calling thread some twenty times a second and at the end; an exception from it stops the
        count and comes through.
    :raises ClusterError: if a unit fails time after time, if the executor takes no more work, or
        if what it returns is no count.
    :raises OverflowError: if there are more than 2 ** 64 - 1.
    :raises CheckpointError: if another run writes to the same checkpoint.
    :raises OSError: if the checkpoint cannot be written.
    :raises TypeError: if the executor is none.

    When it stops early, by whatever exception, units that were handed out and have not begun are
    called back, and the checkpoint is written once more.
    """
    if checkpoint is not None:
        unit_positions = checkpoint.run.unit_positions
    elif unit_positions is None:
        unit_positions = size_of_units(frontier, depth, method)
    count = _Count(frontier, unit_positions, checkpoint)
    with contextlib.ExitStack() as stack:
        crowd = _Crowd(executor, stack)
        stack.enter_context(_kept(checkpoint))
        try:
            _count_all(count, crowd, depth, method, progress)
        except BaseException:
            crowd.call_back(count)
            raise
    return count.nodes


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
    from threading import Lock

    from shogi_fast.frontier import count_unit
    from shogi_fast.workers import Stop, run_units

    if checkpoint is None:
        unit_positions = size_of_units(frontier, depth, method)
    else:
        unit_positions = checkpoint.run.unit_positions
    count = _Count(frontier, unit_positions, checkpoint)
    lock = Lock()
    stop = Stop()

    def work(_unit: int, _worker: int) -> None:
        with lock:
            unit = next(count.left)
        result = count_unit(unit.data, depth, method, stop=stop)
        # A count that was stopped is not the unit's.
        if not stop.is_set():
            with lock:
                count.note(unit, result)

    def tell() -> None:
        with lock:
            done, total = count.done, count.positions
        if progress is not None:
            progress(done, total)
        if checkpoint is not None:
            checkpoint.save_if_due()

    with _kept(checkpoint):
        run_units(work, count.units_left, threads, stop, tell)
        if progress is not None:
            progress(count.positions, count.positions)
    return count.nodes


@contextlib.contextmanager
def _kept(checkpoint: Checkpoint | None) -> Iterator[None]:
    """Write a checkpoint before and after a count, and when it stops early."""
    if checkpoint is None:
        yield
        return
    checkpoint.save()  # also finds out now whether it can be written
    try:
        yield
        checkpoint.save()
    except (CheckpointError, OSError):
        raise  # the file is somebody else's, or cannot be written: not tried again
    except BaseException:
        with contextlib.suppress(CheckpointError, OSError):
            checkpoint.save()
        raise


class _Count:
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
            _Unit(number, bytes(data), 0)
            for number, data in enumerate(frontier.units(unit_positions))
            if not self._finished[number]
        )

    def _size(self, unit: int) -> int:
        return min(self.unit_positions, self.positions - unit * self.unit_positions)

    def note(self, unit: _Unit, result: object) -> None:
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


class _Crowd:
    """An executor, and what it has been given to do."""

    def __init__(self, executor: Executor, stack: contextlib.ExitStack) -> None:
        if not callable(getattr(executor, "submit", None)):
            raise TypeError(
                f"executor is a concurrent.futures.Executor, not {type(executor).__name__}"
            )
        self.executor = executor
        self._stack = stack
        self._broken = 0
        self._workers = 0
        self._asked = float("-inf")
        self.waiting: deque[_Unit] = deque()  # to be handed out again
        self.out: dict[Future[int], tuple[_Unit, Executor]] = {}

    @property
    def room(self) -> int:
        """How many more units may be handed out: each worker has one, and one to go on with."""
        now = time.monotonic()
        if now >= self._asked + WORKERS_EVERY:
            self._workers, self._asked = _workers(self.executor), now
        return 2 * self._workers + 2 - len(self.out)

    def hand_out(self, unit: _Unit, depth: int, method: str) -> None:
        """Give a unit to the executor."""
        version = shogi_fast.__version__
        arguments = (version, unit.number, unit.tries, unit.data, depth, method)
        try:
            future = self.executor.submit(count_unit_there, *arguments)
        except BrokenExecutor as error:
            self._replace(error)
            self.waiting.append(unit)
            return
        except Exception as error:
            raise ClusterError(f"the executor takes no more work: {_told(error)}") from error
        if not isinstance(future, Future):
            raise TypeError(
                f"the submit of {type(self.executor).__name__} does not return a "
                "concurrent.futures.Future (of a Dask client, take client.get_executor())"
            )
        self.out[future] = unit, self.executor

    def collect(self, count: _Count) -> None:
        """Wait a moment for units to end, and note them."""
        ended, _ = wait(self.out, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        # A set has no order, and of two failures the same is to be told each time.
        for future in sorted(ended, key=lambda future: self.out[future][0].number):
            unit, executor = self.out.pop(future)
            error = _error_of(future)
            if error is None:
                self._broken = 0
                count.note(unit, future.result())
            elif isinstance(error, OverflowError):
                raise error  # an answer, not a failure
            elif isinstance(error, BrokenExecutor):
                # Every unit of a broken pool has it: which one broke it is not known.
                self.waiting.append(unit)
                if executor is self.executor:
                    self._replace(error)
            elif unit.tries + 1 < TRIES:
                self.waiting.append(unit._replace(tries=unit.tries + 1))
            else:
                raise ClusterError(
                    f"unit {unit.number} of {count.units} failed {TRIES} times: {_told(error)}"
                ) from error

    def _replace(self, error: BrokenExecutor) -> None:
        """Put a new pool of processes in the place of a broken one, where that is possible."""
        self._broken += 1
        if type(self.executor) is not ProcessPoolExecutor or self._broken > POOLS:
            raise ClusterError(f"the executor is broken: {_told(error)}") from error
        # Only the pool itself knows how it was made, and it has no public way to tell.
        old = vars(self.executor)
        pool = ProcessPoolExecutor(
            max_workers=old.get("_max_workers"),
            mp_context=old.get("_mp_context"),
            initializer=old.get("_initializer"),
            initargs=old.get("_initargs", ()),
        )
        # Not waited for after an exception: Ctrl-C is to be answered at once.
        self._stack.callback(pool.shutdown, wait=False, cancel_futures=True)
        self.executor = pool

    def call_back(self, count: _Count) -> None:
        """Take back what has not begun, and note what has ended meanwhile."""
        for future, (unit, _) in list(self.out.items()):
            future.cancel()
            if future.done() and _error_of(future) is None:
                # The exception on its way out is more to the point than another one here.
                with contextlib.suppress(ClusterError, OverflowError):
                    count.note(unit, future.result())
        self.out.clear()


def _count_all(
    count: _Count, crowd: _Crowd, depth: int, method: str, progress: Progress | None
) -> None:
    """Hand out units and collect them until none is left."""
    while True:
        for _ in range(crowd.room):
            unit = crowd.waiting.popleft() if crowd.waiting else next(count.left, None)
            if unit is None:
                break
            crowd.hand_out(unit, depth, method)
        if not crowd.out and not crowd.waiting:
            break
        if crowd.out:
            crowd.collect(count)
        if progress is not None:
            progress(count.done, count.positions)
        if count.checkpoint is not None:
            count.checkpoint.save_if_due()
    if progress is not None:
        progress(count.positions, count.positions)


def _error_of(future: Future[int]) -> BaseException | None:
    """Return what went wrong with a unit; cancelled by others it has gone wrong too."""
    if future.cancelled():
        return RuntimeError("its future was cancelled")
    return future.exception()


def _told(error: BaseException) -> str:
    """Return an exception as one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _workers(executor: Executor) -> int:
    """Return how many units an executor works on at once, as far as it tells."""
    client = getattr(executor, "_client", None)
    if client is not None and hasattr(client, "ncores"):  # Dask; workers come and go
        return max(1, sum(client.ncores().values()))
    for name in ("_max_workers", "num_workers"):  # the standard library and loky; mpi4py
        number = getattr(executor, name, None)
        if type(number) is int and number > 0:
            return int(number)
    return WORKERS


def size_of_units(frontier: Frontier, depth: int, method: str) -> int:
    """Return how many positions of a frontier make about a second's work, by a short trial."""
    from shogi_fast.frontier import count_unit

    size = min(len(frontier), max(1, UNIT_BYTES // frontier.record_bytes))
    least = -(-len(frontier) // MAX_UNITS)
    sample = next(iter(frontier.units(64)), b"")
    if depth > 0 and sample:
        positions = len(sample) // frontier.record_bytes
        # The first plies tell how long deeper counts take without making them: times a ply.
        plies = min(depth, 2)
        began = time.perf_counter()
        nodes = count_unit(sample, plies, method)
        seconds = time.perf_counter() - began
        growth = (nodes / max(1, count_unit(sample, 0, method))) ** (1 / plies)
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
    :raises OSError: if it cannot be read.
    """
    saved = load_checkpoint(path)
    asked = {"sfen": sfen, "depth": depth, "method": method}
    if frontier is not None:
        asked["frontier"] = frontier
    if saved is not None:
        _compare(saved, asked)
        frontier = saved.run.frontier
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


@contextlib.contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """Connect to a Dask scheduler that runs already, and return its executor.

    :param address: such as ``"tcp://127.0.0.1:8786"``.
    :raises ClusterError: if Dask is not installed (``pip install "shogi-fast[dask]"``), or no
        scheduler answers there.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterError(
            f'Dask is not installed: pip install "shogi-fast[dask]" ({_told(error)})'
        ) from None
    try:
        client = distributed.Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
    except Exception as error:
        raise ClusterError(f"no Dask scheduler answers at {address}: {_told(error)}") from error
    try:
        yield client.get_executor(pure=False)
    finally:
        # What is still running there is let go: the scheduler drops what no client waits for.
        with contextlib.suppress(Exception):
            client.close(timeout=1)
