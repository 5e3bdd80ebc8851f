"""Benchmarks of move generation from Python; run with ``pytest benchmarks``."""

from collections.abc import Callable
from typing import Any

import pytest
from workloads import WORKLOADS

from shogi_fast import Board

# Positions in check and how many moves parry it; cshogi 1.1.0 and rsshogi 1.7.0 find as many.
EVASIONS = {
    "rook far away": ("4k4/4r4/9/9/9/9/9/9/4K4 b RB2G2S2N2L5P 1", 46),
    "two checkers": ("4k4/9/5N3/9/9/9/9/9/K3R4 w r2b2g2s2n2l9p 1", 4),
}

Benchmark = Callable[..., Any]

# How many of the moves capture, drop and give check: the row of depth 1 in perft_stats.csv.
KINDS = {
    "start": {"captures": 0, "drops": 0, "checks": 0},
    "mid": {"captures": 3, "drops": 167, "checks": 8},
    "max": {"captures": 0, "drops": 469, "checks": 40},
}


@pytest.mark.parametrize("position", WORKLOADS)
def test_list_of_legal_moves(benchmark: Benchmark, position: str) -> None:
    workload = WORKLOADS[position]
    board = Board(workload.sfen)
    moves = benchmark(lambda: list(board.legal_moves))
    assert len(set(moves)) == workload.nodes[1]


@pytest.mark.parametrize("position", WORKLOADS)
def test_number_of_legal_moves(benchmark: Benchmark, position: str) -> None:
    workload = WORKLOADS[position]
    board = Board(workload.sfen)
    assert benchmark(lambda: len(board.legal_moves)) == workload.nodes[1]


@pytest.mark.parametrize("position", WORKLOADS)
def test_whether_each_move_is_legal(benchmark: Benchmark, position: str) -> None:
    workload = WORKLOADS[position]
    board = Board(workload.sfen)
    moves = list(board.legal_moves)
    assert benchmark(lambda: sum(map(board.is_legal, moves))) == workload.nodes[1]


@pytest.mark.parametrize(("sfen", "number"), EVASIONS.values(), ids=EVASIONS)
def test_list_of_evasions(benchmark: Benchmark, sfen: str, number: int) -> None:
    board = Board(sfen)
    assert board.is_check()
    assert len(benchmark(lambda: list(board.legal_moves))) == number


@pytest.mark.parametrize("kind", ["captures", "drops", "checks"])
@pytest.mark.parametrize("position", WORKLOADS)
def test_list_of_moves_of_a_kind(benchmark: Benchmark, position: str, kind: str) -> None:
    board = Board(WORKLOADS[position].sfen)
    moves = benchmark(lambda: list(board.generate_moves(kind)))
    assert len(set(moves)) == KINDS[position][kind]


@pytest.mark.parametrize("position", WORKLOADS)
def test_whether_each_move_gives_check(benchmark: Benchmark, position: str) -> None:
    board = Board(WORKLOADS[position].sfen)
    moves = list(board.legal_moves)
    assert benchmark(lambda: sum(map(board.gives_check, moves))) == KINDS[position]["checks"]
