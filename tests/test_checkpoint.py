"""Checkpoint files: kept whole, verified byte by byte, refused with a reason."""

import hashlib
import json
import os
import random
import sys
from pathlib import Path

import pytest

from shogi_fast.checkpoint import (
    MAX_UNITS,
    Checkpoint,
    Run,
    format_checkpoint,
    load_checkpoint,
    parse_checkpoint,
)
from shogi_fast.errors import CheckpointError

SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"
DIGEST = hashlib.sha256(b"frontier").hexdigest()
RUN = Run(SFEN, 6, "pairs", 2, 40, 900, 100, DIGEST)
COUNTS = [17, None, 0, 2**64 - 1, None, None, None, 5, None]
DATA = format_checkpoint(RUN, COUNTS)


def sealed(*lines: bytes) -> bytes:
    """Return lines with the checksum that they should have."""
    body = b"".join(line + b"\n" for line in lines)
    return body + b"sha256 " + hashlib.sha256(body).hexdigest().encode() + b"\n"


def with_run(**changes: object) -> bytes:
    title, run, state, _ = DATA.splitlines()
    return sealed(title, json.dumps(json.loads(run) | changes).encode(), state)


def with_state(**changes: object) -> bytes:
    title, run, state, _ = DATA.splitlines()
    return sealed(title, run, json.dumps(json.loads(state) | changes).encode())


def test_what_is_written_is_read() -> None:
    assert parse_checkpoint(DATA, "x") == (RUN, COUNTS)
    assert DATA.isascii()
    title, run, state, seal = DATA.decode().splitlines()
    assert title == "shogi_fast perft checkpoint 1"
    assert json.loads(run)["sfen"] == SFEN
    assert json.loads(state)["nodes"] == 17 + 2**64 - 1 + 5
    assert json.loads(state)["finished"] == 4
    assert seal == "sha256 " + hashlib.sha256(DATA[: DATA.rindex(b"sha256 ")]).hexdigest()


def test_cut_short_at_every_length() -> None:
    for length in range(len(DATA)):
        with pytest.raises(CheckpointError) as caught:
            parse_checkpoint(DATA[:length], "some.file")
        message = str(caught.value)
        assert message.startswith("some.file: ")
        # Cut in its last line, the file still has four of them.
        whole = DATA[:length].count(b"\n") >= 3
        assert ("line 4" if whole else "cut short" if length else "empty") in message, length


def test_every_bit_changed() -> None:
    for place in range(len(DATA)):
        for bit in range(8):
            data = bytearray(DATA)
            data[place] ^= 1 << bit
            with pytest.raises(CheckpointError):
                parse_checkpoint(bytes(data), "x")


def test_random_bytes_and_sealed_nonsense() -> None:
    """Also where the checksum is right: nothing but CheckpointError, however odd the lines."""
    dice = random.Random(4)
    lines = DATA.splitlines()[:3]
    for _ in range(3000):
        broken = [bytearray(line) for line in lines]
        line = dice.choice(broken[1:])
        for _ in range(dice.randint(1, 4)):
            place = dice.randrange(len(line))
            line[place : place + dice.randint(0, 3)] = dice.choice(
                [b"", b"[", b"{", b'"', b"9" * 30, b"-", b"null", b"\xff", b"\\u0000", b"1e999"]
            )
        data = sealed(*map(bytes, broken))
        try:
            run, counts = parse_checkpoint(data, "x")
        except CheckpointError:
            continue
        # What still passes is a checkpoint of something else, and consistent.
        assert parse_checkpoint(format_checkpoint(run, counts), "x") == (run, counts)
        assert run.frontier <= run.depth
        assert len(counts) == run.units


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x: empty"),
        (b"\x7fELF", r"x: not a checkpoint of shogi_fast: it begins with b'\x7fELF'"),
        (b"shogi_fast perft checkpoint one\n", "x: line 1 has no format number"),
        (b"shogi_fast perft checkpoint \n\n\n\n", "x: line 1 has no format number"),
        (DATA.replace(b"checkpoint 1", b"checkpoint 2"), "x: of format 2; this version of"),
        (DATA + b"more", "x: line 5 should not be there: b'more'"),
        (DATA[:-10] + b"\n", "x: line 4 is not a SHA-256"),
        (DATA.replace(b"\n", b"\r\n"), "x: line 1 has no format number"),
        (DATA.replace(b"[17,", b"[18,"), "x: the checksum in line 4 is not that of the file"),
        (b" " * 10_000_001, "x: more than 10,000,000 bytes"),
        (sealed(DATA.splitlines()[0], b"[" * 99_999, b"{}"), "x: line 2 is not JSON"),
        (sealed(DATA.splitlines()[0], b"[]", b"{}"), "x: line 2 is not a JSON object"),
        (sealed(*DATA.splitlines()[:2], b"{}"), "x: line 3: missing or unknown: 'counts, finished"),
        (sealed(*DATA.splitlines()[:2], b"9" * 9999), "x: line 3 is not JSON"),
        (with_run(extra=1), "x: line 2: missing or unknown: 'extra'"),
        (with_run(sfen=None), "x: line 2: sfen is not a text: None"),
        (with_run(depth=True), "x: line 2: depth is not a whole number from 0 to 2 ** 64 - 1: T"),
        (with_run(depth=6.0), "x: line 2: depth is not a whole number"),
        (with_run(unit_positions=0), "x: line 2: unit_positions is not a whole number from 1"),
        (with_run(frontier=7), "x: line 2: a frontier at ply 7 of 6"),
        (with_run(frontier_sha256="0"), "x: line 2: frontier_sha256: '0'"),
        (with_run(positions=2**60), "units, not at most 400,000"),
        (with_state(counts={}), "x: line 3: counts is not a list: {}"),
        (with_state(counts=[1]), "x: line 3: 1 counts for 9 units"),
        (with_state(counts=[17, -1, *COUNTS[2:]]), "x: line 3: the count of unit 1 is not a whole"),
        (with_state(counts=[17, 2**64, *COUNTS[2:]]), "x: line 3: the count of unit 1 is not a"),
        (with_state(counts=[17, 1, *COUNTS[2:]]), "x: line 3: finished is 4, but its counts"),
        (with_state(nodes=22), "x: line 3: nodes is 22, but its counts make 18,446,744,073,709"),
    ],
)
def test_says_what_is_wrong(data: bytes, message: str) -> None:
    with pytest.raises(CheckpointError) as caught:
        parse_checkpoint(data, "x")
    assert str(caught.value).startswith(message) or message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_saved_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "perft.ckpt"
    assert load_checkpoint(path) is None
    checkpoint = Checkpoint(path, RUN)
    assert checkpoint.unfinished == list(range(9))
    checkpoint.note(3, 7)
    checkpoint.note(3, 8)  # a unit that was counted twice counts once
    checkpoint.save()
    again = load_checkpoint(path)
    assert again is not None
    assert (again.run, again.nodes) == (RUN, 7)
    assert again.unfinished == [0, 1, 2, 4, 5, 6, 7, 8]
    again.note(0, 1)
    again.save()
    last = load_checkpoint(path)
    assert last is not None
    assert last.nodes == 8
    assert [entry.name for entry in tmp_path.iterdir()] == ["perft.ckpt"]


def test_the_largest_is_below_ten_megabytes(tmp_path: Path) -> None:
    run = RUN._replace(positions=MAX_UNITS, unit_positions=1)
    checkpoint = Checkpoint(tmp_path / "large", run, [2**64 - 1] * MAX_UNITS)
    checkpoint.save()
    assert 8_000_000 < (tmp_path / "large").stat().st_size < 10_000_000
    again = load_checkpoint(tmp_path / "large")
    assert again is not None
    assert again.nodes == (2**64 - 1) * MAX_UNITS


def test_two_runs_with_one_file(tmp_path: Path) -> None:
    """The one that finds the file changed by the other stops, and leaves it."""
    first = Checkpoint(tmp_path / "c", RUN)
    first.save()
    second = load_checkpoint(tmp_path / "c")
    assert second is not None
    second.note(1, 5)
    second.save()
    first.note(2, 6)
    with pytest.raises(CheckpointError, match="another run has written to this checkpoint"):
        first.save()
    new = Checkpoint(tmp_path / "c", RUN)
    with pytest.raises(CheckpointError, match="another run has written"):
        new.save()
    left = load_checkpoint(tmp_path / "c")
    assert left is not None
    assert left.counts[1:3] == [5, None]


def test_taken_away_meanwhile_it_is_written_again(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "c", RUN)
    checkpoint.save()
    (tmp_path / "c").unlink()
    checkpoint.save()
    assert load_checkpoint(tmp_path / "c") is not None


def test_seldom_written(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "c", RUN)
    checkpoint.save_if_due()
    before = (tmp_path / "c").read_bytes()
    checkpoint.note(0, 1)
    checkpoint.save_if_due()
    assert (tmp_path / "c").read_bytes() == before
    checkpoint.save()
    assert (tmp_path / "c").read_bytes() != before


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("problem", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_save_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, problem: BaseException
) -> None:
    checkpoint = Checkpoint(tmp_path / "c", RUN)
    checkpoint.save()
    before = (tmp_path / "c").read_bytes()
    checkpoint.note(0, 1)

    def fail(*_: object) -> None:
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(type(problem)):
            checkpoint.save()
    assert (tmp_path / "c").read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["c"]
    checkpoint.save()
    assert (tmp_path / "c").read_bytes() != before


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises((CheckpointError, OSError)):
        load_checkpoint(tmp_path)
    (tmp_path / "empty").touch()
    with pytest.raises(CheckpointError, match="empty: empty"):
        load_checkpoint(tmp_path / "empty")
    with pytest.raises(OSError, match="No such file"):
        Checkpoint(tmp_path / "no folder" / "c", RUN).save()


@pytest.mark.skipif(sys.platform == "win32", reason="os.mkfifo is Unix only")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CheckpointError, match="pipe: not a regular file"):
        load_checkpoint(tmp_path / "pipe")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets only privileged users make links")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "deep" / "file")
    Checkpoint(tmp_path / "link", RUN).save()
    assert (tmp_path / "link").is_symlink()
    assert load_checkpoint(tmp_path / "deep" / "file") is not None
