"""Counting on a real Dask scheduler with two worker processes on 127.0.0.1.

Run with ``-m dask``; needs the extra ``dask``.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cli_helpers import COMMAND, NODES, START, environment

import shogi_fast as sf
from shogi_fast import units
from shogi_fast.checkpoint import load_checkpoint
from shogi_fast.cluster import _workers, dask_executor

pytestmark = pytest.mark.dask
START_SECONDS = 180  # on a machine that has other things to do
ADDRESS = "tcp://127.0.0.1:1"  # where nobody listens


class Cluster(NamedTuple):
    """A running scheduler, and its workers."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command, with the patience that a cluster on a busy machine needs."""
    return subprocess.run(
        [*COMMAND, *arguments],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=2 * START_SECONDS,
        env=environment(),
    )


def wait_for(what: Callable[[], object], *processes: subprocess.Popen[bytes]) -> None:
    """Wait until something is so, while processes run that it depends on."""
    end = time.monotonic() + START_SECONDS
    while not what():
        assert time.monotonic() < end
        for process in processes:
            assert process.poll() is None
        time.sleep(0.02)


def is_written(file: Path) -> bool:
    """Say whether the scheduler has written all of its file, which it does not do at once."""
    try:
        json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return False
    return True


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Start a scheduler and two workers of one thread each, and end what is left of them."""
    file = tmp_path / "scheduler.json"
    common = ["--no-dashboard", "--scheduler-file", str(file)]
    host = ["--host", "127.0.0.1"]
    own = os.environ | {"DASK_TEMPORARY_DIRECTORY": str(tmp_path)}
    processes: list[subprocess.Popen[bytes]] = []

    def start(part: str, *arguments: str) -> None:
        command = [sys.executable, "-m", "distributed.cli." + part, *common, *host, *arguments]
        with (tmp_path / f"{part}-{len(processes)}.log").open("wb") as log:
            processes.append(subprocess.Popen(command, stdout=log, stderr=log, env=own))

    try:
        start("dask_scheduler", "--port", "0")
        wait_for(lambda: is_written(file), *processes)
        address = json.loads(file.read_text())["address"]
        for _ in range(2):
            # Without a nanny, which would start the worker anew that a test kills.
            start("dask_worker", "--nthreads", "1", "--no-nanny")
        with dask_executor(address) as executor:
            client: Any = vars(executor)["_client"]
            wait_for(lambda: len(client.ncores()) == 2, *processes)
        yield Cluster(address, processes[0], processes[1:])
    finally:
        for process in reversed(processes):
            process.kill()
        for process in processes:
            process.wait(timeout=10)


def test_depth_7_is_equal(cluster: Cluster) -> None:
    done = run("perft", "7", "--dask", cluster.address, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["nodes"] == NODES[START, 7]


def test_a_worker_killed_half_way(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "UNITS_WANTED", 1000)
    killed_at = 0

    def progress(done: int, total: int) -> None:
        nonlocal killed_at
        if total != 1 and done > total // 2 and not killed_at:
            killed_at = done
            cluster.workers[0].kill()
            cluster.workers[0].wait()

    with dask_executor(cluster.address) as executor:
        assert _workers(executor) == 2
        nodes = sf.perft(START, 7, frontier=4, executor=executor, progress=progress)
    assert nodes == NODES[START, 7]
    assert 0 < killed_at < 203_803
    assert cluster.workers[1].poll() is None


CLIENT = """
import sys, time
import shogi_fast as sf
from shogi_fast import checkpoint, units
from shogi_fast.cluster import dask_executor

units.UNITS_WANTED = 1000
checkpoint.SAVE_EVERY = checkpoint.SAVE_SHARE = 0.1


def progress(done, total):
    # So that there is time to kill it, however busy the machine is.
    if total != 1:
        time.sleep(0.02)

with dask_executor(sys.argv[1]) as executor:
    options = {"frontier": 4, "checkpoint": sys.argv[2], "progress": progress}
    print(sf.perft(sf.STARTING_SFEN, 7, executor=executor, **options))
"""


@pytest.mark.parametrize("how", ["kill", "terminate", "interrupt"])
def test_the_client_killed_and_gone_on_with(cluster: Cluster, tmp_path: Path, how: str) -> None:
    path = tmp_path / "perft.ckpt"
    script = tmp_path / "client.py"
    script.write_text(CLIENT)

    def begun() -> bool:
        checkpoint = load_checkpoint(path)
        return checkpoint is not None and len(checkpoint.unfinished) < len(checkpoint.counts)

    with subprocess.Popen(
        [sys.executable, str(script), cluster.address, str(path)], stderr=subprocess.DEVNULL
    ) as client:
        wait_for(begun, client)
        number = {"kill": "SIGKILL", "terminate": "SIGTERM", "interrupt": "SIGINT"}[how]
        client.send_signal(getattr(signal, number))
        client.wait(timeout=10)
        assert client.returncode != 0
    saved = load_checkpoint(path)
    assert saved is not None
    assert 0 < saved.nodes < NODES[START, 7]
    # By the command, on the same workers: what is finished is not counted again.
    done = run("perft", "7", "--dask", cluster.address, "--checkpoint", str(path), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["nodes"] == NODES[START, 7]
    finished = load_checkpoint(path)
    assert finished is not None
    for before, after in zip(saved.counts, finished.counts, strict=True):
        assert before in (None, after)


def test_the_scheduler_is_gone(cluster: Cluster, tmp_path: Path) -> None:
    """The count ends with one line, and can go on with another scheduler, or none."""
    path = tmp_path / "c"
    arguments = ["perft", "7", "--frontier", "4", "--method", "visit", "--dask", cluster.address]
    with subprocess.Popen(
        [*COMMAND, *arguments, "--checkpoint", str(path)],
        env=environment(),
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        wait_for(path.exists, process)
        cluster.scheduler.kill()
        out, err = process.communicate(timeout=START_SECONDS)
        assert (process.returncode, out) == (2, b"")
    assert err == b"shogi-fast: error: the connection to the Dask scheduler is lost\n"
    saved = load_checkpoint(path)
    assert saved is not None
    assert saved.unfinished != []


def test_a_worker_that_comes_later(cluster: Cluster) -> None:
    """With no worker left, a count waits for one."""
    for worker in cluster.workers:
        worker.kill()
        worker.wait()
    late: list[subprocess.Popen[bytes]] = []
    command = [sys.executable, "-m", "distributed.cli.dask_worker", cluster.address]

    def progress(done: int, total: int) -> None:
        if not late:
            late.append(
                subprocess.Popen(
                    [*command, "--nthreads", "1", "--no-nanny", "--no-dashboard"],
                    stderr=subprocess.DEVNULL,
                )
            )

    try:
        with dask_executor(cluster.address) as executor:
            nodes = sf.perft(START, 5, frontier=3, executor=executor, progress=progress)
    finally:
        for worker in late:
            worker.kill()
            worker.wait()
    assert nodes == NODES[START, 5]


@pytest.mark.skipif(sys.platform == "win32", reason="on Windows a signal ends the process")
def test_ctrl_c(cluster: Cluster, tmp_path: Path) -> None:
    """Ends within a second, with a checkpoint; the workers go on with nothing of it."""
    path = tmp_path / "c"
    arguments = ["perft", "8", "--frontier", "5", "--dask", cluster.address]
    with subprocess.Popen(
        [*COMMAND, *arguments, "--checkpoint", str(path)],
        env=environment(),
        stderr=subprocess.PIPE,
    ) as process:
        wait_for(path.exists, process)
        time.sleep(1.0)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert time.monotonic() - sent < 1
        assert process.stderr is not None
        assert process.stderr.read() == b"interrupted\n"
    assert load_checkpoint(path) is not None
    with dask_executor(cluster.address) as executor:
        began = time.monotonic()
        assert sf.perft(START, 4, frontier=2, executor=executor) == NODES[START, 4]
        assert time.monotonic() - began < 10


def test_nobody_listens() -> None:
    began = time.monotonic()
    done = run("perft", "5", "--dask", ADDRESS)
    assert time.monotonic() - began < 30
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"shogi-fast: error: no Dask scheduler answers at {ADDRESS}: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("address", ["", "foo://x", "tcp://x", "tcp://127.0.0.1:", "\0", "x" * 999])
def test_no_address(address: str) -> None:
    with (
        pytest.raises(sf.ClusterError, match="not the address of a Dask scheduler, such as tcp://"),
        dask_executor(address),
    ):
        raise AssertionError


def test_a_client_for_an_executor(cluster: Cluster) -> None:
    with dask_executor(cluster.address) as executor:
        client: Any = vars(executor)["_client"]
        with pytest.raises(TypeError, match=r"take client.get_executor\(\)"):
            sf.perft(START, 5, frontier=3, executor=client)
        # As a program makes one, with whatever Dask does by default.
        assert sf.perft(START, 5, frontier=3, executor=client.get_executor()) == NODES[START, 5]
        assert os.getpid() not in client.run(os.getpid).values()
