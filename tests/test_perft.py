"""Tests of perft, divide and perft_stats: known numbers, arguments, progress, threads, Ctrl-C."""

import csv
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from interrupting import interrupts

import shogi_fast as sf
from shogi_fast import _testing

DATA = Path(__file__).parent / "data"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"  # 5b gold, guarded by the pawn

# A debug build looks at the whole position after each move: it counts a share.
DEBUG = _testing.DEBUG
MOST_VISITED = 1_000_000 if DEBUG else 20_000_000
MOST_COUNTED = 20_000_000 if DEBUG else 600_000_000
MOST_STATS = 5_000_000 if DEBUG else 600_000_000
METHODS = ("auto", "pairs", "bulk", "visit")
STATS = ("nodes", "captures", "promotions", "drops", "checks", "mates")


def _rows(name: str, least: int, most: int | None = None) -> list[Any]:
    with open(DATA / name, encoding="utf-8", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if int(row["nodes"]) >= least and (most is None or int(row["nodes"]) <= most)
        ]
    return [pytest.param(row, id=f"{row['sfen']} depth {row['depth']}") for row in rows]


def _check_row(row: dict[str, str], method: str) -> None:
    found = sf.perft(row["sfen"], int(row["depth"]), method=method)
    assert found == int(row["nodes"]), f"source: {row['source']}, counted by {row['verified_by']}"


# -- Known numbers ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["pairs", "bulk"])
@pytest.mark.parametrize("row", _rows("perft.csv", 0, MOST_COUNTED))
def test_counted_rows(row: dict[str, str], method: str) -> None:
    _check_row(row, method)


@pytest.mark.parametrize("row", _rows("perft.csv", 0, MOST_VISITED))
def test_visit(row: dict[str, str]) -> None:
    _check_row(row, "visit")


@pytest.mark.slow
@pytest.mark.parametrize("way", [{"method": "pairs"}, {"frontier": 2}, {"frontier": 3}], ids=str)
@pytest.mark.parametrize("row", _rows("perft.csv", MOST_COUNTED + 1))
def test_larger_rows(row: dict[str, str], way: dict[str, Any]) -> None:
    found = sf.perft(row["sfen"], int(row["depth"]), threads=0, **way)
    assert found == int(row["nodes"]), f"source: {row['source']}, counted by {row['verified_by']}"


def test_no_row_is_left_out() -> None:
    assert len(_rows("perft.csv", 0, 20_000_000)) == 386
    assert len(_rows("perft.csv", 0, 600_000_000)) == 395
    assert len(_rows("perft.csv", 0)) == 405
    counted = _rows("perft.csv", 0, MOST_COUNTED)
    assert len(counted) + len(_rows("perft.csv", MOST_COUNTED + 1)) == 405


@pytest.mark.parametrize("row", _rows("perft_stats.csv", 0, MOST_STATS))
def test_stats(row: dict[str, str]) -> None:
    found = sf.perft_stats(row["sfen"], int(row["depth"]))
    for name in STATS:
        if row[name]:  # a blank is unknown
            assert getattr(found, name) == int(row[name]), f"{name}, source: {row['source']}"


@pytest.mark.slow
@pytest.mark.parametrize("row", _rows("perft_stats.csv", MOST_STATS + 1, 20_000_000_000))
def test_stats_of_larger_rows(row: dict[str, str]) -> None:
    found = sf.perft_stats(row["sfen"], int(row["depth"]), threads=0)
    for name in STATS:
        if row[name]:  # a blank is unknown
            assert getattr(found, name) == int(row[name]), f"{name}, source: {row['source']}"


def test_stats_reach_the_depths_asked_for() -> None:
    rows = [param.values[0] for param in _rows("perft_stats.csv", 0, 600_000_000)]
    depths = [(row["sfen"], int(row["depth"])) for row in rows]
    for sfen, deepest in ((START, 6), (MIDDLE, 3), (MOST_MOVES, 3)):
        assert {depth for at, depth in depths if at == sfen} == set(range(1, deepest + 1))
    larger = [param.values[0] for param in _rows("perft_stats.csv", 600_000_001, 20_000_000_000)]
    assert [(row["sfen"], row["depth"]) for row in larger] == [(START, "7"), (MOST_MOVES, "4")]


@pytest.mark.parametrize("method", ("bulk",) if DEBUG else METHODS)
def test_pawn_drop_mate_is_left_out_of_the_most_moves(method: str) -> None:
    # Two well-known programs that forget pawn-drop mate say 53,399,737.
    assert sf.perft(MOST_MOVES, 3, method=method) == 53_393_368


# -- Arguments ----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("sfen", [START, MATED, "9/9/9/9/9/9/9/9/9 b - 1"])
def test_depth_0_is_the_position_itself(sfen: str, method: str) -> None:
    assert sf.perft(sfen, 0, method=method) == 1


def test_depth_0_has_no_moves_to_look_at() -> None:
    assert sf.perft_stats(START, 0) == (1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 255])
def test_a_path_that_ends_early_is_not_counted(depth: int, method: str) -> None:
    assert sf.perft(MATED, depth, method=method) == 0
    assert sf.divide(MATED, depth, method=method) == {}
    assert sf.perft_stats(MATED, depth) == (0, 0, 0, 0, 0, 0)


COUNTS = (sf.perft, sf.divide, sf.perft_stats)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("depth", [-1, -(10**30), 256, 10**30])
def test_depths_out_of_range(count: Callable[..., Any], depth: int) -> None:
    with pytest.raises(ValueError, match="0 to 255"):
        count(START, depth)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("depth", [1.0, "1", None, [1], b"1"])
def test_depths_that_are_no_numbers(count: Callable[..., Any], depth: object) -> None:
    with pytest.raises(TypeError, match="depth"):
        count(START, depth)


def test_a_bool_is_an_int_as_everywhere_in_python() -> None:
    assert sf.perft(START, True) == 30
    assert sf.perft(START, False) == 1


def test_divide_needs_a_move() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        sf.divide(START, 0)


@pytest.mark.parametrize("count", [sf.perft, sf.divide])
@pytest.mark.parametrize("method", ["", "Bulk", "stats", None, 1, b"bulk"])
def test_unknown_methods(count: Callable[..., Any], method: object) -> None:
    with pytest.raises(ValueError, match="method"):
        count(START, 1, method=method)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("position", [None, 1, START.encode(), sf.Move.NULL, sf.Board])
def test_positions_that_are_neither_board_nor_text(
    count: Callable[..., Any], position: object
) -> None:
    with pytest.raises(TypeError):
        count(position, 1)


@pytest.mark.parametrize("count", COUNTS)
def test_text_that_is_refused(count: Callable[..., Any]) -> None:
    with pytest.raises(sf.InvalidSfenError):
        count("4k4/9/9 b - 1", 1)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("progress", [1, "x", []])
def test_a_progress_function_that_is_none(count: Callable[..., Any], progress: object) -> None:
    with pytest.raises(TypeError, match="progress"):
        count(START, 1, progress=progress)


def test_a_board_is_counted_from_where_it_stands_and_left_there() -> None:
    board = sf.Board()
    board.push_usi("7g7f")
    before = _testing.position_bytes(board)
    assert sf.perft(board, 2) == sum(sf.perft(_after(board, move), 1) for move in board.legal_moves)
    sf.divide(board, 2)
    sf.perft_stats(board, 2)
    assert _testing.position_bytes(board) == before
    assert len(board.move_stack) == 1


def _after(board: sf.Board, move: sf.Move) -> sf.Board:
    after = board.copy()
    after.push(move)
    return after


def test_a_subclass_that_overrides_methods_is_counted_all_the_same() -> None:
    class Odd(sf.Board):
        legal_moves = None

        def push(self, move: object) -> None:
            raise AssertionError

    assert sf.perft(Odd(), 3) == 25_470


# -- Overflow -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["bulk", "visit", "stats"])
@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 30), (2, 900), (3, 25_470)])
def test_a_sum_above_64_bits_is_an_error(method: str, depth: int, nodes: int) -> None:
    board = sf.Board()
    most = 2**64 - 1
    assert _testing.count_from(board, depth, method, 0) == nodes
    assert _testing.count_from(board, depth, method, most - nodes) == most
    for excess in (1, nodes // 2 + 1, nodes):
        assert _testing.count_from(board, depth, method, most - nodes + excess) is None


# -- divide -------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("sfen", "deepest"), [(START, 3), (MIDDLE, 3), (MOST_MOVES, 2)])
@pytest.mark.parametrize("less", [0, 1])
def test_divide_adds_up_to_perft(sfen: str, deepest: int, less: int, method: str) -> None:
    depth = deepest - less
    board = sf.Board(sfen)
    found = sf.divide(sfen, depth, method=method)
    assert list(found) == list(board.legal_moves)
    assert sum(found.values()) == sf.perft(sfen, depth)
    for move, nodes in found.items():
        assert nodes == sf.perft(_after(board, move), depth - 1), move.usi()


def test_divide_of_the_first_moves() -> None:
    # Black's first move leaves White 30 replies, whichever it is.
    assert set(sf.divide(START, 2).values()) == {30}
    assert set(sf.divide(START, 1).values()) == {1}


# -- Progress -----------------------------------------------------------------------------------

Call = Callable[..., Any]
# What takes some tenths of a second by each method.
BULK = (START, 5) if DEBUG else (MIDDLE, 4)
VISIT = (START, 4) if DEBUG else (START, 5)
LONG: dict[str, Call] = {
    "perft bulk": lambda **more: sf.perft(*BULK, method="bulk", **more),
    "perft visit": lambda **more: sf.perft(*VISIT, method="visit", **more),
    "divide bulk": lambda **more: sf.divide(*BULK, method="bulk", **more),
    "divide visit": lambda **more: sf.divide(*VISIT, method="visit", **more),
    "perft_stats": lambda **more: sf.perft_stats(*VISIT, **more),
    "two threads, pairs": lambda **more: sf.perft(START, 6, method="pairs", threads=2, **more),
    "two threads, bulk": lambda **more: sf.perft(*BULK, method="bulk", threads=2, **more),
    "two threads, visit": lambda **more: sf.perft(*VISIT, method="visit", threads=2, **more),
    "two threads, table": lambda **more: sf.perft(
        START, 5 if DEBUG else 6, method="bulk", threads=2, hash_mb=1, **more
    ),
    "two threads, divide": lambda **more: sf.divide(START, 6, method="pairs", threads=2, **more),
    "two threads, stats": lambda **more: sf.perft_stats(*VISIT, threads=2, **more),
}
SHORT: dict[str, Call] = {
    **{
        f"perft {method} {depth}": lambda depth=depth, method=method, **more: sf.perft(
            START, depth, method=method, **more
        )
        for depth in range(4)
        for method in METHODS
    },
    **{f"divide {d}": lambda d=d, **more: sf.divide(START, d, **more) for d in range(1, 4)},
    **{f"stats {d}": lambda d=d, **more: sf.perft_stats(START, d, **more) for d in range(4)},
}


def _named(calls: dict[str, Call]) -> Any:
    return pytest.mark.parametrize("call", calls.values(), ids=calls.keys())


@_named(LONG)
def test_progress_grows_to_the_total(call: Call) -> None:
    told: list[tuple[int, int]] = []
    nodes = []
    threads = set()

    def progress(done: Any, total: int) -> None:
        told.append((done, total))
        nodes.append(done.nodes)
        threads.add(threading.get_ident())

    expected = call()
    assert call(progress=progress) == expected
    assert threads == {threading.get_ident()}
    assert len(told) > 2
    assert told == sorted(told)
    assert len({total for _, total in told}) == 1
    assert told[-1] == (told[0][1], told[0][1])
    assert 0 <= told[0][0] < told[-1][0]
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1] == _nodes(expected)


@pytest.mark.parametrize("way", [{}, {"frontier": 3}, {"threads": 2}], ids=str)
def test_progress_below_a_frontier(way: dict[str, Any]) -> None:
    told: list[tuple[Any, int]] = []
    depth = 6 if DEBUG else 7
    count = sf.perft(START, depth, progress=lambda *numbers: told.append(numbers), **way)
    shares = [done / total for done, total in told]
    nodes = [done.nodes for done, _ in told]
    assert shares == sorted(shares)
    assert nodes == sorted(nodes)
    assert (shares[-1], nodes[-1]) == (1, count)
    assert shares[0] < 0.5


def test_progress_of_a_divide_below_frontiers() -> None:
    told: list[tuple[Any, int]] = []
    counts = sf.divide(START, 6, progress=lambda *numbers: told.append(numbers))
    assert sum(counts.values()) == 547_581_517
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]
    assert told[-1][0].nodes == 547_581_517


def _nodes(found: Any) -> int:
    """Return how many positions a count found, whichever kind it is."""
    return sum(found.values()) if isinstance(found, dict) else getattr(found, "nodes", found)


@_named(SHORT)
def test_progress_of_a_short_count_ends_with_the_total(call: Call) -> None:
    told: list[tuple[int, int]] = []
    assert call(progress=lambda done, total: told.append((done, total))) == call()
    done, total = told[-1]
    assert done == total
    assert total >= 1
    assert told == sorted(told)


def test_progress_without_a_move_ends_with_the_total() -> None:
    told: list[tuple[int, int]] = []
    for depth in (1, 2, 5):
        sf.perft(MATED, depth, progress=lambda done, total: told.append((done, total)))
    assert all(done == total for done, total in told)
    assert len(told) == 3


def test_progress_is_told_in_the_thread_that_counts() -> None:
    def work() -> tuple[int, set[int]]:
        threads: set[int] = set()
        sf.perft(START, 4, method="visit", progress=lambda *_: threads.add(threading.get_ident()))
        return threading.get_ident(), threads

    with ThreadPoolExecutor() as pool:
        ident, threads = pool.submit(work).result()
    assert ident != threading.get_ident()
    assert threads == {ident}


class Stop(Exception):
    """Raised by a progress function."""


@_named(LONG)
@pytest.mark.parametrize("problem", [Stop("enough"), SystemExit(3), KeyboardInterrupt()])
def test_an_exception_from_progress_stops_the_count(call: Call, problem: BaseException) -> None:
    told = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        raise problem

    with pytest.raises(type(problem)) as caught:
        call(progress=progress)
    assert caught.value is problem
    assert len(told) == 1
    assert told[0][0] < told[0][1], "it went on to the end"


@_named(SHORT)
def test_an_exception_from_the_last_progress_propagates(call: Call) -> None:
    def progress(done: int, total: int) -> None:
        if done == total:
            raise Stop

    with pytest.raises(Stop):
        call(progress=progress)


def test_progress_may_count_itself() -> None:
    inner = []
    sf.perft(START, 4, method="visit", progress=lambda *_: inner.append(sf.perft(START, 3)))
    assert set(inner) == {25_470}


# -- Threads ------------------------------------------------------------------------------------


@_named(LONG)
def test_other_threads_run_meanwhile(call: Call) -> None:
    done = threading.Event()

    def work() -> None:
        call()
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    slots = set()
    while not done.is_set():
        slots.add(int(time.monotonic() * 100))
        time.sleep(0.001)
    thread.join()
    # The count takes some tenths of a second. Were the GIL held, we would run in its first
    # hundredth or two.
    assert len(slots) >= 5


def test_threads_count_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        counts = [pool.submit(sf.perft, START, 4, method=m) for m in METHODS for _ in range(4)]
        divides = [pool.submit(sf.divide, START, 3) for _ in range(4)]
    assert {count.result() for count in counts} == {719_731}
    assert {sum(divide.result().values()) for divide in divides} == {25_470}


# -- Ctrl-C -------------------------------------------------------------------------------------


@_named(LONG)
def test_an_interrupt_of_this_process_stops_a_count(call: Call) -> None:
    returned = []

    def call_and_wait() -> None:
        call()
        returned.append(True)

    with interrupts(0.05), pytest.raises(KeyboardInterrupt):
        call_and_wait()
    assert not returned


def test_a_signal_handler_that_returns_lets_the_count_go_on() -> None:
    handled = []
    old = signal.signal(signal.SIGINT, lambda *_: handled.append(time.monotonic()))
    try:
        with interrupts(0.05, 0.1, 0.15):
            assert sf.perft(*VISIT, method="visit") == (719_731 if DEBUG else 19_861_490)
            ended = time.monotonic()
    finally:
        signal.signal(signal.SIGINT, old)
    # Signals that come before anybody looks for them are one: more than one means looking meanwhile.
    assert len(handled) > 1
    assert handled[0] < handled[1] < ended


class Obliging(int):
    """An int that says it lies in any range."""

    def __le__(self, other: object) -> bool:
        return True

    def __ge__(self, other: object) -> bool:
        return True


@pytest.mark.parametrize("depth", [256, 1_000_000, 2_000_000, 1 << 100, -1])
def test_a_depth_that_compares_as_it_likes_is_out_of_range_all_the_same(depth: int) -> None:
    for count in (sf.perft, sf.divide, sf.perft_stats):
        with pytest.raises(ValueError, match="0 to 255"):
            count("4k4/9/9/9/9/9/9/9/4K4 b - 1", Obliging(depth))
