"""Tests of units of work on threads: each done once, exceptions, signals, no thread left behind."""

import _thread
import signal
import sys
import threading
import time

import pytest
from interrupting import interrupts

from shogi_fast.workers import Stop, run_units, usable_cores


class Problem(Exception):
    """Raised by the work or by tell."""


class Gauge:
    """Work that notes which threads are at it, and goes on until it is stopped."""

    def __init__(self) -> None:
        self.stop = Stop()
        self.lock = threading.Lock()
        self.running = 0
        self.units: list[int] = []

    def work(self, unit: int, worker: int) -> None:
        with self.lock:
            self.running += 1
            self.units.append(unit)
        while not self.stop.is_set():
            time.sleep(0.001)
        with self.lock:
            self.running -= 1


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("units", [0, 1, 2, 3, 1000])
def test_each_unit_is_done_once(units: int, threads: int) -> None:
    done = [0] * units
    workers: list[set[int]] = [set() for _ in range(threads)]

    def work(unit: int, worker: int) -> None:
        done[unit] += 1
        workers[worker].add(threading.get_ident())

    run_units(work, units, threads, Stop())
    assert done == [1] * units
    assert all(len(idents) <= 1 for idents in workers)
    assert threading.get_ident() not in set().union(*workers)


def test_units_come_in_order() -> None:
    order: list[int] = []
    run_units(lambda unit, _: order.append(unit), 1000, 1, Stop())
    assert order == list(range(1000))


def test_threads_work_at_once() -> None:
    barrier = threading.Barrier(3, timeout=30)
    run_units(lambda *_: barrier.wait(), 6, 3, Stop())
    assert not barrier.broken


def test_no_more_threads_than_units() -> None:
    barrier = threading.Barrier(2, timeout=30)
    seen = set()

    def work(unit: int, worker: int) -> None:
        barrier.wait()
        seen.add(worker)

    run_units(work, 2, 1_000_000, Stop())
    assert seen == {0, 1}


def test_tell_is_called_in_the_calling_thread() -> None:
    told = []
    began = time.monotonic()
    run_units(
        lambda *_: time.sleep(0.25),
        2,
        2,
        Stop(),
        lambda: told.append((threading.get_ident(), time.monotonic() - began)),
    )
    assert {ident for ident, _ in told} == {threading.get_ident()}
    assert 2 <= len(told) <= 5
    assert told[0][1] >= 0.045


@pytest.mark.parametrize("problem", [Problem("no"), SystemExit(3), KeyboardInterrupt()])
def test_an_exception_from_tell_stops_the_work(problem: BaseException) -> None:
    gauge = Gauge()

    def tell() -> None:
        assert gauge.running == 3
        raise problem

    with pytest.raises(type(problem)) as caught:
        run_units(gauge.work, 100, 3, gauge.stop, tell)
    assert caught.value is problem
    assert gauge.stop.is_set()
    assert gauge.running == 0
    assert sorted(gauge.units) == [0, 1, 2]


@pytest.mark.parametrize("problem", [Problem("no"), SystemExit(3), KeyboardInterrupt()])
def test_an_exception_from_the_work_stops_the_rest(problem: BaseException) -> None:
    gauge = Gauge()

    def work(unit: int, worker: int) -> None:
        if unit == 2:
            raise problem
        gauge.work(unit, worker)

    with pytest.raises(type(problem)) as caught:
        run_units(work, 100, 3, gauge.stop)
    assert caught.value is problem
    assert gauge.running == 0
    assert sorted(gauge.units) in ([0], [1], [0, 1], [])


def test_the_first_exception_is_raised() -> None:
    stop = Stop()

    def work(unit: int, worker: int) -> None:
        while not stop.is_set():
            time.sleep(0.001)
        raise Problem("a consequence")

    def tell() -> None:
        raise Problem("the cause")

    with pytest.raises(Problem, match="the cause"):
        run_units(work, 2, 2, stop, tell)


@pytest.mark.parametrize("tells", [True, False])
def test_an_interrupt_stops_the_work(tells: bool) -> None:
    gauge = Gauge()
    with interrupts(0.12), pytest.raises(KeyboardInterrupt):
        run_units(gauge.work, 100, 3, gauge.stop, (lambda: None) if tells else None)
    assert gauge.running == 0
    assert len(gauge.units) == 3


def test_more_interrupts_while_threads_end_leave_none_running() -> None:
    ended = []

    def work(unit: int, worker: int) -> None:
        time.sleep(0.4)  # deaf to the flag
        ended.append(unit)

    with interrupts(0.1, 0.15, 0.2, 0.25), pytest.raises(KeyboardInterrupt):
        run_units(work, 100, 2, Stop())
    assert sorted(ended) == [0, 1]


@pytest.mark.parametrize("delay", [i * 1e-5 for i in range(20)])
def test_an_interrupt_while_threads_start(delay: float) -> None:
    gauge = Gauge()
    with pytest.raises(KeyboardInterrupt), interrupts(delay):
        run_units(gauge.work, 100, 50, gauge.stop)
    assert gauge.running == 0


def test_a_handler_that_returns_lets_the_work_go_on() -> None:
    handled = []
    old = signal.signal(signal.SIGINT, lambda *_: handled.append(time.monotonic()))
    done = []

    def work(unit: int, worker: int) -> None:
        time.sleep(0.1)
        done.append(unit)

    try:
        with interrupts(0.05, 0.15):
            run_units(work, 4, 2, Stop())
            ended = time.monotonic()
    finally:
        signal.signal(signal.SIGINT, old)
    assert sorted(done) == [0, 1, 2, 3]
    assert len(handled) == 2
    assert handled[0] < handled[1] < ended


def test_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    gauge = Gauge()
    start, started = _thread.start_new_thread, []

    def start_two(function: object, arguments: tuple[object, ...]) -> int:
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(True)
        return start(function, arguments)

    monkeypatch.setattr(_thread, "start_new_thread", start_two)
    with pytest.raises(RuntimeError, match="start new thread"):
        run_units(gauge.work, 100, 5, gauge.stop)
    assert gauge.running == 0
    assert len(gauge.units) <= 2


def test_runs_within_runs() -> None:
    done = []

    def work(unit: int, worker: int) -> None:
        run_units(lambda *_: done.append(unit), 3, 2, Stop())

    run_units(work, 4, 2, Stop())
    assert sorted(done) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


@pytest.mark.skipif(not hasattr(sys, "getrefcount"), reason="CPython only")
def test_nothing_is_kept() -> None:
    class Work:
        def __call__(self, unit: int, worker: int) -> None:
            pass

    work = Work()
    before = sys.getrefcount(work)
    run_units(work, 10, 2, Stop())
    for _ in range(100):  # a thread may be about to end still
        if sys.getrefcount(work) == before:
            break
        time.sleep(0.01)
    assert sys.getrefcount(work) == before


def test_usable_cores_is_what_the_process_may_use() -> None:
    import os

    assert 1 <= usable_cores() <= (os.cpu_count() or 1)
