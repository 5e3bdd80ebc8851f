"""The positions and node counts that every benchmark shares."""

from typing import NamedTuple


class WrongAnswer(Exception):
    """Raised when a library does not give the answer that a benchmark knows."""


class Workload(NamedTuple):
    """A position, and how many paths of each length lead from it."""

    sfen: str
    nodes: dict[int, int]


# Sources of the counts: tests/data/perft.csv.
WORKLOADS = {
    "start": Workload(
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        {1: 30, 2: 900, 3: 25_470, 4: 719_731, 5: 19_861_490, 6: 547_581_517},
    ),
    "mid": Workload(
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        {1: 207, 2: 28_684, 3: 4_809_015, 4: 516_925_165},
    ),
    "max": Workload(
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        {1: 593, 2: 105_677, 3: 53_393_368},
    ),
}
