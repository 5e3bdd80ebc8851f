"""Benchmarks of perft by each method; run with ``pytest benchmarks``."""

from collections.abc import Callable
from typing import Any

import pytest
from workloads import WORKLOADS

from shogi_fast import divide, perft, perft_stats

Benchmark = Callable[..., Any]
COUNTS = [("start", 4), ("mid", 2), ("max", 2)]


@pytest.mark.parametrize(("position", "depth"), COUNTS)
@pytest.mark.parametrize("method", ["auto", "bulk", "visit"])
def test_perft(benchmark: Benchmark, method: str, position: str, depth: int) -> None:
    workload = WORKLOADS[position]
    assert benchmark(perft, workload.sfen, depth, method=method) == workload.nodes[depth]


@pytest.mark.parametrize(("position", "depth"), COUNTS)
def test_divide(benchmark: Benchmark, position: str, depth: int) -> None:
    workload = WORKLOADS[position]
    counts = benchmark(divide, workload.sfen, depth)
    assert (len(counts), sum(counts.values())) == (workload.nodes[1], workload.nodes[depth])


@pytest.mark.parametrize(("position", "depth"), COUNTS)
def test_perft_stats(benchmark: Benchmark, position: str, depth: int) -> None:
    workload = WORKLOADS[position]
    assert benchmark(perft_stats, workload.sfen, depth).nodes == workload.nodes[depth]
