"""Count the instructions of fixed workloads with callgrind, and compare them with a baseline.

    python benchmarks/instructions.py                   # print instructions a node
    python benchmarks/instructions.py --check           # exit status 1 if over 3 % above baseline
    python benchmarks/instructions.py --write-baseline  # make these figures the baseline
    python benchmarks/instructions.py --check --against HEAD^

Instruction counts repeat on a busy machine where times do not. Each workload runs in two processes
that differ only in how often it is repeated, so that start-up cancels out. They depend on the
versions of Python and gcc: the baseline, ``instructions.json``, names its own, and under others
it is not compared with. ``--against`` gives a commit that is then built with the versions that are
here, in a worktree for the time of the run, and compared with instead. Needs valgrind, and shogi_fast built with gcc for x86-64-v2 (valgrind does not
know every instruction that ``SHOGI_FAST_MARCH=native`` may use). About a minute. ``--json`` writes
the figures, as tests/platform/benchmark_comment.py reads them.
"""

import argparse
import contextlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from machine import compiler_version
from workloads import WORKLOADS

BASELINE = Path(__file__).with_suffix(".json")
TOLERANCE = 0.03
PREPARE = """
import gc, sys, shogi_fast
sfen, repeats, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
board = shogi_fast.Board(sfen)
gc.disable()
answer = number
for _ in range(repeats):
    answer = {answer}
assert answer == number, answer
"""


class Kernel(NamedTuple):
    """A workload to count: where, the expression, its value, and the repeats that are counted."""

    position: str
    answer: str
    number: int
    repeats: int


class Baseline(NamedTuple):
    """Figures to compare with, and what they depend on besides the source."""

    conditions: dict[str, str]
    instructions: dict[str, float]


def read_baseline() -> Baseline:
    """Return the stored baseline, which is empty if there is none."""
    if not BASELINE.exists():
        return Baseline({}, {})
    return Baseline(**json.loads(BASELINE.read_text(encoding="utf-8")))


def perft_kernel(position: str, depth: int, method: str, repeats: int) -> Kernel:
    """Return the workload that is one perft."""
    answer = f"shogi_fast.perft(board, {depth}, method={method!r})"
    return Kernel(position, answer, WORKLOADS[position].nodes[depth], repeats)


def list_kernel(position: str, repeats: int) -> Kernel:
    """Return the workload that makes a list of all legal moves."""
    answer = "len(list(board.legal_moves))"
    return Kernel(position, answer, WORKLOADS[position].nodes[1], repeats)


class CannotRun(Exception):
    """Raised when a workload fails, as where its method does not exist yet."""


# So many repeats that 20 million instructions or more are counted: from one start of Python to the
# next there are differences of some ten thousand.
KERNELS = {
    "pairs start 4": perft_kernel("start", 4, "pairs", 6),
    "pairs mid 3": perft_kernel("mid", 3, "pairs", 3),
    "pairs max 2": perft_kernel("max", 2, "pairs", 300),
    "bulk start 4": perft_kernel("start", 4, "bulk", 2),
    "bulk mid 2": perft_kernel("mid", 2, "bulk", 100),
    "bulk max 2": perft_kernel("max", 2, "bulk", 100),
    "visit start 4": perft_kernel("start", 4, "visit", 1),
    "list start": list_kernel("start", 3000),
    "list mid": list_kernel("mid", 1000),
    "list max": list_kernel("max", 400),
}


def count_instructions(kernel: Kernel, repeats: int, path: Path | None) -> int:
    """Return the instructions of a whole process that repeats a workload.

    The package is the one in the directory, or that of this environment.
    """
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    run = subprocess.run(
        [
            *("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"),
            *(sys.executable, "-c", PREPARE.format(answer=kernel.answer)),
            *(WORKLOADS[kernel.position].sfen, str(repeats), str(kernel.number)),
        ],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or found is None:
        raise CannotRun(f"valgrind failed on {kernel.answer}:\n{run.stderr[-2000:]}")
    return int(found[1])


def instructions_per_node(
    kernel: Kernel, pool: ThreadPoolExecutor, path: Path | None = None
) -> float:
    """Return the instructions of a workload for each node, or move of a list."""
    none, many = pool.map(count_instructions, (kernel, kernel), (0, kernel.repeats), (path, path))
    return round((many - none) / (kernel.repeats * kernel.number), 2)


@contextlib.contextmanager
def built(revision: str) -> Iterator[Path]:
    """Build a commit in a worktree of its own; yield the directory that its package is in."""
    repository = Path(__file__).parents[1]

    def git(*words: str) -> None:
        done = subprocess.run(
            ["git", "-C", str(repository), *words], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise SystemExit(f"git {words[0]}: {done.stderr.strip()}")

    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        git("worktree", "add", "--quiet", "--detach", str(tree), revision)
        try:
            done = subprocess.run(
                [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
                cwd=tree,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode != 0:
                raise SystemExit(f"{revision} cannot be built:\n{done.stderr[-2000:]}")
            yield tree / "src"
        finally:
            git("worktree", "remove", "--force", str(tree))


def conditions() -> dict[str, str]:
    """Return what the figures depend on besides the source."""
    return {
        "machine": platform.machine(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "gcc": compiler_version(),
    }


def described(conditions: dict[str, str]) -> str:
    """Return conditions as one line of text."""
    return f"{conditions['machine']}, {conditions['python']}, gcc {conditions['gcc'] or 'unknown'}"


def main() -> int:
    """Count, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Count instructions a node with callgrind.")
    parser.add_argument("--check", action="store_true", help="exit status 1 if over the baseline")
    parser.add_argument("--write-baseline", action="store_true", help="write instructions.json")
    parser.add_argument(
        "--only", metavar="TEXT", default="", help="workloads with this in the name"
    )
    parser.add_argument(
        "--against",
        metavar="COMMIT",
        help="where the baseline is for other versions, build this commit and compare with it",
    )
    parser.add_argument(
        "--no-baseline", action="store_true", help="do not compare with instructions.json"
    )
    parser.add_argument(
        "--json", metavar="FILE", type=Path, help="write figures and those compared with"
    )
    arguments = parser.parse_args()
    if arguments.only and arguments.write_baseline:
        parser.error("a baseline has all workloads")
    if shutil.which("valgrind") is None:
        raise SystemExit("valgrind is not installed")

    baseline = read_baseline()
    here = conditions()
    comparable = baseline.conditions == here and not arguments.no_baseline
    print("instructions a node,", described(here))
    with contextlib.ExitStack() as stack:
        other: Path | None = None
        if not comparable and arguments.against is not None:
            print("compared with", arguments.against)
            other = stack.enter_context(built(arguments.against))
        elif baseline.conditions != here and baseline.conditions:
            print("not compared: the baseline is for", described(baseline.conditions))
        pool = stack.enter_context(ThreadPoolExecutor(max_workers=2))
        figures: dict[str, float] = {}
        compared: dict[str, float] = {}
        failed = False
        for name, kernel in KERNELS.items():
            if arguments.only not in name:
                continue
            figures[name] = instructions_per_node(kernel, pool)
            line = f"{name:14} {figures[name]:10.2f}"
            before = baseline.instructions.get(name) if comparable else None
            if other is not None:
                try:
                    before = instructions_per_node(kernel, pool, other)
                except CannotRun:
                    line += "  not there yet"
            if before is not None:
                compared[name] = before
                change = figures[name] / before - 1
                line += f"  {change:+7.1%}"
                if change > TOLERANCE:
                    line += "  OVER"
                    failed = True
            print(line, flush=True)
    if arguments.write_baseline:
        new = Baseline(here, figures)
        BASELINE.write_text(json.dumps(new._asdict(), indent=2) + "\n", encoding="utf-8")
    if arguments.json is not None:
        both = {"now": figures, "before": compared}
        arguments.json.write_text(json.dumps(both, indent=2) + "\n", encoding="utf-8")
    return 1 if arguments.check and failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except CannotRun as problem:
        sys.exit(str(problem))
