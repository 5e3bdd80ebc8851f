"""The fixed set of counts behind ``shogi-fast bench``: measured, checked, put in words.

Every count is compared with the known one. Sources of the counts: tests/data/perft.csv.
"""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import shogi_fast as sf
from shogi_fast.chart import Bar, Group, bar_chart
from shogi_fast.peers import PEERS, version_of

if TYPE_CHECKING:
    _Method: TypeAlias = Literal["auto", "pairs", "bulk", "visit"]

OURS = "shogi_fast"
PEER_SECONDS = 1.0  # that a library's count may take, by its rate one ply before
SHORT_SECONDS = 0.3  # what takes less is counted twice, and the better time taken


class Position(NamedTuple):
    """A position of the set, with its known counts.

    >>> SET[0].nodes[1]
    30
    """

    name: str
    sfen: str
    depth: int
    """The depth that is counted."""
    nodes: dict[int, int]
    """By depth."""


SET = (
    Position(
        "start",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        6,
        {1: 30, 2: 900, 3: 25_470, 4: 719_731, 5: 19_861_490, 6: 547_581_517},
    ),
    Position(
        "mid",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        4,
        {1: 207, 2: 28_684, 3: 4_809_015, 4: 516_925_165},
    ),
    Position(
        "max",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        3,
        {1: 593, 2: 105_677, 3: 53_393_368},
    ),
    Position(
        "middle 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
        4,
        {1: 178, 2: 18_041, 3: 2_552_846, 4: 207_741_677},
    ),
    Position(
        "middle 2",
        "l7l/3s5/prnp2kp1/2p1Gppnp/1P7/PnPP1P3/3BP2PP/1S1G5/LN1K1G1+rL b SBG3ps 91",
        4,
        {1: 180, 2: 15_217, 3: 2_067_680, 4: 129_175_973},
    ),
    Position(
        "middle 3",
        "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
        4,
        {2: 41_605, 3: 8_420_492, 4: 1_166_887_043},
    ),
    Position(
        "middle 4",
        "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
        4,
        {2: 16_440, 3: 864_786, 4: 160_541_294},
    ),
    Position(
        "middle 5",
        "ln3gsn1/7kl/3+B1p1p1/p4s2p/2P6/P2B3PP/1PNP+rPP2/2G3SK1/L4G1NL b G3Prs3p 65",
        4,
        {1: 101, 2: 15_744, 3: 1_183_354, 4: 151_982_784},
    ),
)


class Result(NamedTuple):
    """One count that was timed, the best of some.

    >>> Result("start", "shogi_fast", "pairs", 1, 2, 900, 0.00003, True).nodes_per_second
    30000000
    """

    position: str
    library: str
    method: str
    threads: int
    depth: int
    nodes: int
    seconds: float
    ok: bool

    @property
    def nodes_per_second(self) -> int:
        """The rate."""
        # A clock may stand still over a very short count.
        return round(self.nodes / max(self.seconds, 1e-9))


def measure(
    method: "_Method",
    threads: Sequence[int],
    repeats: int,
    progress: Callable[[float, float], object] | None = None,
) -> Iterator[Result]:
    """Count the set by each number of threads, and yield what came out.

    :param method: as of ``perft``.
    :param threads: numbers of threads, each at least 1.
    :param repeats: how often each is counted; the shortest time is taken.
    :param progress: called as ``progress(done, total)`` before each count, in nodes.
    """
    total = sum(position.nodes[position.depth] for position in SET) * len(threads) * repeats
    done = 0
    for position in SET:
        for number in threads:
            times, counts = [], set()
            for _ in range(repeats):
                if progress is not None:
                    progress(done, total)
                began = perf_counter()
                counts.add(sf.perft(position.sfen, position.depth, method=method, threads=number))
                times.append(perf_counter() - began)
                done += position.nodes[position.depth]
            yield _result(position, OURS, method, number, position.depth, counts, min(times))


def measure_peers(
    names: Sequence[str], progress: Callable[[float, float], object] | None = None
) -> Iterator[Result]:
    """Count the set by other libraries, each as deep as half a second or so allows.

    :param names: of libraries in ``PEERS`` that are installed.
    :param progress: called as ``progress(done, total)`` before each count, in counts.
    """
    total = len(names) * len(SET)
    for done, (name, position) in enumerate((name, at) for name in names for at in SET):
        if progress is not None:
            progress(done, total)
        rate = float("inf")
        for depth, nodes in sorted(position.nodes.items()):
            if nodes > rate * PEER_SECONDS:
                break
            began = perf_counter()
            found = PEERS[name](position.sfen, depth)
            seconds = perf_counter() - began
            if seconds < SHORT_SECONDS:
                began = perf_counter()
                found = PEERS[name](position.sfen, depth)
                seconds = min(seconds, perf_counter() - began)
            best = _result(position, name, "bulk", 1, depth, {found}, seconds)
            rate = best.nodes_per_second
            if not best.ok:
                break
        yield best


def _result(
    position: Position,
    library: str,
    method: str,
    threads: int,
    depth: int,
    counts: set[int],
    seconds: float,
) -> Result:
    known = position.nodes[depth]
    # Of several different counts, the wrong one is told.
    found = next((count for count in sorted(counts) if count != known), known)
    return Result(position.name, library, method, threads, depth, found, seconds, found == known)


def installed_peers() -> dict[str, str]:
    """Return the libraries that can be compared with, and their versions."""
    return {name: version for name in PEERS if (version := version_of(name)) is not None}


def as_row(result: Result) -> dict[str, object]:
    """Return a result as one JSON object."""
    return {
        **result._asdict(),
        "seconds": round(result.seconds, 6),
        "nodes_per_second": result.nodes_per_second,
    }


def draw_results(results: Sequence[Result], versions: dict[str, str]) -> str:
    """Return the bar chart of the results, as SVG.

    :param results: ours by one or more numbers of threads, and those of other libraries.
    :param versions: of the other libraries, by name.
    """
    rates: dict[str, dict[str, float]] = {}
    for title, names in (
        ("The initial position", ["start"]),
        ("A middle game", ["mid"]),
        ("593 legal moves", ["max"]),
        ("Five middles of games", [at.name for at in SET if at.name.startswith("middle ")]),
    ):
        bars = rates.setdefault(title, {})
        for name in dict.fromkeys(_label(result, versions) for result in results):
            chosen = [
                result
                for result in results
                if result.position in names and _label(result, versions) == name and result.ok
            ]
            if chosen:
                bars[name] = sum(at.nodes for at in chosen) / sum(at.seconds for at in chosen)
    groups = []
    for title, bars in rates.items():
        best = max(bars.values(), default=1.0)
        groups.append(
            Group(title, [Bar(name, rate, _rate_text(rate, best)) for name, rate in bars.items()])
        )
    return bar_chart(
        "Perft from Python, million positions a second",
        "Longer is better. Every sequence is counted; other libraries by the fastest way they allow.",
        groups,
        _machine(),
    )


def _label(result: Result, versions: dict[str, str]) -> str:
    if result.library != OURS:
        return f"{result.library} {versions.get(result.library, '')}".rstrip()
    plural = "" if result.threads == 1 else "s"
    return f"{OURS}, {result.threads} thread{plural}"


def _rate_text(rate: float, best: float) -> str:
    """Return a rate in millions, and which part of the best it is."""
    text = _significant(rate / 1e6)
    times = best / rate
    return text if times < 1.005 else f"{text} (1/{_significant(times)})"


def _significant(number: float) -> str:
    """Return a number in plain notation, with three digits that count."""
    places = max(0, 2 - int(f"{number:.2e}".partition("e")[2]))
    return f"{float(f'{number:.2e}'):,.{places}f}"


def _machine() -> str:
    """Return the names of processor and Python, as they tell them."""
    import platform
    import re
    from pathlib import Path

    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    processor = found[1].strip() if found else platform.processor() or platform.machine()
    return f"{processor}, {platform.python_implementation()} {platform.python_version()}"
