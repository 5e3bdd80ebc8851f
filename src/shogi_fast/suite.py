"""Read perft suites: files of positions with the number of legal move sequences known for them."""

import csv
import io
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from shogi_fast import perft

MAX_DEPTH = 255
MAX_DIGITS = 20  # of a 64-bit count
REQUIRED = ("sfen", "depth", "nodes")

# One count of a perft line: "D3 25470", between semicolons.
OPERATION = re.compile(r"\s*[Dd]([0-9]{1,3})\s+([0-9]{1,20})\s*", re.ASCII)

NumberedLine = tuple[int, str]


class SuiteError(ValueError):
    """Raised for a suite file that cannot be read as one; says which file and line.

    >>> read_suite(os.devnull)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    shogi_fast.suite.SuiteError: ...: no positions in this file
    """


class SuiteRow(NamedTuple):
    """One count of a suite: a position, a depth and the number of sequences to be found.

    >>> SuiteRow(line=1, sfen="startpos", depth=2, nodes=900).nodes
    900
    """

    line: int
    sfen: str
    depth: int
    nodes: int


def read_suite(path: str | os.PathLike[str]) -> list[SuiteRow]:
    r"""Read a perft suite in either of two formats, told apart by the first line with content.

    CSV: a header with at least the columns sfen, depth and nodes, in any order, then one count a
    row. Perft lines, as engine authors keep them: ``SFEN ;D1 30 ;D2 900``, where a line that
    starts with a semicolon has more counts of the position above it. Both in UTF-8, with or
    without a byte order mark, lines ended as on any system; blank lines and lines that start with
    ``#`` are passed over, and so is the rest of a perft line from ``#`` on.

    :param path: the file.
    :returns: the counts in the order of the file, at least one. Every position has been parsed
        once, every depth is 0 to 255, every count has at most 20 digits.
    :raises SuiteError: for what is not understood, with file and line.
    :raises OSError: if the file cannot be read.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "suite.txt")
    ...     _ = path.write_text("startpos ;D1 30 ;D2 900\n")
    ...     [(row.depth, row.nodes) for row in read_suite(path)]
    [(1, 30), (2, 900)]
    """
    name = os.fspath(path)
    with open(path, "rb") as file:
        data = file.read()
    text = _decode(data, name)
    # io.StringIO reads "\r\n" and "\r" as "\n"; str.splitlines would also cut at form feeds.
    lines = [
        (number, line)
        for number, line in enumerate(io.StringIO(text, newline=None), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise SuiteError(f"{name}: no positions in this file")
    parse = _parse_csv if "," in lines[0][1].partition(";")[0] else _parse_perft_lines
    rows = list(parse(lines, name))
    if not rows:
        raise SuiteError(f"{name}: no positions in this file")
    _check_positions(rows, name)
    return rows


def _decode(data: bytes, name: str) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # Places are counted without the byte order mark, as error.object is.
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise SuiteError(f"{name}:{line}: not UTF-8 text: byte 0x{byte:02x}") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise SuiteError(f"{name}:{line}: not a text file: it has a NUL character")
    return text


def _parse_csv(lines: list[NumberedLine], name: str) -> Iterator[SuiteRow]:
    last = lines[0][0]

    def feed() -> Iterator[str]:
        nonlocal last
        for number, line in lines:
            last = number
            yield line

    reader = csv.reader(feed(), strict=True)
    try:
        header = [field.strip().lower() for field in next(reader)]
        missing = [column for column in REQUIRED if column not in header]
        if missing:
            raise SuiteError(f"{name}:{last}: the header has no column {', '.join(missing)}")
        columns = [header.index(column) for column in REQUIRED]
        for fields in reader:
            if len(fields) <= max(columns):
                raise SuiteError(f"{name}:{last}: {len(fields)} of {len(header)} fields")
            sfen, depth, nodes = (fields[column].strip() for column in columns)
            yield SuiteRow(last, sfen, *_numbers(depth, nodes, f"{name}:{last}"))
    except csv.Error as error:
        raise SuiteError(f"{name}:{last}: {error}") from None


def _parse_perft_lines(lines: list[NumberedLine], name: str) -> Iterator[SuiteRow]:
    sfen = ""
    place = ""
    counted = True
    for number, line in lines:
        position, *operations = line.partition("#")[0].split(";")
        if position.strip():
            if not counted:
                raise SuiteError(f"{place}: no counts for this position")
            sfen, place, counted = position.strip(), f"{name}:{number}", False
        elif not sfen:
            raise SuiteError(f"{name}:{number}: counts before any position")
        for operation in operations:
            if not operation.strip():
                continue
            match = OPERATION.fullmatch(operation)
            if match is None:
                raise SuiteError(
                    f"{name}:{number}: {operation.strip()!r} is not a count such as 'D3 25470'"
                )
            counted = True
            yield SuiteRow(number, sfen, *_numbers(match[1], match[2], f"{name}:{number}"))
    if not counted:
        raise SuiteError(f"{place}: no counts for this position")


def _numbers(depth: str, nodes: str, place: str) -> tuple[int, int]:
    for what, text in (("depth", depth), ("nodes", nodes)):
        if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
            raise SuiteError(f"{place}: {what} is not a whole number: {text!r}")
    if int(depth) > MAX_DEPTH:
        raise SuiteError(f"{place}: the depth is above {MAX_DEPTH}: {depth}")
    return int(depth), int(nodes)


def _check_positions(rows: list[SuiteRow], name: str) -> None:
    """Parse every position once, so that the last line of a long suite cannot end it."""
    good = set()
    for row in rows:
        if row.sfen not in good:
            try:
                perft(row.sfen, 0)
            except ValueError as error:
                raise SuiteError(f"{name}:{row.line}: {error}") from None
            good.add(row.sfen)
