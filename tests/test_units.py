"""perft below a frontier: on threads, on executors, with checkpoints; and as a command."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import COMMAND, NODES, START, environment, run

import shogi_fast as sf
from shogi_fast import units
from shogi_fast.checkpoint import load_checkpoint

MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
LONE_KING = "4k4/9/9/9/9/9/9/9/9 b 16P 1"  # not a full set: records of the other kind
KNOWN = {(sf.Board(sfen).sfen(), depth): nodes for (sfen, depth), nodes in NODES.items()}


def known(sfen: str, depth: int) -> int:
    return KNOWN[sf.Board(sfen).sfen(), depth]


@pytest.mark.parametrize(
    ("sfen", "depth", "ply"),
    [
        *((START, 5, ply) for ply in range(5)),
        (START, 4, 4),
        *((MIDDLE, 3, ply) for ply in range(3)),
        *((MOST, 2, ply) for ply in range(3)),
        *((LONE_KING, 2, ply) for ply in range(3)),
    ],
)
def test_frontiers_at_every_ply(sfen: str, depth: int, ply: int, tmp_path: Path) -> None:
    nodes = known(sfen, depth)
    assert sf.perft(sfen, depth, frontier=ply) == nodes
    assert sf.perft(sf.Board(sfen), depth, frontier=ply, threads=2, method="bulk") == nodes
    path = tmp_path / "c"
    assert sf.perft(sfen, depth, frontier=ply, checkpoint=path, threads=2) == nodes
    # All is finished, and found again by another writing of the same position.
    assert sf.perft(sf.Board(sfen), depth, checkpoint=str(path)) == nodes
    with ThreadPoolExecutor(2) as executor:
        assert sf.perft(sfen, depth, frontier=ply, executor=executor) == nodes


def test_depth_0() -> None:
    with ThreadPoolExecutor(1) as executor:
        assert sf.perft(START, 0, frontier=0, executor=executor) == 1


def test_a_position_without_moves(tmp_path: Path) -> None:
    mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"
    assert len(sf.Board(mated).legal_moves) == 0
    for ply in range(4):
        assert sf.perft(mated, 3, frontier=ply) == 0
        assert sf.perft(mated, 3, frontier=ply, checkpoint=tmp_path / f"c{ply}") == 0
        assert sf.perft(mated, 3, checkpoint=tmp_path / f"c{ply}") == 0


def test_seven_plies(tmp_path: Path) -> None:
    assert sf.perft(START, 7, threads=0, checkpoint=tmp_path / "c") == NODES[START, 7]


def test_a_ply_is_chosen_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the next trial comes out, the ply is that of the checkpoint."""
    assert sf.perft(START, 5, checkpoint=tmp_path / "c") == NODES[START, 5]
    made = load_checkpoint(tmp_path / "c")
    assert made is not None
    assert 2 <= made.run.frontier <= 4

    def fail(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(units, "plan_perft", fail)
    monkeypatch.setattr("shogi_fast.planning.plan_perft", fail)
    assert sf.perft(START, 5, checkpoint=tmp_path / "c") == NODES[START, 5]
    for ply in {0, 1, 2, 3, 4, 5} - {made.run.frontier}:
        with pytest.raises(sf.CheckpointError, match=f"its frontier is .*, not {ply}"):
            sf.perft(START, 5, frontier=ply, checkpoint=tmp_path / "c")


def test_a_subclass_does_not_change_what_is_counted(tmp_path: Path) -> None:
    class Liar(sf.Board):
        def sfen(self, *, ply: bool = True) -> str:
            return "nonsense"

    assert sf.perft(Liar(), 4, checkpoint=tmp_path / "c") == NODES[START, 4]
    assert sf.perft(START, 4, checkpoint=tmp_path / "c") == NODES[START, 4]


@pytest.mark.parametrize("options", [{}, {"checkpoint": "c"}])
def test_progress(options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))

    assert sf.perft(START, 5, frontier=3, progress=progress, **options) == NODES[START, 5]
    assert told[-1] == (13_560, 13_560)
    counted = [(done, total) for done, total in told if total != 1]
    assert counted == sorted(counted)
    if options:
        assert getattr(told[-1][0], "nodes", None) == NODES[START, 5]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"frontier": -1}, ValueError, "plies of a frontier run from 0 to 4, not -1"),
        ({"frontier": 5}, ValueError, "plies of a frontier run from 0 to 4, not 5"),
        ({"frontier": "2"}, TypeError, "a frontier's ply is an int, not str"),
        ({"frontier": 2, "hash_mb": 1}, ValueError, "hash_mb does not go with frontier"),
        ({"frontier": 2, "memory_mb": 0}, ValueError, "memory_mb is at least 1, not 0"),
        ({"memory_mb": 0}, ValueError, "memory_mb is at least 1, not 0"),
        ({"memory_mb": "1"}, TypeError, "memory_mb is an int, not str"),
        ({"frontier": 2, "method": "best"}, ValueError, "the methods are 'auto', "),
        ({"frontier": 2, "threads": 1025}, ValueError, "threads run from 0 to 1024, not 1025"),
        ({"frontier": 2, "progress": 1}, TypeError, "progress is a function, not int"),
        ({"executor": "tcp://x"}, TypeError, "executor is a concurrent.futures.Executor, not str"),
        ({"checkpoint": 3}, TypeError, "str, bytes or os.PathLike object, not int"),
        ({"checkpoint": "a\0b"}, ValueError, "null"),
        ({"checkpoint": ""}, OSError, "the name of a file is empty"),
        ({"checkpoint": "no such folder/c"}, OSError, "No such file or directory"),
    ],
)
def test_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message.replace("(", r"\(")):
        sf.perft(START, 4, **arguments)


@pytest.mark.parametrize("options", [{"frontier": 1}, {"checkpoint": "c"}])
def test_a_bad_position_and_depth(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sf.InvalidSfenError):
        sf.perft("xx", 4, **options)
    with pytest.raises(TypeError):
        sf.perft(None, 4, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="depths run from 0 to 255, not 256"):
        sf.perft(START, 256, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_sum_beyond_64_bits(tmp_path: Path) -> None:
    """One of its 593 moves alone has more than 2 ** 57 sequences of 6 moves below it."""

    class Large(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_result(2**63)
            return future

    with pytest.raises(OverflowError):
        sf.perft(MIDDLE, 3, frontier=3, executor=Large(), checkpoint=tmp_path / "c")


# ---- Ctrl-C and SIGKILL ----------------------------------------------------------------------

unix_only = pytest.mark.skipif(
    sys.platform == "win32", reason="on Windows a signal ends the process"
)


def finished(path: Path) -> int:
    """Return how many units a checkpoint has finished, 0 if there is none yet."""
    checkpoint = load_checkpoint(path)
    return 0 if checkpoint is None else len(checkpoint.counts) - len(checkpoint.unfinished)


# A count in a process of its own, with small units, and a checkpoint that is written often.
CLIENT = """
import sys, time
from concurrent.futures import ProcessPoolExecutor
import shogi_fast as sf
from shogi_fast import checkpoint, frontier, units

def slow(*arguments, **options):
    time.sleep(0.02)
    return count(*arguments, **options)


# So that there is time to kill it, however busy the machine is. Also where pools start anew.
count, frontier.count_unit = frontier.count_unit, slow
units.UNITS_WANTED = 500
checkpoint.SAVE_EVERY = checkpoint.SAVE_SHARE = 0.1
if __name__ == "__main__":
    options = {"checkpoint": sys.argv[1], "frontier": 4}
    if sys.argv[2] == "processes":
        with ProcessPoolExecutor(2) as executor:
            print(sf.perft(sf.STARTING_SFEN, 7, executor=executor, **options))
    else:
        print(sf.perft(sf.STARTING_SFEN, 7, threads=2, **options))
"""


@unix_only
@pytest.mark.parametrize("way", ["threads", "processes"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT] if os.name == "posix" else [9])
def test_killed_and_gone_on_with(tmp_path: Path, way: str, number: int) -> None:
    path = tmp_path / "c"
    script = tmp_path / "client.py"
    script.write_text(CLIENT)
    command = [sys.executable, str(script), str(path), way]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as client:
        end = time.monotonic() + 60
        while finished(path) == 0:
            assert time.monotonic() < end
            assert client.poll() is None
            time.sleep(0.02)
        try:
            if number == signal.SIGINT:
                # Not its processes: one that is interrupted with a lock of the pool's in its hand
                # leaves the others waiting for ever (CPython 3.13).
                client.send_signal(number)
            else:
                os.killpg(client.pid, number)
            client.wait(timeout=60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(client.pid, signal.SIGKILL)
        assert client.returncode != 0
    done = load_checkpoint(path)
    assert done is not None
    assert 0 < done.nodes < NODES[START, 7]
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith("c")] != []
    assert sf.perft(START, 7, threads=2, checkpoint=path) == NODES[START, 7]


# ---- the command -----------------------------------------------------------------------------


def test_command_with_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "perft.ckpt"
    for options in (["--frontier", "3"], [], ["--threads", "1"]):
        done = run("perft", "6", "--checkpoint", str(path), "--json", *options)
        assert (done.returncode, done.stderr) == (0, "")
        row = json.loads(done.stdout)
        assert (row["depth"], row["nodes"]) == (6, NODES[START, 6])
    done = run("perft", "5", "--checkpoint", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("a checkpoint of another run: its depth is 6, not 5\n")
    path.write_bytes(path.read_bytes()[:-1])
    done = run("perft", "6", "--checkpoint", str(path))
    assert done.returncode == 2
    assert done.stderr.endswith(f"{path}: cut short: it ends in line 4\n")


def test_command_with_a_frontier() -> None:
    done = run("perft", "5", "--frontier", "3", "--method", "bulk")
    assert (done.returncode, done.stderr) == (0, "")
    heading, row = done.stdout.splitlines()
    assert heading.split() == ["depth", "nodes", "seconds", "nodes/s"]
    assert row.split()[:2] == ["5", "19,861,490"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["5", "--frontier", "6"], "--frontier runs from 0 to DEPTH, 5, not 6"),
        (["5", "--frontier", "x"], "not a whole number from 0 to 255: 'x'"),
        (["5", "--frontier", "2", "--divide"], "--frontier does not go with --divide"),
        (["5", "--checkpoint", "c", "--stats"], "--checkpoint does not go with --stats"),
        (["5", "--memory-mb", "9", "--hash-mb", "9"], "--memory-mb does not go with --hash-mb"),
        (["--suite", "x", "--dask", "y"], "--dask does not go with --suite"),
        (["5", "--frontier", "2", "--memory-mb", "0"], "memory_mb is at least 1, not 0"),
        (["5", "--checkpoint", "no such folder/c"], "cannot use no such folder/c: No such file"),
        (["5", "--frontier", "2", "--sfen", "x"], "'x'"),
    ],
)
def test_command_refuses(arguments: list[str], message: str) -> None:
    done = run("perft", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@unix_only
def test_command_is_interrupted_and_goes_on(tmp_path: Path) -> None:
    """Ctrl-C ends it within a second, and leaves a checkpoint to go on from."""
    path = tmp_path / "c"
    arguments = [*COMMAND, "perft", "7", "--frontier", "4", "--method", "bulk"]
    arguments += ["--checkpoint", str(path)]
    with subprocess.Popen(arguments, env=environment(), stderr=subprocess.PIPE) as process:
        while not path.exists():
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.5)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert time.monotonic() - sent < 1
        assert process.stderr is not None
        assert process.stderr.read() == b"interrupted\n"
    assert load_checkpoint(path) is not None


def test_units_are_not_so_large_that_dask_warns() -> None:
    assert units.UNIT_BYTES + 16 < 10_000_000
