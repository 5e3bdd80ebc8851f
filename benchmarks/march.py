"""Compare the wheel that pip builds with one built for this very processor.

    python benchmarks/march.py            # print
    python benchmarks/march.py --check    # exit status 1 below 95 %, or if the wheel is too large

Copies the source twice, builds a wheel from each as ``pip wheel .`` does, the second with
``SHOGI_FAST_MARCH=native``, and times perft with both, in turn: some 20 ms of CPU time each, a
hundred times. The median of the ratios counts. Needs what building needs, and a few minutes.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
LEAST = 0.95
LARGEST = 2_000_000
# What is timed, by name: position, depth, method, and how often to make some 20 ms of it.
ROWS: dict[str, tuple[str, int, Literal["bulk", "visit"], int]] = {
    "start, depth 4, last ply counted": ("start", 4, "bulk", 8),
    "mid, depth 3, last ply counted": ("mid", 3, "bulk", 5),
    "max, depth 3, last ply counted": ("max", 3, "bulk", 1),
    "start, depth 4, every move made": ("start", 4, "visit", 1),
}
NOT_SOURCE = shutil.ignore_patterns(
    ".*", "build", "dist", "*.so", "*.pyd", "*.egg-info", "__pycache__", "wheelhouse"
)

Times = dict[str, list[float]]


def build_wheel(source: Path, output: Path, march: str | None) -> Path:
    """Build a wheel for a level of x86-64, or the one that is built unasked, and return it."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    environment.pop("SHOGI_FAST_MARCH", None)
    if march is not None:
        environment["SHOGI_FAST_MARCH"] = march
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(output), "."]
    run = subprocess.run(
        command, cwd=source, env=environment, capture_output=True, text=True, check=False
    )
    if run.returncode != 0:
        raise SystemExit(f"pip wheel failed:\n{run.stdout[-3000:]}{run.stderr[-3000:]}")
    return next(output.glob("*.whl"))


class Worker:
    """A process that times rows with the package of one wheel, one row whenever it is asked."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", str(folder)],
            env={**os.environ, "PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def time_row(self, row: str) -> float:
        """Return the CPU seconds that a row takes now."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(row, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"no answer to: {row}")
        return float(answer)

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def work(package: Path) -> None:
    """Time the rows that stdin names, with the package that this process imports."""
    from workloads import WORKLOADS, WrongAnswer

    import shogi_fast

    if package.resolve() not in Path(shogi_fast.__file__).resolve().parents:
        raise SystemExit(f"not the package that was built: {shogi_fast.__file__}")
    if sys.platform == "linux":
        # Both processes on one core: they never run at the same time, and cores differ.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for line in sys.stdin:
        position, depth, method, loops = ROWS[line.rstrip("\n")]
        sfen, nodes = WORKLOADS[position]
        start = time.process_time()
        answers = {shogi_fast.perft(sfen, depth, method=method) for _ in range(loops)}
        seconds = time.process_time() - start
        if answers != {nodes[depth]}:
            raise WrongAnswer(f"{line}: {answers}")
        print(seconds, flush=True)


def compare(wheel: Worker, native: Worker, rounds: int) -> dict[str, float]:
    """Return the wheel's rate over that of the native build, by row: the median of all pairs."""
    ratios: Times = {row: [] for row in ROWS}
    for number in range(rounds + 1):
        for row in ROWS:
            if number % 2:
                ours, theirs = wheel.time_row(row), native.time_row(row)
            else:
                theirs, ours = native.time_row(row), wheel.time_row(row)
            if number > 0:  # the first round warms up
                ratios[row].append(theirs / ours)
    return {row: statistics.median(pairs) for row, pairs in ratios.items()}


def main() -> int:
    """Build, measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Compare the wheel with a native build.")
    parser.add_argument("--check", action="store_true", help="exit status 1 if it is not as asked")
    parser.add_argument("--rounds", type=int, default=100, help="timings of each row")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker is not None:
        work(arguments.worker)
        return 0

    with tempfile.TemporaryDirectory(prefix="march-") as folder:
        scratch = Path(folder)
        # Both from one state of the source, and neither with what is left of another build.
        shutil.copytree(ROOT, scratch / "source", ignore=NOT_SOURCE)
        wheels = {}
        for name, march in (("wheel", None), ("native", "native")):
            shutil.copytree(scratch / "source", scratch / name)
            print(f"building {name}", file=sys.stderr, flush=True)
            wheels[name] = build_wheel(scratch / name, scratch / f"{name}-built", march)
        size = wheels["wheel"].stat().st_size
        workers = [Worker(wheel, scratch / f"{name}-used") for name, wheel in wheels.items()]
        ratios = compare(workers[0], workers[1], arguments.rounds)
        for worker in workers:
            worker.close()

    failed = size >= LARGEST
    print(f"wheel: {size / 1e6:.2f} MB; below {LARGEST / 1e6:.0f} MB is asked")
    for row, ratio in ratios.items():
        failed = failed or ratio < LEAST
        print(f"{row}: {ratio:.3f} of the rate of -march=native; {LEAST} is asked")
    return 1 if arguments.check and failed else 0


if __name__ == "__main__":
    sys.exit(main())
