"""Measure what ``import shogi_fast`` costs, and that it loads no library that it should not.

    python benchmarks/import_time.py            # print
    python benchmarks/import_time.py --check    # exit status 1 if over 15 ms

Starts Python 20 times with the import and 20 times without, in turn, and takes the median of the
differences. CPU time counts, which a busy machine disturbs less; wall-clock time stands beside it.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

LIMIT = 0.015
STARTS = 20
# They cost more than the package; what needs them imports them when it is used.
UNWANTED = ("numpy", "rich", "argparse")
# Users have .pyc files, whatever is set here.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
LOADED = f"import sys, shogi_fast; print(*(set({UNWANTED}) & set(sys.modules)))"


class Cost(NamedTuple):
    """Seconds that one start of Python took."""

    wall: float
    cpu: float


def children_cpu() -> float:
    """Return the CPU seconds of all child processes so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def start_python(code: str) -> Cost:
    """Run Python on some code and return what it took."""
    cpu, wall = children_cpu(), time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=ENVIRONMENT)
    return Cost(time.perf_counter() - wall, children_cpu() - cpu)


def unwanted_modules() -> list[str]:
    """Return which of the unwanted modules are there after the import."""
    run = subprocess.run([sys.executable, "-c", LOADED], check=True, capture_output=True, text=True)
    return run.stdout.split()


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure what importing shogi_fast costs.")
    parser.add_argument("--check", action="store_true", help="exit status 1 if over 15 ms")
    arguments = parser.parse_args()

    if unwanted := unwanted_modules():
        print(f"after import shogi_fast there is {', '.join(unwanted)} in sys.modules")
        return 1
    start_python("import shogi_fast")  # writes the .pyc files
    pairs = [(start_python("pass"), start_python("import shogi_fast")) for _ in range(STARTS)]
    wall = statistics.median(ours.wall - bare.wall for bare, ours in pairs)
    cpu = statistics.median(ours.cpu - bare.cpu for bare, ours in pairs)
    print(
        f"import shogi_fast: {cpu * 1e3:.1f} ms of CPU time over bare Python, at most "
        f"{LIMIT * 1e3:.0f} ms; {wall * 1e3:.1f} ms by the clock; medians of {STARTS}. Bare Python: "
        f"{statistics.median(bare.cpu for bare, _ in pairs) * 1e3:.1f} ms. "
        f"{', '.join(UNWANTED)}: not loaded"
    )
    return 1 if arguments.check and cpu > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
