"""Benchmarks of perft by method, threads and table; run with ``pytest benchmarks``.

``pytest benchmarks --benchmark-disable`` runs each once, for its answer alone.
"""

from collections.abc import Callable
from typing import Any

import pytest
from workloads import WORKLOADS

from shogi_fast import divide, perft, perft_stats

Benchmark = Callable[..., Any]
COUNTS = [("start", 4), ("mid", 2), ("max", 2)]
# Deep enough for threads to be worth their start.
DEEP_COUNTS = [("start", 5), ("mid", 3), ("max", 3)]


@pytest.mark.parametrize(("position", "depth"), COUNTS)
@pytest.mark.parametrize("method", ["auto", "pairs", "bulk", "visit"])
def test_perft(benchmark: Benchmark, method: str, position: str, depth: int) -> None:
    workload = WORKLOADS[position]
    assert benchmark(perft, workload.sfen, depth, method=method) == workload.nodes[depth]


@pytest.mark.parametrize(("position", "depth"), DEEP_COUNTS)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["pairs", "bulk"])
def test_perft_on_threads(
    benchmark: Benchmark, method: str, threads: int, position: str, depth: int
) -> None:
    workload = WORKLOADS[position]
    count = benchmark(perft, workload.sfen, depth, method=method, threads=threads)
    assert count == workload.nodes[depth]


@pytest.mark.parametrize(("position", "depth"), DEEP_COUNTS)
@pytest.mark.parametrize("hash_mb", [0, 64])
def test_perft_with_a_table(benchmark: Benchmark, hash_mb: int, position: str, depth: int) -> None:
    workload = WORKLOADS[position]
    assert benchmark(perft, workload.sfen, depth, hash_mb=hash_mb) == workload.nodes[depth]


@pytest.mark.parametrize(("position", "depth"), COUNTS)
def test_divide(benchmark: Benchmark, position: str, depth: int) -> None:
    workload = WORKLOADS[position]
    counts = benchmark(divide, workload.sfen, depth)
    assert (len(counts), sum(counts.values())) == (workload.nodes[1], workload.nodes[depth])


@pytest.mark.parametrize(("position", "depth"), COUNTS)
def test_perft_stats(benchmark: Benchmark, position: str, depth: int) -> None:
    workload = WORKLOADS[position]
    assert benchmark(perft_stats, workload.sfen, depth).nodes == workload.nodes[depth]
