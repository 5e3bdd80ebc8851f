"""Count what lies below a frontier on any executor: processes, Dask, MPI.

Units are handed to the executor some at a time, so that neither it nor this process ever holds the
whole frontier twice. A unit whose worker died is handed out again, and counts once.
"""

import contextlib
import importlib
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import Any

import shogi_fast
from shogi_fast.arguments import shown
from shogi_fast.checkpoint import Checkpoint
from shogi_fast.errors import ClusterError
from shogi_fast.interrupts import InterruptsLater
from shogi_fast.units import Frontier, Progress, Unit, UnitCount, kept, size_of_units

POLL_SECONDS = 0.05  # from one look at signals, and call of progress, to the next
TRIES = 4  # of a unit, before its failure is that of the count
POOLS = 3  # that may break one after the other without a unit finished in between
WORKERS = 32  # of an executor that does not tell
WORKERS_EVERY = 10.0  # seconds from one question after the workers of a cluster to the next
SCHEDULER_SECONDS = 10.0  # that a scheduler may take to answer


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

    return count_unit(data, depth, method=method)


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
    count = UnitCount(frontier, unit_positions, checkpoint)
    with contextlib.ExitStack() as stack:
        crowd = _Crowd(executor, stack)
        stack.enter_context(kept(checkpoint))
        try:
            _count_all(count, crowd, depth, method, progress)
        except BaseException:
            crowd.call_back(count)
            raise
    return count.nodes


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
        self._workers = WORKERS
        self._asked = float("-inf")
        self.waiting: deque[Unit] = deque()  # to be handed out again
        self.out: dict[Future[int], tuple[Unit, Executor]] = {}

    @property
    def room(self) -> int:
        """How many more units may be handed out: each worker has one, and one to go on with."""
        now = time.monotonic()
        if now >= self._asked + WORKERS_EVERY:
            # A scheduler that does not answer shows by its units; it is asked again later.
            with contextlib.suppress(Exception):
                self._workers = _workers(self.executor)
            self._asked = now
        return 2 * self._workers + 2 - len(self.out)

    def hand_out(self, unit: Unit, depth: int, method: str) -> None:
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
            self._check_connection()
            raise ClusterError(f"the executor takes no more work: {_told(error)}") from error
        if not isinstance(future, Future):
            raise TypeError(
                f"the submit of {type(self.executor).__name__} does not return a "
                "concurrent.futures.Future (of a Dask client, take client.get_executor())"
            )
        self.out[future] = unit, self.executor

    def collect(self, count: UnitCount) -> None:
        """Wait a moment for units to end, and note them."""
        ended, _ = wait(self.out, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        if not ended:
            self._check_connection()
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

    def _is_lost(self) -> bool:
        """Tell whether a Dask client has given up its scheduler: its futures then never end."""
        client = getattr(self.executor, "_client", None)
        return getattr(client, "status", None) in ("closing", "closed")

    def _check_connection(self) -> None:
        """Raise if nobody is there any more: what comes of it elsewhere says less."""
        if self._is_lost():
            raise ClusterError("the connection to the Dask scheduler is lost")

    def call_back(self, count: UnitCount) -> None:
        """Take back what has not begun, and note what has ended meanwhile."""
        lost = self._is_lost()  # there is nobody then to tell
        for future, (unit, _) in list(self.out.items()):
            if not lost:
                future.cancel()
            if future.done() and _error_of(future) is None:
                # The exception on its way out is more to the point than another one here.
                with contextlib.suppress(ClusterError, OverflowError):
                    count.note(unit, future.result())
        self.out.clear()


def _count_all(
    count: UnitCount, crowd: _Crowd, depth: int, method: str, progress: Progress | None
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
            progress(count.told(), count.total)
        if count.checkpoint is not None:
            count.checkpoint.save_if_due()
    if progress is not None:
        progress(count.told(), count.total)


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
        return max(1, int(sum(client.ncores().values())))
    for name in ("_max_workers", "num_workers"):  # the standard library and loky; mpi4py
        number = getattr(executor, name, None)
        if type(number) is int and number > 0:
            return int(number)
    return WORKERS


@contextlib.contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """Connect to a Dask scheduler that runs already, and return its executor.

    :param address: such as ``"tcp://127.0.0.1:8786"``.
    :raises ClusterError: if Dask is not installed (``pip install "shogi-fast[dask]"``), or no
        scheduler answers there.
    """
    try:
        with InterruptsLater():
            distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterError(
            f'Dask is not installed: pip install "shogi-fast[dask]" ({_told(error)})'
        ) from None
    try:
        # A client that cannot read its address would wait when it is deleted.
        with InterruptsLater():
            addressing: Any = importlib.import_module("distributed.comm")
        addressing.get_address_host_port(address)
    except Exception as error:
        raise ClusterError(
            f"not the address of a Dask scheduler, such as tcp://127.0.0.1:8786: {shown(address)}"
        ) from error
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
