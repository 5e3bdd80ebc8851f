"""Tests of counts on threads: the same numbers, progress, exceptions, Ctrl-C, a command's options."""

import _thread
import csv
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import shogi_fast as sf
from shogi_fast import _testing
from shogi_fast.cli import main

DATA = Path(__file__).parent / "data"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"
DEBUG = _testing.DEBUG
MOST = 100_000 if DEBUG else 20_000_000

Options = dict[str, Any]
WAYS: list[tuple[str, Options]] = [
    (f"{method}, {threads} threads, {hash_mb} MiB",
     {"method": method, "threads": threads, "hash_mb": hash_mb})
    for method in ("pairs", "bulk", "visit")
    for threads in (1, 2, 3)
    for hash_mb in ((0,) if method == "visit" else (0, 1, 4))
]  # fmt: skip
by_every_way = pytest.mark.parametrize("options", [o for _, o in WAYS], ids=[n for n, _ in WAYS])
by_threads = pytest.mark.parametrize("threads", [1, 2, 3])


def _rows(name: str, most: int, least: int = 0) -> list[dict[str, str]]:
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if least <= int(row["nodes"]) <= most]


# -- Known numbers ------------------------------------------------------------------------------


@by_every_way
def test_known_numbers(options: Options) -> None:
    rows = _rows("perft.csv", MOST)
    assert len(rows) >= (369 if DEBUG else 386)
    for row in rows:
        found = sf.perft(row["sfen"], int(row["depth"]), **options)
        assert found == int(row["nodes"]), row


@pytest.mark.slow
@by_every_way
def test_larger_known_numbers(options: Options) -> None:
    rows = _rows("perft.csv", 600_000_000, MOST + 1)
    assert len(rows) >= 9
    if options["method"] != "visit":
        for row in rows:
            found = sf.perft(row["sfen"], int(row["depth"]), **options)
            assert found == int(row["nodes"]), row


@by_threads
def test_known_stats(threads: int) -> None:
    rows = _rows("perft_stats.csv", MOST)
    assert len(rows) >= (6 if DEBUG else 10)
    for row in rows:
        found = sf.perft_stats(row["sfen"], int(row["depth"]), threads=threads)
        for name in ("nodes", "captures", "promotions", "drops", "checks", "mates"):
            if row[name]:  # a blank is unknown
                assert getattr(found, name) == int(row[name]), (name, row)


@by_every_way
@pytest.mark.parametrize(("sfen", "depth"), [(START, 4), (START, 1), (MIDDLE, 3), (MATED, 3)])
def test_divide(sfen: str, depth: int, options: Options) -> None:
    if DEBUG and depth == 3:
        depth = 2
    expected = sf.divide(sfen, depth, method="bulk")
    found = sf.divide(sfen, depth, **options)
    assert found == expected
    assert list(found) == list(expected)
    assert sum(found.values()) == sf.perft(sfen, depth)


def test_many_threads_on_one_small_table() -> None:
    depth, nodes = (4, 719_731) if DEBUG else (6, 547_581_517)
    for threads in (4, 16):
        assert sf.perft(START, depth, threads=threads, hash_mb=1) == nodes
    with ThreadPoolExecutor(4) as pool:
        counts = [pool.submit(sf.perft, START, 5, threads=2, hash_mb=1) for _ in range(8)]
    assert {count.result() for count in counts} == {19_861_490}


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 255])
def test_more_threads_than_there_is_work(depth: int) -> None:
    assert sf.perft(MATED, depth, threads=1024) == (depth == 0)
    assert sf.perft_stats(MATED, depth, threads=1024).nodes == (depth == 0)
    if depth:
        assert sf.divide(MATED, depth, threads=1024) == {}


def test_many_threads() -> None:
    assert sf.perft(START, 4, threads=100) == 719_731


# -- Arguments ----------------------------------------------------------------------------------

COUNTS = (sf.perft, sf.divide, sf.perft_stats)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("threads", [-1, 1025, 10**30, -(10**30)])
def test_numbers_of_threads_out_of_range(count: Callable[..., Any], threads: int) -> None:
    with pytest.raises(ValueError, match="threads run from 0 to 1024, not "):
        count(START, 1, threads=threads)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("threads", [1.0, "1", None, [1]])
def test_numbers_of_threads_that_are_no_numbers(count: Callable[..., Any], threads: Any) -> None:
    with pytest.raises(TypeError, match="a number of threads is an int"):
        count(START, 1, threads=threads)


def test_no_number_of_threads_stands_for_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    from shogi_fast import workers

    asked = []

    def run_units(work: Any, units: int, threads: int, *more: Any) -> None:
        asked.append(threads)
        run(work, units, threads, *more)

    run = workers.run_units
    monkeypatch.setattr(workers, "usable_cores", lambda: 3)
    monkeypatch.setattr(workers, "run_units", run_units)
    assert sf.perft(START, 4, threads=0) == 719_731
    assert asked == [3]


def test_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refuse)
    with pytest.raises(RuntimeError, match="start new thread"):
        sf.perft(START, 5, threads=2)


# -- Progress -----------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(5))
@by_threads
def test_progress_of_a_short_count_ends_with_the_total(threads: int, depth: int) -> None:
    for sfen in (START, MATED):
        told: list[tuple[Any, int]] = []

        def progress(done: int, total: int, told: list[tuple[Any, int]] = told) -> None:
            told.append((done, total))

        count = sf.perft(sfen, depth, threads=threads, progress=progress)
        done, total = told[-1]
        assert done == total >= 1
        assert done.nodes == count
        assert told == sorted(told)


def test_progress_may_count_itself() -> None:
    inner = []

    def progress(done: int, total: int) -> None:
        inner.append(sf.perft(START, 4, threads=2))

    sf.perft(START, 4 if DEBUG else 5, method="visit", threads=2, progress=progress)
    assert set(inner) == {719_731}


# -- The command --------------------------------------------------------------------------------


def _output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("options", [("--threads", "1"), ("--threads", "3"), ("--hash-mb", "2")])
def test_the_command_counts_the_same(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    lines = _output(capsys, "perft", "4", "--json", *options).splitlines()
    assert [json.loads(line)["nodes"] for line in lines] == [30, 900, 25_470, 719_731]
    divided = _output(capsys, "perft", "4", "--divide")
    assert _output(capsys, "perft", "4", "--divide", *options) == divided
    suite = ("perft", "--json", "--suite", str(DATA / "perft.csv"), "--max-nodes", "10000")
    last = json.loads(_output(capsys, *suite, *options).splitlines()[-1])
    assert last["wrong"] == 0
    assert last["right"] == len(_rows("perft.csv", 10_000))


def test_the_command_counts_stats_on_threads(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _output(capsys, "perft", "4", "--json", "--stats", "--threads", "2").splitlines()
    assert [json.loads(line)["checks"] for line in lines] == [0, 0, 48, 1_121]


@pytest.mark.parametrize("arguments", [["3"], ["3", "--divide"], ["3", "--stats"], ["--suite"]])
def test_the_command_counts_on_all_cores_by_default(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    seen = []
    for name in ("perft", "divide", "perft_stats"):
        count = getattr(sf, name)

        def counted(*given: Any, count: Any = count, **options: Any) -> Any:
            seen.append(options["threads"])
            return count(*given, **options)

        monkeypatch.setattr(sf, name, counted)
    if arguments == ["--suite"]:
        arguments = ["--suite", str(DATA / "perft.csv"), "--max-nodes", "1000"]
    assert main(["perft", *arguments]) == 0
    assert set(seen) == {0}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["3", "--threads", "1025"], "from 0 to 1024: '1025'"),
        (["3", "--threads", "-1"], "--threads"),
        (["3", "--threads", "two"], "'two'"),
        (["3", "--hash-mb", "1.5"], "'1.5'"),
        (["3", "--hash-mb", "16777217"], "16777216: '16777217'"),
        (["3", "--hash-mb", "1", "--stats"], "--hash-mb does not go with --stats"),
        (["3", "--hash-mb", "1", "--method", "visit"], "not with 'visit'"),
        (["3", "--divide", "--hash-mb", "1", "--method", "visit"], "not with 'visit'"),
        (["--suite", str(DATA / "perft.csv"), "--hash-mb", "1", "--method", "visit"], "visit"),
    ],
)
def test_options_that_do_not_do(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["perft", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("shogi-fast: error: ")
    assert words in err
    assert err.count("\n") == 1


def test_a_table_that_does_not_fit_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def perft(sfen: str, depth: int, **options: Any) -> int:
        raise MemoryError("no memory for a hash table of 5 MiB")

    monkeypatch.setattr(sf, "perft", perft)
    assert main(["perft", "3"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "shogi-fast: error: no memory for a hash table of 5 MiB\n")
