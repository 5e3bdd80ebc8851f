"""Count the instructions of fixed workloads with callgrind, and compare them with a baseline.

    python benchmarks/instructions.py                   # print instructions a node
    python benchmarks/instructions.py --check           # exit status 1 if over 3 % above baseline
    python benchmarks/instructions.py --write-baseline  # make these figures the baseline

Instruction counts repeat on a busy machine where times do not. Each workload runs in two processes
that differ only in how often it is repeated, so that start-up cancels out. They depend on the
versions of Python and gcc: the baseline, ``instructions.json``, names its own, and under others
nothing is compared. Needs valgrind, and shogi_fast built with gcc for x86-64-v2 (valgrind does not
know every instruction that ``SHOGI_FAST_MARCH=native`` may use). About a minute.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
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


# So many repeats that 20 million instructions or more are counted: from one start of Python to the
# next there are differences of some ten thousand.
KERNELS = {
    "bulk start 4": perft_kernel("start", 4, "bulk", 2),
    "bulk mid 2": perft_kernel("mid", 2, "bulk", 100),
    "bulk max 2": perft_kernel("max", 2, "bulk", 100),
    "visit start 4": perft_kernel("start", 4, "visit", 1),
    "list start": list_kernel("start", 3000),
    "list mid": list_kernel("mid", 1000),
    "list max": list_kernel("max", 400),
}


def count_instructions(kernel: Kernel, repeats: int) -> int:
    """Return the instructions of a whole process that repeats a workload."""
    run = subprocess.run(
        [
            *("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"),
            *(sys.executable, "-c", PREPARE.format(answer=kernel.answer)),
            *(WORKLOADS[kernel.position].sfen, str(repeats), str(kernel.number)),
        ],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or found is None:
        raise SystemExit(f"valgrind failed on {kernel.answer}:\n{run.stderr[-2000:]}")
    return int(found[1])


def instructions_per_node(kernel: Kernel, pool: ThreadPoolExecutor) -> float:
    """Return the instructions of a workload for each node, or move of a list."""
    none, many = pool.map(count_instructions, (kernel, kernel), (0, kernel.repeats))
    return (many - none) / (kernel.repeats * kernel.number)


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
    arguments = parser.parse_args()
    if arguments.only and arguments.write_baseline:
        parser.error("a baseline has all workloads")
    if shutil.which("valgrind") is None:
        raise SystemExit("valgrind is not installed")

    baseline = read_baseline()
    here = conditions()
    comparable = baseline.conditions == here
    print("instructions a node,", described(here))
    if not comparable and baseline.conditions:
        print("not compared: the baseline is for", described(baseline.conditions))
    figures: dict[str, float] = {}
    failed = False
    with ThreadPoolExecutor(max_workers=2) as pool:
        for name, kernel in KERNELS.items():
            if arguments.only not in name:
                continue
            figures[name] = round(instructions_per_node(kernel, pool), 2)
            line = f"{name:14} {figures[name]:10.2f}"
            if comparable and name in baseline.instructions:
                change = figures[name] / baseline.instructions[name] - 1
                line += f"  {change:+7.1%}"
                if change > TOLERANCE:
                    line += "  OVER"
                    failed = True
            print(line, flush=True)
    if arguments.write_baseline:
        new = Baseline(here, figures)
        BASELINE.write_text(json.dumps(new._asdict(), indent=2) + "\n", encoding="utf-8")
    return 1 if arguments.check and failed else 0


if __name__ == "__main__":
    sys.exit(main())
