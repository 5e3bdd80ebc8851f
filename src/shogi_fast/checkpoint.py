"""Checkpoint files: how far a long count is, so that it can go on after its process has ended.

A checkpoint is four lines of ASCII text::

    shogi_fast perft checkpoint 1
    {"sfen": ..., "depth": 10, "method": "pairs", "frontier": 7, ...}
    {"finished": 2, "nodes": 30, "counts": [14, null, 16, ...]}
    sha256 0123...

The number in the first line is that of the format. The second line is a ``Run``: what is counted,
and the SHA-256 of the frontier, which is not kept here: it is made again, and must come out the
same. The third has the count of each unit of work, null where it is not finished, how many are,
and the sum. The last line is the SHA-256 of all bytes before it. The file is below 10 MB.

A file is replaced as a whole, so that it is the old one or the new one whenever the power goes.
"""

import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Sequence
from typing import NamedTuple

from shogi_fast.arguments import shown
from shogi_fast.errors import CheckpointError
from shogi_fast.files import replace_file

FORMAT = 1
TITLE = b"shogi_fast perft checkpoint "
MAX_BYTES = 10_000_000
MAX_UNITS = 400_000  # each takes at most 20 digits and ", ": 8.8 MB
MAX_COUNT = 2**64 - 1
SEAL_BYTES = len(b"sha256 ") + 64 + 1  # the last line

SAVE_EVERY = 3.0  # seconds from one writing to the next, at least
SAVE_SHARE = 0.02  # and no more of the time than this is spent on it


class Run(NamedTuple):
    """What a checkpoint belongs to; two runs are the same when all of it is.

    >>> Run("startpos", 5, "pairs", 2, 32, 900, 100, "0" * 64).units
    9
    """

    sfen: str
    """The root, as ``Board.sfen(ply=False)`` writes it."""
    depth: int
    """Plies from the root."""
    method: str
    """How is counted below the frontier."""
    frontier: int
    """The ply at which the frontier is, 0 to ``depth``."""
    record_bytes: int
    """Bytes a position takes in the frontier, without its weight: 32 or 96."""
    positions: int
    """How many distinct positions the frontier has."""
    unit_positions: int
    """How many of them a unit has; the last may have fewer."""
    frontier_sha256: str
    """Of the records in their order, 64 hexadecimal digits."""

    @property
    def units(self) -> int:
        """How many units of work there are."""
        return -(-self.positions // self.unit_positions)


class Checkpoint:
    """What is finished of a run, and the file that keeps it.

    >>> import pathlib, tempfile
    >>> run = Run("startpos", 3, "pairs", 1, 32, 30, 20, "0" * 64)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "perft.ckpt")
    ...     Checkpoint(path, run).note(1, 8000)
    ...     again = load_checkpoint(path)
    >>> again is None
    True
    """

    def __init__(
        self, path: str | os.PathLike[str], run: Run, counts: Sequence[int | None] | None = None
    ) -> None:
        """Make a checkpoint; nothing is read or written yet.

        :param path: the file; where it is a symbolic link, what that leads to.
        :param run: what is counted.
        :param counts: for each unit its count, or None if it is not finished; none is if left out.
        """
        self.path = os.path.realpath(os.fsdecode(path))
        self.run = run
        self.counts: list[int | None] = [None] * run.units if counts is None else list(counts)
        self.failed = False  # whether it could not be written, once
        self._known = b""  # the last line of the file as this object knows it
        self._due = 0.0

    @property
    def nodes(self) -> int:
        """The sum of the finished units."""
        return sum(count for count in self.counts if count is not None)

    @property
    def unfinished(self) -> list[int]:
        """The numbers of the units that are not finished, in order."""
        return [unit for unit, count in enumerate(self.counts) if count is None]

    def note(self, unit: int, count: int) -> None:
        """Keep the count of a unit; one that is finished already keeps what it has."""
        if self.counts[unit] is None:
            self.counts[unit] = count

    def save_if_due(self) -> None:
        """Write the file if it was not written for some seconds; errors are those of ``save``."""
        if time.monotonic() >= self._due:
            self.save()

    def save(self) -> None:
        """Write the file, all of it or nothing.

        :raises CheckpointError: if another run has written the file meanwhile.
        :raises OSError: if it cannot be written.
        """
        began = time.monotonic()
        try:
            # A copy, as other threads may add to them.
            data = format_checkpoint(self.run, self.counts.copy())
            found = _last_line(self.path)
            if found and found != self._known:
                raise CheckpointError(f"{self.path}: another run has written to this checkpoint")
            replace_file(self.path, data)
        except (CheckpointError, OSError):
            self.failed = True
            raise
        self._known = data[-SEAL_BYTES:]
        now = time.monotonic()
        self._due = now + max(SAVE_EVERY, (now - began) / SAVE_SHARE)


def load_checkpoint(path: str | os.PathLike[str]) -> Checkpoint | None:
    """Read and verify a checkpoint file; None if there is no such file.

    :param path: the file.
    :raises CheckpointError: for whatever is wrong with it: ``parse_checkpoint`` has the list.
    :raises OSError: if it cannot be read.

    >>> load_checkpoint("there is no such file") is None
    True
    """
    name = os.fsdecode(path)
    try:
        # A pipe or a device would be waited for, or read without end.
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise CheckpointError(f"{name}: not a regular file")
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    run, counts = parse_checkpoint(data, name)
    checkpoint = Checkpoint(path, run, counts)
    checkpoint._known = data[-SEAL_BYTES:]
    return checkpoint


def format_checkpoint(run: Run, counts: Sequence[int | None]) -> bytes:
    """Return the bytes of a checkpoint file."""
    done = [count for count in counts if count is not None]
    state = {"finished": len(done), "nodes": sum(done), "counts": list(counts)}
    body = b"%s%d\n%s\n%s\n" % (
        TITLE,
        FORMAT,
        json.dumps(run._asdict()).encode("ascii"),
        json.dumps(state).encode("ascii"),
    )
    return body + b"sha256 %s\n" % hashlib.sha256(body).hexdigest().encode("ascii")


def parse_checkpoint(data: bytes, name: str) -> tuple[Run, list[int | None]]:
    """Return what the bytes of a checkpoint file say, after verifying all of it.

    :param data: the file.
    :param name: what to call it in messages.
    :raises CheckpointError: if it is empty, cut short, too long, no checkpoint, of another format,
        changed since it was written, or says what cannot be; the message says which and where.
    """
    if not data:
        raise CheckpointError(f"{name}: empty")
    if len(data) > MAX_BYTES:
        raise CheckpointError(f"{name}: more than {MAX_BYTES:,} bytes, which no checkpoint has")
    if not data.startswith(TITLE):
        if TITLE.startswith(data):
            raise CheckpointError(f"{name}: cut short: it ends in line 1")
        start = shown(data[: len(TITLE)])
        raise CheckpointError(f"{name}: not a checkpoint of shogi_fast: it begins with {start}")
    title, *lines = data.split(b"\n")
    found = re.fullmatch(rb"[0-9]{1,9}", title[len(TITLE) :])
    if found is None and (lines or title != TITLE):
        raise CheckpointError(f"{name}: line 1 has no format number: {shown(title)}")
    if found is None or not lines:
        raise CheckpointError(f"{name}: cut short: it ends in line 1")
    if int(found[0]) != FORMAT:
        raise CheckpointError(
            f"{name}: of format {int(found[0])}; this version of shogi_fast reads format {FORMAT}"
        )
    if len(lines) < 4:
        raise CheckpointError(f"{name}: cut short: it ends in line {len(lines) + 1}")
    run_text, state_text, seal, rest = lines[0], lines[1], lines[2], b"\n".join(lines[3:])
    if rest:
        raise CheckpointError(f"{name}: line 5 should not be there: {shown(rest)}")
    if re.fullmatch(rb"sha256 [0-9a-f]{64}", seal) is None:
        raise CheckpointError(f"{name}: line 4 is not a SHA-256: {shown(seal)}")
    if hashlib.sha256(data[:-SEAL_BYTES]).hexdigest().encode("ascii") != seal[len(b"sha256 ") :]:
        raise CheckpointError(f"{name}: the checksum in line 4 is not that of the file: changed")
    # Whoever wrote the checksum may still have written nonsense.
    run = _read_run(_read_object(run_text, f"{name}: line 2"), f"{name}: line 2")
    state = _read_object(state_text, f"{name}: line 3")
    return run, _read_counts(state, run.units, f"{name}: line 3")


def _read_object(line: bytes, place: str) -> dict[str, object]:
    try:
        value = json.loads(line.decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{place} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise CheckpointError(f"{place} is not a JSON object")
    return value


def _read_run(values: dict[str, object], place: str) -> Run:
    _check_names(values, Run._fields, place)
    for name in ("sfen", "method", "frontier_sha256"):
        if not isinstance(values[name], str):
            raise CheckpointError(f"{place}: {name} is not a text: {shown(values[name])}")
    for name, least in (
        ("depth", 0),
        ("frontier", 0),
        ("record_bytes", 1),
        ("positions", 0),
        ("unit_positions", 1),
    ):
        _check_number(values[name], least, f"{place}: {name}")
    run = Run(**values)  # type: ignore[arg-type]
    if run.frontier > run.depth:
        raise CheckpointError(f"{place}: a frontier at ply {run.frontier} of {run.depth}")
    if re.fullmatch(r"[0-9a-f]{64}", run.frontier_sha256) is None:
        raise CheckpointError(f"{place}: frontier_sha256: {shown(run.frontier_sha256)}")
    if run.units > MAX_UNITS:
        raise CheckpointError(f"{place}: {run.units:,} units, not at most {MAX_UNITS:,}")
    return run


def _read_counts(values: dict[str, object], units: int, place: str) -> list[int | None]:
    _check_names(values, ("finished", "nodes", "counts"), place)
    counts = values["counts"]
    if not isinstance(counts, list):
        raise CheckpointError(f"{place}: counts is not a list: {shown(counts)}")
    if len(counts) != units:
        raise CheckpointError(f"{place}: {len(counts):,} counts for {units:,} units")
    for unit, count in enumerate(counts):
        if count is not None:
            _check_number(count, 0, f"{place}: the count of unit {unit}")
    done = [count for count in counts if count is not None]
    for name, value in (("finished", len(done)), ("nodes", sum(done))):
        if values[name] != value:
            raise CheckpointError(
                f"{place}: {name} is {shown(values[name])}, but its counts make {value:,}"
            )
    return counts


def _check_names(values: dict[str, object], names: Sequence[str], place: str) -> None:
    if sorted(values) != sorted(names):
        wrong = sorted(set(values) ^ set(names))
        raise CheckpointError(f"{place}: missing or unknown: {shown(', '.join(wrong))}")


def _check_number(value: object, least: int, place: str) -> None:
    if type(value) is not int or not least <= value <= MAX_COUNT:
        raise CheckpointError(
            f"{place} is not a whole number from {least} to 2 ** 64 - 1: {shown(value)}"
        )


def _last_line(path: str) -> bytes:
    """Return the last line of a checkpoint file, nothing if there is no file."""
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - SEAL_BYTES))
            return file.read(SEAL_BYTES) or b"empty"
    except FileNotFoundError:
        return b""
