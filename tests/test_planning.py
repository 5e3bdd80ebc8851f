"""Estimates of how a perft is best counted, against what is known of the trees."""

import pytest

import shogi_fast as sf
from shogi_fast.planning import TRIAL_POSITIONS, Plan, _Trial, plan_perft

START = sf.STARTING_SFEN
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MATED = "4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1"
# tests/data/perft.csv
NODES = {
    (START, 4): 719_731,
    (START, 5): 19_861_490,
    (START, 6): 547_581_517,
    (START, 7): 15_086_269_607,
    (START, 8): 416_062_133_009,
    (MIDDLE, 3): 4_809_015,
    (MIDDLE, 4): 516_925_165,
}
# Distinct positions at plies 4 to 6 of the initial position: docs/perft.md has the sources.
DISTINCT = {4: 203_803, 5: 2_104_540, 6: 21_882_684}


def _plan(sfen: str, depth: int, **more: int | str | None) -> Plan:
    return plan_perft(sfen, depth, **{"method": "pairs", "threads": 2, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(("sfen", "depth"), NODES)
def test_estimates_of_nodes(sfen: str, depth: int) -> None:
    assert 0.6 < _plan(sfen, depth).nodes / NODES[sfen, depth] < 1.6


@pytest.mark.parametrize("ply", DISTINCT)
def test_estimates_of_positions_and_memory(ply: int) -> None:
    plan = _plan(START, ply + 3, frontier=ply)
    assert plan.frontier == ply
    assert 0.9 < plan.positions / DISTINCT[ply] < 1.5
    assert plan.memory_mb >= DISTINCT[ply] * 40 >> 20


def test_a_deep_tree_is_merged_and_a_small_one_walked() -> None:
    assert _plan(START, 3).frontier == 0
    assert _plan(START, 7).frontier == 4
    assert _plan(START, 8).frontier == 5


def test_memory_bounds_the_frontier() -> None:
    limits = (1, 20, 40, 200, 20_000)
    plans = [_plan(START, 9, memory_mb=limit) for limit in limits]
    assert [plan.frontier for plan in plans] == [0, 3, 4, 5, 6]
    assert all(plan.memory_mb <= limit for plan, limit in zip(plans, limits, strict=True))


def test_threads_divide_the_time() -> None:
    trial = _Trial(START, 8, "pairs", TRIAL_POSITIONS)
    assert trial.plan(5, 1).seconds == pytest.approx(8 * trial.plan(5, 8).seconds)


@pytest.mark.parametrize("method", ["pairs", "bulk", "visit"])
@pytest.mark.parametrize("sfen", [START, MATED, "9/9/9/9/9/9/9/9/9 b - 1"])
@pytest.mark.parametrize("depth", [0, 1, 2, 255])
def test_every_tree_has_a_plan(sfen: str, depth: int, method: str) -> None:
    plan = _plan(sfen, depth, method=method)
    assert 0 <= plan.frontier <= depth
    assert plan.seconds >= 0
    if sfen != START and depth > 0:
        assert plan.nodes == 0
