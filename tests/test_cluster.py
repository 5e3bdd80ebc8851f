"""Counting on executors: every unit once, whatever happens to workers, callers and files."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import NODES, START
from interrupting import interrupts

from shogi_fast import Board, units
from shogi_fast import __version__ as version
from shogi_fast.checkpoint import Checkpoint, Run, load_checkpoint
from shogi_fast.cluster import (
    POOLS,
    TRIES,
    _workers,
    count_on,
    count_unit_there,
    dask_executor,
)
from shogi_fast.errors import CheckpointError, ClusterError
from shogi_fast.frontier import Frontier
from shogi_fast.units import count_here, open_checkpoint, size_of_units

PLY = 3
ABOVE = Frontier(START, PLY)
POSITIONS = len(ABOVE)
RUN = Run(Board().sfen(ply=False), 5, "pairs", PLY, 32, POSITIONS, 1000, ABOVE.sha256())
SIZE = 1000  # positions in a unit
UNITS = -(-POSITIONS // SIZE)


class AtOnce(Executor):
    """An executor that does what it is told when it is told, and notes which units those were."""

    def __init__(self) -> None:
        self.units: list[int] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.units.append(args[1])
        try:
            future.set_result(self.do(fn, *args))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future

    def do(self, fn: Callable[..., Any], *args: Any) -> Any:
        """Do it; subclasses fail here."""
        return fn(*args)


class Flaky(AtOnce):
    """An executor that fails so many times with each third unit."""

    def __init__(self, times: int, error: Exception) -> None:
        super().__init__()
        self.left = dict.fromkeys(range(0, UNITS, 3), times)
        self.error = error

    def do(self, fn: Callable[..., Any], *args: Any) -> Any:
        if self.left.get(args[1], 0):
            self.left[args[1]] -= 1
            raise self.error
        return fn(*args)


class Silent(Executor):
    """An executor that never does anything."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


# ---- the answer ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "depth"),
    [("pairs", 0), ("pairs", 1), ("pairs", 2), ("bulk", 1), ("bulk", 2), ("visit", 1)],
)
def test_processes_agree_with_the_published_count(
    processes: ProcessPoolExecutor, method: str, depth: int
) -> None:
    count = count_on(processes, ABOVE, depth, method, unit_positions=SIZE)
    assert count == NODES[START, PLY + depth]


def test_threads_of_the_caller_as_an_executor() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert count_on(executor, ABOVE, 2, "pairs") == NODES[START, 5]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_no_executor(threads: int) -> None:
    assert count_here(threads, ABOVE, 2, "pairs") == NODES[START, 5]


@pytest.mark.parametrize("size", [1, 7, POSITIONS - 1, POSITIONS, POSITIONS + 1])
def test_every_position_is_in_one_unit(size: int) -> None:
    executor = AtOnce()
    assert count_on(executor, ABOVE, 0, "pairs", unit_positions=size) == NODES[START, PLY]
    assert executor.units == list(range(-(-POSITIONS // size)))


def test_progress_grows_to_its_end() -> None:
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))

    executor = AtOnce()
    executor._max_workers = 1  # type: ignore[attr-defined]
    count_on(executor, ABOVE, 1, "pairs", unit_positions=SIZE, progress=progress)
    assert told == sorted(told)
    assert len(set(told)) > 1
    assert told[-1] == (POSITIONS, POSITIONS)
    told.clear()
    count_here(2, ABOVE, 2, "pairs", progress=progress)
    assert told == sorted(told)
    assert told[-1] == (POSITIONS, POSITIONS)


def test_a_sum_beyond_64_bits() -> None:
    class Large(AtOnce):
        def do(self, fn: Callable[..., Any], *args: Any) -> Any:
            return 2**63

    with pytest.raises(OverflowError, match=r"2 \*\* 64 - 1"):
        count_on(Large(), ABOVE, 1, "pairs", unit_positions=SIZE)


def test_overflow_in_a_unit_is_an_answer() -> None:
    executor = Flaky(1, OverflowError("more than 2 ** 64 - 1 positions"))
    with pytest.raises(OverflowError, match=r"2 \*\* 64 - 1"):
        count_on(executor, ABOVE, 1, "pairs", unit_positions=SIZE)
    assert executor.units.count(0) == 1


def test_units_take_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "UNITS_WANTED", 1)
    assert size_of_units(ABOVE, 0, "pairs") == POSITIONS  # nothing to do below
    few = size_of_units(ABOVE, 5, "pairs")
    assert 1 <= few < POSITIONS
    assert size_of_units(ABOVE, 6, "pairs") < few
    assert size_of_units(ABOVE, 12, "pairs") == 1


def test_units_are_enough_for_some_workers() -> None:
    size = size_of_units(ABOVE, 1, "pairs")
    assert units.UNITS_WANTED <= -(-POSITIONS // size) <= 2 * units.UNITS_WANTED


# ---- what is handed out ----------------------------------------------------------------------


def test_no_more_is_handed_out_than_is_worked_on_soon() -> None:
    """Each unit is some megabytes: a frontier of gigabytes must not wait in an executor."""
    executor = Silent()
    executor._max_workers = 3  # type: ignore[attr-defined]
    rounds = 0

    def progress(done: int, total: int) -> None:
        nonlocal rounds
        rounds += 1
        assert len(executor.futures) == 8
        if rounds == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        count_on(executor, ABOVE, 1, "pairs", unit_positions=10, progress=progress)
    assert all(future.cancelled() for future in executor.futures)


def test_workers_of_executors_that_tell(processes: ProcessPoolExecutor) -> None:
    assert _workers(processes) == 2
    with ThreadPoolExecutor(5) as threads:
        assert _workers(threads) == 5
    assert _workers(AtOnce()) > 10


# ---- what goes wrong -------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, TRIES - 1])
def test_failed_units_are_counted_again_and_once(times: int) -> None:
    executor = Flaky(times, RuntimeError("the worker is gone"))
    assert count_on(executor, ABOVE, 2, "pairs", unit_positions=SIZE) == NODES[START, 5]
    assert executor.units.count(0) == 1 + times
    assert executor.units.count(1) == 1


def test_a_unit_that_always_fails() -> None:
    executor = Flaky(TRIES, RuntimeError("the worker\nis gone"))
    with pytest.raises(ClusterError) as caught:
        count_on(executor, ABOVE, 1, "pairs", unit_positions=SIZE)
    assert str(caught.value) == (
        f"unit 0 of {UNITS} failed {TRIES} times: RuntimeError: the worker is gone"
    )
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_a_future_that_others_cancel_is_handed_out_again() -> None:
    class Cancelling(AtOnce):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = super().submit(fn, *args, **kwargs)
            if self.units.count(args[1]) == 1:
                future = Future()
                future.cancel()
                future.set_running_or_notify_cancel()
            return future

    executor = Cancelling()
    assert count_on(executor, ABOVE, 1, "pairs", unit_positions=SIZE) == NODES[START, 4]
    assert executor.units.count(5) == 2


@pytest.mark.parametrize("result", [None, "30", 30.0, True, -1, 2**64, [30]])
def test_what_is_no_count(result: object) -> None:
    class Wrong(AtOnce):
        def do(self, fn: Callable[..., Any], *args: Any) -> Any:
            return result

    with pytest.raises(ClusterError, match=f"unit 0 of {UNITS}: the executor returned .*no count"):
        count_on(Wrong(), ABOVE, 1, "pairs", unit_positions=SIZE)


def test_an_executor_that_takes_no_more_work() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(ClusterError, match="takes no more work: RuntimeError: cannot schedule"):
        count_on(executor, ABOVE, 1, "pairs")


@pytest.mark.parametrize("executor", [None, 3, "tcp://127.0.0.1:8786", Executor])
def test_no_executor_at_all(executor: Any) -> None:
    with pytest.raises((TypeError, ClusterError)):
        count_on(executor, ABOVE, 1, "pairs")


def test_submit_that_returns_something_else() -> None:
    class Client:
        def submit(self, *args: object) -> str:
            return "a future of its own kind"

    with pytest.raises(TypeError, match=r"the submit of Client .* take client.get_executor\(\)"):
        count_on(Client(), ABOVE, 1, "pairs")  # type: ignore[arg-type]


def test_a_worker_with_another_version() -> None:
    with pytest.raises(RuntimeError, match=f"has shogi_fast {version}, who asks has 0.0"):
        count_unit_there("0.0", 0, 0, b"", 1, "pairs")


def kill_one(executor: Executor) -> None:
    """End a process of a pool, as a lack of memory would."""
    process = next(iter(vars(executor)["_processes"].values()))
    process.kill()


# Until CPython 3.11.6 a pool whose process dies while something is being sent to it waits for ever:
# https://github.com/python/cpython/issues/94777 and 105829.
pools_may_break = pytest.mark.skipif(
    sys.version_info < (3, 11, 6), reason="a broken pool of this CPython may wait for ever"
)


@pools_may_break
def test_a_killed_process_is_replaced() -> None:
    killed = 0
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:

        def progress(done: int, total: int) -> None:
            nonlocal killed
            if done > POSITIONS // 3 and not killed:
                killed += 1
                kill_one(executor)

        count = count_on(executor, ABOVE, 2, "pairs", unit_positions=20, progress=progress)
    assert killed == 1
    assert count == NODES[START, 5]


def die(*_: object) -> None:
    os._exit(9)


@pools_may_break
def test_a_pool_that_always_breaks() -> None:
    """Its processes die as they start; a pool is replaced some times, and then no more."""
    context = get_context("spawn")
    with (
        ProcessPoolExecutor(1, mp_context=context, initializer=die) as executor,
        pytest.raises(ClusterError, match="the executor is broken: BrokenProcessPool") as caught,
    ):
        count_on(executor, ABOVE, 1, "pairs", unit_positions=SIZE)
    assert isinstance(caught.value.__cause__, BrokenProcessPool)
    assert POOLS > 0


def test_a_dask_client_that_has_lost_its_scheduler() -> None:
    """Its futures neither end nor can be cancelled."""

    class Client:
        status = "running"

        def ncores(self) -> dict[str, int]:
            if self.status == "closed":
                raise OSError("nobody answers")
            return {"a": 1, "b": 2}

    executor = Silent()
    executor._client = Client()  # type: ignore[attr-defined]

    def progress(done: int, total: int) -> None:
        Client.status = "closed"

    with pytest.raises(ClusterError, match="the connection to the Dask scheduler is lost"):
        count_on(executor, ABOVE, 1, "pairs", unit_positions=10, progress=progress)
    assert len(executor.futures) == 8
    assert not any(future.cancelled() for future in executor.futures)


def test_a_dask_client_that_loses_its_scheduler_as_it_is_given_work() -> None:
    """Its own complaint, of a message it cannot send, would name no cause."""

    class Client:
        status = "running"

    class Closing(Silent):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(self.futures) == 2:
                client.status = "closed"
                raise RuntimeError("Client is closed. Can't send update-graph message.")
            return super().submit(fn, *args, **kwargs)

    client = Client()
    executor = Closing()
    executor._client = client  # type: ignore[attr-defined]
    with pytest.raises(ClusterError, match=r"^the connection to the Dask scheduler is lost$"):
        count_on(executor, ABOVE, 1, "pairs", unit_positions=10)


# ---- checkpoints -----------------------------------------------------------------------------


def test_stopped_and_gone_on_with(tmp_path: Path) -> None:
    """Units that were finished are not counted again; the sum is that of one go."""
    path = tmp_path / "perft.ckpt"

    def stop(done: int, total: int) -> None:
        if done > total // 2:
            raise ZeroDivisionError

    first = AtOnce()
    first._max_workers = 1  # type: ignore[attr-defined]
    with pytest.raises(ZeroDivisionError):
        count_on(first, ABOVE, 2, "pairs", checkpoint=Checkpoint(path, RUN), progress=stop)
    saved = load_checkpoint(path)
    assert saved is not None
    left = saved.unfinished
    assert 0 < len(left) < UNITS
    second = AtOnce()
    assert count_on(second, ABOVE, 2, "pairs", checkpoint=saved) == NODES[START, 5]
    assert second.units == left
    # All is finished, so that nothing is left to do.
    finished = load_checkpoint(path)
    assert finished is not None
    assert finished.nodes == NODES[START, 5]
    third = AtOnce()
    assert count_on(third, ABOVE, 2, "pairs", checkpoint=finished) == NODES[START, 5]
    assert third.units == []
    assert count_here(2, ABOVE, 2, "pairs", checkpoint=finished) == NODES[START, 5]


def test_stopped_on_threads_and_gone_on_with_on_processes(
    tmp_path: Path, processes: ProcessPoolExecutor
) -> None:
    run = RUN._replace(depth=6, unit_positions=50)

    def stop(done: int, total: int) -> None:
        if done:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        count_here(2, ABOVE, 3, "pairs", checkpoint=Checkpoint(tmp_path / "c", run), progress=stop)
    saved = load_checkpoint(tmp_path / "c")
    assert saved is not None
    assert 0 < saved.nodes < NODES[START, 6]
    assert count_on(processes, ABOVE, 3, "pairs", checkpoint=saved) == NODES[START, 6]


def test_a_checkpoint_that_cannot_be_written(tmp_path: Path) -> None:
    """Found out before any work is done."""
    executor = AtOnce()
    checkpoint = Checkpoint(tmp_path / "no folder" / "c", RUN)
    with pytest.raises(OSError, match="no folder"):
        count_on(executor, ABOVE, 2, "pairs", checkpoint=checkpoint)
    assert executor.units == []


def test_a_checkpoint_that_another_run_writes(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "c", RUN)

    def meddle(done: int, total: int) -> None:
        other = load_checkpoint(tmp_path / "c")
        assert other is not None
        other.note(UNITS - 1, 1)
        other.save()

    with pytest.raises(CheckpointError, match="another run has written"):
        count_on(AtOnce(), ABOVE, 2, "pairs", checkpoint=checkpoint, progress=meddle)
    left = load_checkpoint(tmp_path / "c")
    assert left is not None
    assert left.counts == [None] * (UNITS - 1) + [1]


def make(ply: int | None) -> tuple[int, Frontier]:
    return (PLY, ABOVE) if ply in (None, PLY) else (ply, Frontier(START, ply))


def test_a_checkpoint_is_made_and_found_again(tmp_path: Path) -> None:
    arguments = (RUN.sfen, 5, "pairs")
    checkpoint, frontier = open_checkpoint(tmp_path / "c", *arguments, None, make)
    assert frontier is ABOVE
    assert checkpoint.run._replace(unit_positions=1) == RUN._replace(unit_positions=1)
    assert not (tmp_path / "c").exists()
    checkpoint.save()
    again, _ = open_checkpoint(tmp_path / "c", *arguments, None, make)
    assert again.run == checkpoint.run
    again, _ = open_checkpoint(tmp_path / "c", *arguments, PLY, make)
    assert again.run == checkpoint.run


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sfen": "4k4/9/9/9/9/9/9/9/4K4 b -"}, "its sfen is 'lnsgkgsnl/.* b -', not '4k4/"),
        ({"depth": 6}, "its depth is 5, not 6"),
        ({"method": "bulk"}, "its method is 'pairs', not 'bulk'"),
        ({"frontier": 2}, "its frontier is 3, not 2"),
    ],
)
def test_a_checkpoint_of_another_run(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    """Refused before the frontier is made, which may take minutes."""
    Checkpoint(tmp_path / "c", RUN).save()
    asked = {"sfen": RUN.sfen, "depth": 5, "method": "pairs", "frontier": None} | changes

    def never(ply: int | None) -> tuple[int, Frontier]:
        raise AssertionError

    with pytest.raises(CheckpointError, match=message):
        open_checkpoint(tmp_path / "c", *asked.values(), never)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"frontier_sha256": "0" * 64}, "its frontier_sha256 is '0000"),
        ({"record_bytes": 96}, "its record_bytes is 96, not 32"),
        ({"positions": POSITIONS + 1}, "its positions is 13561, not 13560"),
    ],
)
def test_a_checkpoint_of_another_frontier(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    Checkpoint(tmp_path / "c", RUN._replace(**changes)).save()
    with pytest.raises(CheckpointError, match=message):
        open_checkpoint(tmp_path / "c", RUN.sfen, 5, "pairs", None, make)


# ---- Ctrl-C ----------------------------------------------------------------------------------


@pytest.mark.skipif(
    sys.platform == "win32", reason="os.kill ends a process on Windows, whatever the signal"
)
@pytest.mark.parametrize("where", ["executor", "here"])
def test_ctrl_c(tmp_path: Path, where: str) -> None:
    executor = Silent()
    checkpoint = Checkpoint(tmp_path / "c", RUN)
    count = partial(count_on, executor) if where == "executor" else partial(count_here, 2)
    interrupt = partial(os.kill, os.getpid(), signal.SIGINT)
    began = time.monotonic()
    with interrupts(0.3, interrupt=interrupt), pytest.raises(KeyboardInterrupt):
        count(ABOVE, 4, "bulk", checkpoint=checkpoint)
    assert time.monotonic() - began < 1.3
    assert load_checkpoint(tmp_path / "c") is not None


# ---- Dask ------------------------------------------------------------------------------------


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match=r'not installed: pip install "shogi-fast\[dask\]"'),
        dask_executor("tcp://127.0.0.1:8786"),
    ):
        raise AssertionError
