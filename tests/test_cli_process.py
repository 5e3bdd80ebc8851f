"""The command as a process: interrupts, pseudo-terminals, pipes and disks that fail."""

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from cli_helpers import COMMAND, DATA, NODES, START, environment, numbers, screenful

from shogi_fast import terminal

ENDLESS = ("perft", "9", "--sfen", START)
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"


def start(*arguments, unbuffered=False, **options):
    """Start the command and leave it running."""
    env = environment(PYTHONUNBUFFERED="1") if unbuffered else environment()
    return subprocess.Popen([*COMMAND, *arguments], env=env, **options)


def interrupt(process):
    """Send Ctrl-C to a running command. Returns its exit status and how long it took to end."""
    assert process.poll() is None
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        status = process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()  # what waits for its output would wait for ever
        raise
    return status, time.monotonic() - sent


unix_only = pytest.mark.skipif(
    sys.platform == "win32", reason="on Windows a signal ends the process"
)


@unix_only
@pytest.mark.parametrize(
    "options", [[], ["--method", "visit"], ["--method", "bulk"], ["--stats"], ["--json"]]
)
def test_ctrl_c_in_a_pipe(options):
    """Ends within a second; what was printed before stays, whole lines of it; there is no bar."""
    with start(*ENDLESS, *options, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        before = [process.stdout.readline() for _ in range(4)]
        time.sleep(terminal.SHOW_AFTER + 0.3)  # a bar would show by now
        status, seconds = interrupt(process)
        out = b"".join(before) + process.stdout.read()
        assert (status, process.stderr.read()) == (130, b"interrupted\n")
    assert seconds < 1
    assert out.endswith(b"\n")
    lines = out.decode().splitlines()
    if options == ["--json"]:
        rows = [(json.loads(line)["depth"], json.loads(line)["nodes"]) for line in lines]
    else:
        rows = [tuple(numbers(line)[:2]) for line in lines[1:]]
    assert rows == [(depth, NODES[START, depth]) for depth in range(1, len(rows) + 1)]
    assert len(rows) >= 3


@unix_only
def test_ctrl_c_in_a_suite(tmp_path):
    path = tmp_path / "suite.txt"
    path.write_text(f"{START} ;D1 31 ;D9 1\n")
    arguments = ["perft", "--suite", str(path)]
    with start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert b":1: depth 1: 31 expected, 30 counted" in process.stdout.readline()
        status, seconds = interrupt(process)
        assert process.stdout.read() == b""
        assert (status, process.stderr.read()) == (130, b"interrupted\n")
    assert seconds < 1


# ---- terminals -------------------------------------------------------------------------------


def read_until(descriptor, pattern, timeout=30):
    """Read from a pseudo-terminal until its text has the pattern, or the other side is closed."""
    text = b""
    end = time.monotonic() + timeout
    while True:
        ready, _, _ = select.select([descriptor], [], [], max(0, end - time.monotonic()))
        assert ready, f"nothing more after {text[-500:]!r}"
        assert time.monotonic() < end, f"not what was waited for: {text[-500:]!r}"
        try:
            piece = os.read(descriptor, 65536)
        except OSError:  # how Linux tells that the other side is closed
            piece = b""
        if not piece:
            assert pattern is None, f"ended after {text[-500:]!r}"
            return text
        text += piece
        if pattern is not None and re.search(pattern, text[-4000:]):
            return text


@contextmanager
def reading_on(reader):
    """Read to the end meanwhile: nothing can be written to a terminal that is full."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(read_until, reader, None)


@pytest.fixture
def screen():
    """Return a pseudo-terminal: the end to read from, and the end for the command."""
    pty = pytest.importorskip("pty")
    reader, writer = pty.openpty()
    yield reader, writer
    os.close(reader)


# Drawn with escapes between its columns; unbounded gaps would make the search slow.
BAR = rb"(depth \d|suite) [^%]{1,400}\d\.\d %.{0,40}?(\d+:\d\d:\d\d|[\d,]+ days) left"


@pytest.mark.parametrize(
    "arguments", [["perft", "7"], ["perft", "7", "--json"], ["perft", "7", "--divide"]]
)
def test_a_bar_with_time_left_on_a_terminal(screen, arguments):
    """Only stderr is a terminal: the bar is there, the table elsewhere. Ctrl-C clears it away."""
    reader, writer = screen
    with start(*arguments, stdout=subprocess.PIPE, stderr=writer) as process:
        os.close(writer)
        shown = read_until(reader, BAR)
        with reading_on(reader) as end:
            status, seconds = interrupt(process)
        rest = end.result()
        out = process.stdout.read()
    assert status == 130
    assert seconds < 1
    assert b"\x1b" not in out
    assert b"left" not in out
    text = shown + rest
    assert text.rindex(b"\x1b[?25h") > text.rindex(b"\x1b[?25l")  # the cursor is back
    assert screenful(text.decode()) == "interrupted\n"


def test_a_suite_has_one_bar_for_all(screen, tmp_path):
    path = tmp_path / "suite.txt"
    path.write_text(f"{START} ;D1 30 ;D2 901 ;D7 {NODES[START, 7]}\n")
    reader, writer = screen
    with start("perft", "--suite", str(path), stdout=subprocess.PIPE, stderr=writer) as process:
        os.close(writer)
        assert b"suite" in read_until(reader, BAR)
        with reading_on(reader) as end:
            status, _ = interrupt(process)
        end.result()
        out = process.stdout.read()
    assert status == 130
    assert out.decode() == f"{path}:1: depth 2: 901 expected, 900 counted: {START}\n"


def test_short_counts_draw_nothing_on_a_terminal(screen):
    reader, writer = screen
    with start("perft", "3", stdout=subprocess.PIPE, stderr=writer) as process:
        os.close(writer)
        assert read_until(reader, None) == b""
        assert process.wait(timeout=30) == 0


def test_show_in_colour_on_a_terminal(screen):
    reader, writer = screen
    with start("show", MIDDLE, stdout=writer) as process:
        os.close(writer)
        text = read_until(reader, None)
        assert process.wait(timeout=30) == 0
    assert b"\x1b[31m" in text


# ---- closed and full outputs -----------------------------------------------------------------


@unix_only
@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "3", "--divide"],
        ["perft", "4"],
        ["show", START],
        ["show", START, "--color", "always"],
        ["perft", "--help"],
        ["perft", "--suite", str(DATA / "perft.csv"), "--max-nodes", "1000", "--json"],
    ],
)
def test_a_closed_pipe_ends_the_command_quietly(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    with start(*arguments, stdout=writer, stderr=subprocess.PIPE) as process:
        os.close(writer)
        assert process.wait(timeout=30) == 141
        assert process.stderr.read() == b""


@unix_only
def test_head_of_a_long_output():
    with start(*ENDLESS, "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert json.loads(process.stdout.readline())["nodes"] == NODES[START, 1]
        process.stdout.close()
        assert process.wait(timeout=30) == 141
        assert process.stderr.read() == b""


@unix_only
def test_a_line_is_written_at_once():
    """Not its end by itself, where Python buffers nothing: an interrupt could come between."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    parts = []
    with ours, theirs:
        with start("perft", "3", "--json", stdout=theirs, unbuffered=True) as process:
            assert process.wait(timeout=30) == 0
        ours.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                parts.append(ours.recv(1 << 16))  # what one call of write wrote
    assert [json.loads(part)["depth"] for part in parts] == [1, 2, 3]
    assert all(part.endswith(b"\n") for part in parts)


@unix_only
def test_output_that_is_closed_from_the_start():
    result = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "perft", "2"],
        check=False,
        stderr=subprocess.PIPE,
        timeout=60,
        env=environment(),
    )
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(
    not os.path.exists("/dev/full"), reason="only Linux has a device that is always full"
)
@pytest.mark.parametrize("arguments", [["perft", "2"], ["show", START], ["--version"]])
def test_a_full_disk_is_an_error(arguments):
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*COMMAND, *arguments],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            env=environment(),
        )
    assert result.returncode == 2
    assert re.fullmatch(r"shogi-fast: error: cannot write the output: [^\n]+\n", result.stderr)


def test_ctrl_c_in_the_midst_of_an_eval(tmp_path):
    """Python notes that an interrupt came out of one, and "-m" would end by the signal."""
    (tmp_path / "interrupted.py").write_text("""
import shogi_fast as sf
from shogi_fast import cli
def interrupt():
    raise KeyboardInterrupt
sf.perft = lambda *arguments, **options: eval("interrupt()")
cli.command()
""")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    result = subprocess.run(
        [sys.executable, "-m", "interrupted", "perft", "3"],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(PYTHONPATH=path),
    )
    assert (result.returncode, result.stderr) == (130, "interrupted\n")
