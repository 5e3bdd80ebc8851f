"""Ctrl-C: every way to count ends within a second of it, each of twenty times."""

import contextlib
import importlib
import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from shogi_fast.interrupts import InterruptsLater

# There is Ctrl-C on Windows, but the system sends it to all processes of a console: the one that
# tests would stop too.
ALL_OF_A_CONSOLE = "on Windows Ctrl-C cannot be sent to one process alone"
INTERRUPTS = 20
SECONDS = 1.0  # within which each must stop the count

# For each line of input: says that it starts, counts what no machine could, says that it stopped.
CHILD = """
import sys
import shogi_fast as sf
from shogi_fast import STARTING_SFEN as START
from shogi_fast.frontier import Frontier, count_unit
frontier = Frontier(START, 3)
unit = frontier.unit(0, len(frontier))
# Not called by eval itself: Python would note that an interrupt came out of it, and die of one.
call = eval("lambda: " + sys.argv[1])
for line in sys.stdin:
    try:
        print("started", flush=True)
        call()
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""

# The command when it prints nothing before it is done: it says itself that it begins.
SILENT_COMMAND = """
from shogi_fast.cli import command
print("{}", flush=True)
command()
"""


def _in_process(threads: int, options: str = "", name: str = "perft") -> str:
    return f"sf.{name}(START, 12, threads={threads}{options})"


COUNTING: list[str | tuple[str, ...]] = [
    _in_process(1, ", method='auto'"),
    _in_process(1, ", method='pairs'"),
    _in_process(1, ", method='bulk'"),
    _in_process(1, ", method='visit'"),
    _in_process(2, ", method='auto'"),
    _in_process(2, ", method='pairs'"),
    _in_process(2, ", method='bulk'"),
    _in_process(2, ", method='visit'"),
    _in_process(1, ", hash_mb=64"),
    _in_process(2, ", hash_mb=64"),
    _in_process(1, ", method='pairs'", "divide"),
    _in_process(2, ", method='pairs'", "divide"),
    _in_process(1, name="perft_stats"),
    _in_process(2, name="perft_stats"),
    "Frontier(START, 12)",
    "Frontier(START, 12, threads=2)",
    "frontier.count(12)",
    "frontier.count(12, threads=2)",
    "count_unit(unit, 12)",
    ("--threads", "1"),
    ("--threads", "2"),
    ("--threads", "2", "--hash-mb", "64"),
]
MORE_COUNTING: list[str | tuple[str, ...]] = [
    _in_process(1, ", method='auto'"),
    _in_process(1, ", method='pairs'"),
    _in_process(1, ", method='bulk'"),
    _in_process(1, ", method='visit'"),
    *(
        ("--threads", threads, *more)
        for threads in ("1", "2")
        for more in (
            ("--method", "bulk"),
            ("--method", "visit"),
            ("--method", "bulk", "--hash-mb", "64"),
            ("--divide",),
            ("--stats",),
        )
    ),
    *(
        _in_process(threads, f", method={method!r}", "divide")
        for threads in (1, 2)
        for method in ("bulk", "visit")
    ),
]


@contextlib.contextmanager
def _watched(*arguments: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start Python, and kill it at the end, or should it hang."""
    with subprocess.Popen([sys.executable, *arguments], text=True, **options) as child:
        watchdog = threading.Timer(120, child.kill)
        watchdog.start()
        try:
            yield child
        finally:
            watchdog.cancel()
            child.kill()


def _interrupt_calls(call: str) -> list[float]:
    """Return how long a counting process took to stop after each of 20 signals."""
    rng = random.Random(call)
    times = []
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with _watched("-c", CHILD, call, bufsize=1, **pipes) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for _ in range(INTERRUPTS):
            child.stdin.write("go\n")
            assert child.stdout.readline() == "started\n"
            time.sleep(rng.uniform(0.01, 0.3))
            sent = time.monotonic()
            child.send_signal(signal.SIGINT)
            assert child.stdout.readline() == "stopped\n"
            times.append(time.monotonic() - sent)
        child.stdin.close()
        assert child.wait() == 0
    return times


def _interrupt_command(options: tuple[str, ...]) -> list[float]:
    """Return how long the command took to end after each of 20 signals."""
    rng = random.Random(" ".join(options))
    start = ["-c", SILENT_COMMAND] if "--divide" in options else ["-m", "shogi_fast"]
    times = []
    for _ in range(INTERRUPTS):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with _watched(*start, "perft", "12", "--json", *options, **pipes) as child:
            assert child.stdout is not None
            assert child.stderr is not None
            lines = [child.stdout.readline()]  # it has begun
            time.sleep(rng.uniform(0.01, 0.3))
            sent = time.monotonic()
            child.send_signal(signal.SIGINT)
            # Not by communicate, which does not have what is in the buffer of readline.
            lines += child.stdout.readlines()
            err = child.stderr.read()
            child.wait()
            times.append(time.monotonic() - sent)
        assert (child.returncode, err) == (130, "interrupted\n")
        for line in lines:
            json.loads(line)
            assert line.endswith("\n")
    return times


@pytest.fixture(scope="module")
def stopping_times(request: pytest.FixtureRequest) -> Iterator[dict[Any, Future[list[float]]]]:
    """Interrupt a process for each call and each command that is to be tested, a few at once."""
    chosen = [
        item.callspec.params["counting"]
        for item in request.session.items
        if isinstance(item, pytest.Function) and item.originalname.startswith("test_sigint_stops")
        and item.path == request.path
    ]  # fmt: skip
    with ThreadPoolExecutor(2) as pool:
        yield {
            counting: pool.submit(
                _interrupt_calls if isinstance(counting, str) else _interrupt_command, counting
            )
            for counting in chosen
        }


def _check_stopping(times: list[float]) -> None:
    assert len(times) == INTERRUPTS
    assert max(times) < SECONDS


@pytest.mark.skipif(sys.platform == "win32", reason=ALL_OF_A_CONSOLE)
@pytest.mark.parametrize("counting", COUNTING, ids=str)
def test_sigint_stops_a_count(counting: Any, stopping_times: dict[Any, Any]) -> None:
    _check_stopping(stopping_times[counting].result())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason=ALL_OF_A_CONSOLE)
@pytest.mark.parametrize("counting", MORE_COUNTING, ids=str)
def test_sigint_stops_a_count_of_another_kind(
    counting: Any, stopping_times: dict[Any, Any]
) -> None:
    _check_stopping(stopping_times[counting].result())


# An interrupt at each import after the first of the package: Python would lose it if it came out of
# the callback that ends an import, so none may be raised before the import is done.
IMPORTS = """
import os, signal, sys
import shogi_fast as sf
from shogi_fast import STARTING_SFEN as START
import shogi_fast.cli

class Interrupting:
    raised, imported = [], []
    def find_spec(self, name, path=None, target=None):
        if name.startswith("shogi_fast"):
            self.imported.append(name)
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                self.raised.append(name)

sys.meta_path.insert(0, Interrupting())
for _ in range(40):
    try:
        exec(sys.argv[1])
    except KeyboardInterrupt:
        continue
    break
else:
    sys.exit("interrupted too often")
print(len(Interrupting.imported), Interrupting.raised)
"""


@pytest.mark.parametrize(
    ("code", "least"),
    [
        ("sf.perft(START, 4)", 3),
        ("sf.perft(START, 4, threads=2, hash_mb=1)", 2),
        ("sf.perft(START, 4, threads=0)", 2),
        ("sf.perft(START, 4, frontier=2)", 3),
        ("sf.perft(START, 4, checkpoint=os.devnull + '/no')", 3),
        ("sf.divide(START, 5)", 3),
        ("sf.perft_stats(START, 2)", 2),
        ("shogi_fast.cli.main(['perft', '4', '--plan'])", 3),
    ],
)
def test_no_interrupt_comes_out_of_an_import(code: str, least: int) -> None:
    code = f"try:\n    {code}\nexcept OSError:\n    pass" if "devnull" in code else code
    ended = subprocess.run(
        [sys.executable, "-c", IMPORTS, code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    number, raised = ended.stdout.splitlines()[-1].split(" ", 1)
    assert raised == "[]"
    assert int(number) >= least


def interrupted_import(name: str) -> None:
    with InterruptsLater():
        signal.raise_signal(signal.SIGINT)
        importlib.import_module(name)


def test_interrupts_that_wait() -> None:
    """They come at the end, also after an error; a handler of one's own is called with all it gets."""
    calls: list[object] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: calls.append(number))
    try:
        with InterruptsLater():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            assert calls == []
        assert calls == [signal.SIGINT]
        with pytest.raises(ModuleNotFoundError):
            interrupted_import("no_such_module")
        assert calls == [signal.SIGINT] * 2
        signal.raise_signal(signal.SIGINT)
        assert calls == [signal.SIGINT] * 3
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with InterruptsLater():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert calls == [signal.SIGINT] * 3


def test_interrupts_wait_in_the_main_thread_alone() -> None:
    before = signal.getsignal(signal.SIGINT)

    def enter() -> object:
        with InterruptsLater():
            return signal.getsignal(signal.SIGINT)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(enter).result() is before
    assert signal.getsignal(signal.SIGINT) is before
