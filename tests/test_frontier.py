"""Tests of frontiers: what is in them, what is counted below, units, limits, Ctrl-C."""

import csv
import hashlib
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from keys import HAND_KEYS, PIECE_KEYS
from positions import random_slider_sfen, random_sparse_sfen
from reference import CELL, OWNER, Reference

import shogi_fast as sf
from shogi_fast import _testing
from shogi_fast.frontier import Frontier, count_unit
from shogi_fast.workers import Stop

DATA = Path(__file__).parent / "data"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
NO_KINGS = "9/4r4/9/9/4B4/9/9/9/9 b P 1"
THREE_ROOKS = "4k4/9/9/9/4R4/9/9/9/4K4 w R2r 1"
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"

# ../shared/DESIGN.md of the project gives these: a trial program counted them.
DISTINCT = (1, 30, 900, 13_560, 203_803, 2_104_540, 21_882_684, 187_061_773)

# A debug build looks at the whole position after each move.
DEBUG = _testing.DEBUG
MOST = 30_000 if DEBUG else 20_000_000  # at every ply
LARGEST = 20_000_000 if DEBUG else 600_000_000
PLIES = 4 if DEBUG else 5


def _rows(most: int, least: int = 0) -> list[Any]:
    with open(DATA / "perft.csv", encoding="utf-8", newline="") as file:
        return [
            pytest.param(row["sfen"], int(row["depth"]), int(row["nodes"]))
            for row in csv.DictReader(file)
            if least <= int(row["nodes"]) <= most
        ]


def _perft(sfen: str, depth: int) -> int:
    with open(DATA / "perft.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["sfen"] == sfen and int(row["depth"]) == depth:
                return int(row["nodes"])
    raise AssertionError("no such row")


# -- What is in a frontier -----------------------------------------------------------------------


def _side_keys(position: Reference) -> list[int]:
    """Return a hash of each side's men, on the board and in hand."""
    keys = [0, 0]
    for number, cell in enumerate(CELL.values()):
        piece = position.board[cell]
        color = OWNER[piece]
        if color is not None:
            kind = " PLNSBRGK".index(piece[-1].upper()) + 8 * piece.startswith("+")
            keys[color] ^= PIECE_KEYS[kind | color << 4][number]
    for color in range(2):
        for kind, letter in enumerate("PLNSBRG"):
            count = position.hands[letter if color == 0 else letter.lower()]
            keys[color] ^= HAND_KEYS[color][kind][count]
    return keys


def _raw(position: Reference) -> bytes:
    """Return a position's record of 96 bytes, by the text in core/records.pxd."""
    squares = [
        0
        if OWNER[piece] is None
        else " PLNSBRGK".index(piece[-1].upper()) + 8 * piece.startswith("+") + 16 * OWNER[piece]
        for piece in (position.board[cell] for cell in CELL.values())
    ]
    hands = [position.hands[letter] for letter in "PLNSBRGplnsbrg"]
    return bytes([*squares, *hands, position.turn])


def _record(sfen: str, size: int) -> bytes:
    return sf.Board(sfen).packed() if size == 32 else _raw(Reference(sfen))


def _by_the_rules(sfen: str, plies: int, size: int) -> bytes:
    """Return the records with weights that a frontier should have, from the slow rules."""
    ways = Counter({Reference(sfen).sfen(): 1})
    for _ in range(plies):
        after: Counter[str] = Counter()
        for text, weight in ways.items():
            for usi in Reference(text).legal_moves():
                child = Reference(text)
                child.push(usi)
                # Positions are the same whatever the number of their next move.
                after[" ".join([*child.sfen().split()[:3], "1"])] += weight
        ways = after

    def order(text: str) -> tuple[int, int, bytes]:
        position = Reference(text)
        keys = _side_keys(position)
        moved, to_move = keys[1 - position.turn], keys[position.turn]
        return moved >> 32, to_move >> 32, _record(text, size)

    return b"".join(
        _record(text, size) + ways[text].to_bytes(8, "little") for text in sorted(ways, key=order)
    )


@pytest.mark.parametrize(
    ("sfen", "plies", "size"),
    [
        *((START, plies, 32) for plies in range(3)),
        (MIDDLE, 1, 32),
        ("lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 2, 32),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", 4, 32),
        (MATED, 1, 32),
        (NO_KINGS, 2, 96),
        (THREE_ROOKS, 2, 96),
        ("4k4/9/9/9/9/9/9/9/9 w Pp 1", 2, 96),
    ],
)
def test_records_by_the_slow_rules(sfen: str, plies: int, size: int) -> None:
    frontier = Frontier(sfen, plies)
    assert frontier.record_bytes == size
    expected = _by_the_rules(sfen, plies, size)
    head = b"sfFront1" + size.to_bytes(8, "little")
    assert b"".join(unit[16:] for unit in frontier.units(1000)) == expected
    assert all(unit[:16] == head for unit in frontier.units(7))
    assert frontier.sha256() == hashlib.sha256(expected).hexdigest()
    assert len(frontier) == len(expected) // (size + 8) == frontier.distinct[plies]


@pytest.mark.parametrize("threads", [1, 2])
def test_distinct_positions_of_the_start(threads: int) -> None:
    frontier = Frontier(START, PLIES, threads=threads)
    assert frontier.distinct == DISTINCT[: PLIES + 1]
    assert len(frontier) == DISTINCT[PLIES]
    assert frontier.plies == PLIES
    assert frontier.paths == _perft(START, PLIES)


@pytest.mark.slow
def test_more_distinct_positions_of_the_start() -> None:
    assert Frontier(START, 6, threads=2).distinct == DISTINCT[:7]


@pytest.mark.parametrize(
    ("sfen", "plies"), [(START, 4), (MIDDLE, 2), (NO_KINGS, 3), (THREE_ROOKS, 2)]
)
def test_records_are_the_same_however_they_are_found(sfen: str, plies: int) -> None:
    first = Frontier(sfen, plies)
    for threads, chunk, memory_mb in ((1, 1, None), (2, 50, None), (3, 1 << 20, 400)):
        other = Frontier(sfen, plies, threads=threads, chunk=chunk, memory_mb=memory_mb)
        assert other.distinct == first.distinct
        assert other.paths == first.paths
        assert other.sha256() == first.sha256()


def test_many_partitions() -> None:
    # More than a block in each, and several partitions: records stay in order across their edges.
    frontier = Frontier(START, 4, threads=2)
    entries = b"".join(unit[16:] for unit in frontier.units(10_000))
    records = [entries[i : i + 32] for i in range(0, len(entries), 40)]
    assert len(set(records)) == len(records) == DISTINCT[4]
    rng = random.Random(3)
    keys = []
    for i in sorted(rng.sample(range(len(records)), 500)):
        board = sf.Board.from_packed(records[i])
        sides = _side_keys(Reference(board.sfen()))
        keys.append((sides[1 - board.turn] >> 32, sides[board.turn] >> 32))
    assert keys == sorted(keys)


# -- Counts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sfen", "depth", "nodes"), _rows(MOST))
def test_every_ply(sfen: str, depth: int, nodes: int) -> None:
    for plies in range(depth + 1):
        threads = 1 + plies % 2
        frontier = Frontier(sfen, plies, threads=threads, chunk=(1 << 15, 100, 3)[plies % 3])
        for method in ("pairs", "bulk") if plies else ("auto", "bulk", "visit"):
            found = frontier.count(depth - plies, method=method, threads=threads)
            assert found == nodes, f"frontier at {plies}, {method}"


@pytest.mark.parametrize(("sfen", "depth", "nodes"), _rows(LARGEST, MOST + 1))
def test_larger_rows_by_frontier(sfen: str, depth: int, nodes: int) -> None:
    for threads in (1, 2):
        frontier = Frontier(sfen, max(1, depth - 3), threads=threads)
        assert frontier.count(depth - frontier.plies, threads=threads) == nodes


@pytest.mark.parametrize("plies", range(2, 5 if DEBUG else 6))
def test_deeper_counts_at_every_ply(plies: int) -> None:
    depth = 5 if DEBUG else 6
    assert Frontier(START, plies, threads=2).count(depth - plies, threads=2) == _perft(START, depth)


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "plies"), [(7, 4), (7, 5), (8, 5)])
def test_deep_counts_of_the_start(depth: int, plies: int) -> None:
    frontier = Frontier(START, plies, threads=2)
    assert frontier.count(depth - plies, threads=2) == _perft(START, depth)


def test_random_positions_at_every_ply() -> None:
    """Kings may lack or stand attacked, men be more than a set has: whatever a board accepts."""
    rng = random.Random(20)
    sizes = set()
    for number in range(10 if DEBUG else 60):
        sfen = (random_sparse_sfen, random_slider_sfen)[number % 2](rng)
        depth = 2 if sf.perft(sfen, 1) > 100 else 3
        nodes = sf.perft(sfen, depth, method="visit")
        for plies in range(depth + 1):
            frontier = Frontier(sfen, plies, chunk=rng.choice((1, 20, 1 << 15)))
            assert frontier.count(depth - plies) == nodes
            assert frontier.paths == sf.perft(sfen, plies, method="bulk")
            sizes.add(frontier.record_bytes)
    assert sizes == {32, 96}


def test_a_board_is_a_root_as_it_stands() -> None:
    board = sf.Board()
    board.push_usi("7g7f")
    assert Frontier(board, 1).count(2) == sf.perft(board, 3)
    assert board.move_stack == [sf.Move.from_usi("7g7f")]


def test_nothing_below_mate() -> None:
    frontier = Frontier(MATED, 3)
    assert frontier.distinct == (1, 0, 0, 0)
    assert len(frontier) == frontier.paths == 0
    assert [frontier.count(depth) for depth in range(4)] == [0] * 4
    assert list(frontier.units(10)) == []
    assert frontier.sha256() == hashlib.sha256().hexdigest()
    with pytest.raises(IndexError, match="no unit 0"):
        frontier.unit(0, 10)


def test_estimate_is_near() -> None:
    frontier = Frontier(START, 4)
    moves, positions, memory = frontier.estimate()
    # Moves from distinct positions: fewer than paths, more than the positions they lead to.
    assert DISTINCT[5] * 0.98 < positions < DISTINCT[5] * 1.3
    assert 5_400_000 < moves < 5_800_000  # 27.5 a position
    assert memory == positions * 48


# -- Units ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sfen", "depth", "nodes"), _rows(MOST // 20)[:60])
def test_units_add_up(sfen: str, depth: int, nodes: int) -> None:
    rng = random.Random(sfen)
    for plies in range(depth + 1):
        frontier = Frontier(sfen, plies)
        size = max(1, len(frontier) // rng.choice((1, 3, 20)))
        units = list(frontier.units(size))
        assert sum((len(unit) - 16) // (frontier.record_bytes + 8) for unit in units) == len(
            frontier
        )
        method = rng.choice(("auto", "bulk", "visit"))
        found = sum(count_unit(unit, depth - plies, method=method) for unit in units)
        assert found == nodes
        number = rng.randrange(len(units)) if units else 0
        if units:
            assert frontier.unit(number, size) == units[number]


def test_units_are_counted_without_their_frontier() -> None:
    unit = Frontier(START, 2).unit(0, 900)
    code = (
        "import sys; from shogi_fast.frontier import count_unit;"
        "print(count_unit(sys.stdin.buffer.read(), 2))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], input=unit, capture_output=True, check=True
    )
    assert int(result.stdout) == _perft(START, 4)


def test_units_of_any_buffer() -> None:
    unit = Frontier(START, 1).unit(0, 30)
    for data in (unit, bytearray(unit), memoryview(unit), memoryview(unit).cast("I")):
        assert count_unit(data, 2) == _perft(START, 3)


def test_a_unit_of_several_roots() -> None:
    """Positions that no frontier has together, of both sides to move, are not taken for equal."""
    sfens = [START, START.replace(" b ", " w "), MIDDLE, MIDDLE.replace(" w ", " b ")]
    records = [sf.Board(sfen).packed() for sfen in sfens for _ in range(3)]
    head = Frontier(START, 0).unit(0, 1)[:16]
    unit = head + b"".join(record + (5).to_bytes(8, "little") for record in records)
    for depth in range(4):
        expected = 15 * sum(sf.perft(sfen, depth, method="bulk") for sfen in sfens)
        assert count_unit(unit, depth) == expected


RECORD = sf.Board(START).packed()
HEAD = b"sfFront1" + (32).to_bytes(8, "little")
RAW_HEAD = b"sfFront1" + (96).to_bytes(8, "little")
ONE = (1).to_bytes(8, "little")
EMPTY_BOARD = bytes(96)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "does not begin like one"),
        (b"sfFront1", "does not begin like one"),
        (b"sfFront2" + HEAD[8:] + RECORD + ONE, "does not begin like one"),
        (b"sfFront1" + (33).to_bytes(8, "little"), "32 or 96 bytes, not 33"),
        (b"sfFront1" + b"\xff" * 8, f"32 or 96 bytes, not {2**64 - 1}"),
        (HEAD + RECORD, "ends 32 bytes after record 0"),
        (HEAD + 2 * (RECORD + ONE) + b"x", "ends 1 bytes after record 2"),
        (HEAD + RECORD + bytes(8), "record 0 of a unit: a weight of 0"),
        (HEAD + RECORD + ONE + bytes(40), "record 1 of a unit: a weight of 0"),
        (HEAD + 3 * (RECORD + ONE) + bytes(32) + ONE, "record 3 of a unit: two kings on one"),
        (HEAD + b"\xff" * 32 + ONE, "record 0 of a unit: two kings on one"),
        (HEAD + RECORD[:2] + bytes(30) + ONE, "record 0 of a unit: more or fewer men"),
        (HEAD + RECORD[:30] + b"\xff\xff" + ONE, "record 0 of a unit: "),
        (RAW_HEAD + b"\x20" + bytes(95) + ONE, "a square with what is no piece"),
        (RAW_HEAD + b"\x10" + bytes(95) + ONE, "a square with what is no piece"),
        (RAW_HEAD + b"\x0f" + bytes(95) + ONE, "a square with what is no piece"),
        (RAW_HEAD + b"\x08\x08" + bytes(94) + ONE, "two kings of a side"),
        (RAW_HEAD + bytes([1] * 41) + bytes(55) + ONE, "more than 40 men besides"),
        (RAW_HEAD + bytes(81) + b"\x29" + bytes(14) + ONE, "more than 40 men besides"),
        (RAW_HEAD + bytes(81) + b"\xff" * 14 + b"\0" + ONE, "more than 40 men besides"),
        (RAW_HEAD + bytes(95) + b"\x02" + ONE, "a side to move that is neither"),
    ],
)
def test_bad_units(data: bytes, message: str) -> None:
    for depth in (0, 1, 3):
        with pytest.raises(ValueError, match=message):
            count_unit(data, depth)


def test_units_without_positions() -> None:
    assert count_unit(HEAD, 3) == 0
    assert count_unit(RAW_HEAD, 0) == 0


def test_any_bytes() -> None:
    """Whatever is changed in a unit: a number or a documented exception."""
    rng = random.Random(7)
    units = [Frontier(sfen, 1).unit(0, 8) for sfen in (START, MIDDLE, THREE_ROOKS, NO_KINGS)]
    counted = refused = 0
    for number in range(300 if DEBUG else 4000):
        unit = bytearray(units[number % 4])
        for _ in range(rng.randint(1, 3)):
            unit[rng.randrange(16, len(unit))] = rng.randrange(256)
        try:
            count_unit(unit, rng.randint(0, 3) if number % 4 != 1 else rng.randint(0, 1))
            counted += 1
        except (ValueError, OverflowError):
            refused += 1
    assert counted > 30
    assert refused > 100


@pytest.mark.parametrize("data", ["sfFront1", 5, None, [1, 2]])
def test_units_that_are_no_bytes(data: Any) -> None:
    with pytest.raises(TypeError, match="bytes-like"):
        count_unit(data, 1)


# -- Overflow and memory -------------------------------------------------------------------------


def test_overflow() -> None:
    heavy = HEAD + RECORD + (2**64 - 1).to_bytes(8, "little")
    assert count_unit(heavy, 0) == 2**64 - 1
    for depth in (1, 2, 3):
        with pytest.raises(OverflowError, match="2 \\*\\* 64 - 1"):
            count_unit(heavy, depth)
    with pytest.raises(OverflowError, match="2 \\*\\* 64 - 1"):
        count_unit(heavy + RECORD + ONE, 0)
    most = (2**64 - 1) // 719_731
    assert count_unit(HEAD + RECORD + most.to_bytes(8, "little"), 4) == most * 719_731
    with pytest.raises(OverflowError):
        count_unit(HEAD + RECORD + (most + 1).to_bytes(8, "little"), 4)
    # The weights of equal positions, met in one chunk.
    half = HEAD + 2 * (RECORD + (2**63).to_bytes(8, "little"))
    with pytest.raises(OverflowError):
        count_unit(half, 3)


def test_overflow_of_paths() -> None:
    # Two kings alone: some 1.6 thousand positions of each king, and 64 plies of about six moves.
    with pytest.raises(OverflowError, match="2 \\*\\* 64 - 1"):
        Frontier("k8/9/9/9/9/9/9/9/8K b - 1", 64)


def test_memory_is_said_before_it_is_short() -> None:
    with pytest.raises(MemoryError, match=r"5 plies .* about 1\d\d MiB, and memory_mb is 64"):
        Frontier(START, 5, memory_mb=64)
    frontier = Frontier(START, 4, memory_mb=64)
    assert frontier.distinct == DISTINCT[:5]


def test_memory_that_is_short_is_noticed() -> None:
    for threads in (1, 2):
        with pytest.raises(MemoryError):
            Frontier(START, 4, memory_mb=1, threads=threads)


# -- Arguments, progress, stopping ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((5, 1), TypeError, "a Board or SFEN text, not int"),
        (("nonsense", 1), sf.InvalidSfenError, "nonsense"),
        ((START, -1), ValueError, "plies run from 0 to 255, not -1"),
        ((START, 10**30), ValueError, "plies run from 0 to 255"),
        ((START, 1.0), TypeError, "plies is an int, not float"),
    ],
)
def test_bad_roots_and_plies(
    arguments: tuple[Any, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Frontier(*arguments)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"threads": -1}, ValueError, "threads run from 0 to 1,024, not -1"),
        ({"threads": 1025}, ValueError, "threads run from 0 to 1,024, not 1025"),
        ({"threads": "2"}, TypeError, "threads is an int, not str"),
        ({"memory_mb": 0}, ValueError, "memory_mb is at least 1, not 0"),
        ({"memory_mb": 1.5}, TypeError, "memory_mb is an int, not float"),
        ({"chunk": 0}, ValueError, "a chunk's positions run from 1 to 1,048,576, not 0"),
        ({"progress": 3}, TypeError, "progress is a function, not int"),
        ({"stop": 3}, TypeError, "Stop"),
    ],
)
def test_bad_options(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Frontier(START, 1, **options)


def test_bad_arguments_of_counts() -> None:
    frontier = Frontier(START, 1)
    unit = frontier.unit(0, 30)
    for call in (frontier.count, lambda *args, **options: count_unit(unit, *args, **options)):
        with pytest.raises(ValueError, match="depths run from 0 to 255, not 256"):
            call(256)
        with pytest.raises(ValueError, match="the methods are"):
            call(1, method="magic")
        with pytest.raises(TypeError, match="depths is an int"):
            call("1")
    with pytest.raises(TypeError, match="progress is a function"):
        frontier.count(2, progress=3)
    with pytest.raises(ValueError, match="at least 1 position, not 0"):
        frontier.unit(0, 0)
    with pytest.raises(ValueError, match="at least 1 position, not -3"):
        list(frontier.units(-3))
    for index in (-1, 30, 10**30):
        with pytest.raises(IndexError, match="no unit"):
            frontier.unit(index, 1)


def test_all_cores() -> None:
    assert Frontier(START, 2, threads=0).count(1, threads=0) == _perft(START, 3)


def test_a_frontier_is_made_once() -> None:
    frontier = Frontier(START, 1)
    with pytest.raises(TypeError, match="made once"):
        frontier.__init__(START, 2)  # type: ignore[misc]
    assert frontier.distinct == (1, 30)
    empty = Frontier.__new__(Frontier)
    assert (len(empty), empty.distinct, empty.paths, empty.record_bytes) == (0, (), 0, 0)
    assert list(empty.units(5)) == []
    assert [empty.count(depth) for depth in range(4)] == [0] * 4
    assert empty.estimate() == (0, 0, 0)


def test_progress() -> None:
    seen: list[tuple[int, ...]] = []
    frontier = Frontier(START, 2 if DEBUG else 4, progress=lambda *numbers: seen.append(numbers))
    for ply, done, total in seen:
        assert total == DISTINCT[ply - 1]
        assert 0 <= done <= total
    assert seen == sorted(seen)
    seen.clear()
    depth = 3 if DEBUG else 2
    frontier.count(depth, method="bulk", progress=lambda *numbers: seen.append(numbers))
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert all(0 <= done <= total == len(frontier) for done, total in seen)


class Enough(Exception):
    """What a progress function raises."""


def test_exceptions_of_progress_stop_the_work() -> None:
    def enough(*_: int) -> None:
        raise Enough

    before = threading.active_count()
    with pytest.raises(Enough):
        Frontier(START, 30, threads=2, progress=enough)
    with pytest.raises(Enough):
        Frontier(START, 3).count(12, threads=2, progress=enough)
    assert threading.active_count() == before


def test_stop_from_outside() -> None:
    stop = Stop()
    frontier = Frontier(START, 3)
    unit = frontier.unit(0, 10_000)
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    began = time.monotonic()
    count_unit(unit, 12, stop=stop)
    assert stop.is_set()
    frontier.count(12, stop=stop)
    assert time.monotonic() - began < (10 if DEBUG else 2)
