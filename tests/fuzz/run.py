"""Feed the targets of targets.py from the coverage-guided fuzzer atheris.

    python tests/fuzz/run.py sfen --seconds 600     # until then, or until a fault
    python tests/fuzz/run.py all --seconds 10       # each target in turn
    python tests/fuzz/run.py all --seconds 600 --inputs 1000000   # and a million inputs at least
    python tests/fuzz/run.py sfen --input FILE      # one input again, as a fault left it

Needs ``pip install atheris``. Of compiled code the fuzzer sees coverage only if that was compiled
for it: ``tests/platform/fuzz.sh`` does so, with AddressSanitizer, and runs this.

Each target begins with its seeds and with what earlier runs kept in ``--corpus``, where inputs that
reach new code are added. Prints how many inputs each target ran, and how much code they reached.
The exit status is 1 if a fault was found; its input is then in the directory of ``--faults``.
"""

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS_FOR_ONE = 60  # an input that takes longer is a fault


def fuzz(name: str, corpus: Path, faults: Path, seconds: int, inputs: int) -> None:
    """Fuzz one target for some seconds, or if they are 0, for some inputs.

    Does not return: libFuzzer ends the process.
    """
    import atheris

    with atheris.instrument_imports(include=["shogi_fast"]):
        from targets import TARGETS
    target = TARGETS[name]
    for number, seed in enumerate(target.seeds()):
        (corpus / f"seed-{number:04}").write_bytes(seed)
    options = {
        **({"max_total_time": seconds} if seconds else {"runs": inputs}),
        "max_len": target.most_bytes,
        "timeout": SECONDS_FOR_ONE,
        "artifact_prefix": f"{faults}/{name}-",
        "print_final_stats": 1,
        "print_funcs": 0,  # to name the functions of new code takes longer than to run it
    }
    atheris.Setup(
        [sys.argv[0], *(f"-{key}={value}" for key, value in options.items()), str(corpus)],
        target.run,
    )
    atheris.Fuzz()


def run_child(
    name: str, seconds: int, inputs: int, arguments: argparse.Namespace
) -> tuple[int, int, str]:
    """Fuzz one target in a process of its own; return the inputs run, the edges reached, its log.

    The log is empty if nothing was found.
    """
    # libFuzzer ends the process without what Python does at the end: files would be left.
    with tempfile.TemporaryDirectory() as temporary:
        ended = subprocess.run(
            [
                *(sys.executable, __file__, name, "--child"),
                *("--seconds", str(seconds), "--inputs", str(inputs)),
                *("--corpus", str(arguments.corpus / name), "--faults", str(arguments.faults)),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONHASHSEED": "0", "TMPDIR": temporary},
            check=False,
        )
    log = ended.stdout.decode("utf-8", "replace")
    runs = re.findall(r"number_of_executed_units:\s+(\d+)", log)
    reached = re.findall(r"cov: (\d+)", log)
    fine = ended.returncode == 0 and bool(runs)
    return (
        int(runs[-1]) if runs else 0,
        int(reached[-1]) if reached else 0,
        "" if fine else log[-8000:] or "no output",
    )


def run_one(name: str, arguments: argparse.Namespace) -> bool:
    """Fuzz one target, and print a line; say whether nothing was found."""
    (arguments.corpus / name).mkdir(parents=True, exist_ok=True)
    arguments.faults.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    seconds = arguments.seconds
    inputs = 0
    while True:
        run, edges, log = run_child(name, seconds, arguments.inputs - inputs, arguments)
        inputs += run
        took = time.monotonic() - began
        if log or inputs >= arguments.inputs:
            break
        seconds = 0
    print(
        f"{name:14} {inputs:>11,} inputs {edges:>6,} edges {took:>6,.0f} s  "
        f"{'FAULT' if log else 'nothing found'}",
        flush=True,
    )
    print(log, end="\n" if log else "", flush=True)
    return not log


def main() -> int:
    """Run what the arguments say and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("target", nargs="+", help="names of targets, or all")
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument(
        "--inputs", type=int, default=1, help="go on until a target has run as many (default: 1)"
    )
    parser.add_argument("--corpus", type=Path, default=Path("build/fuzz/corpus"))
    parser.add_argument("--faults", type=Path, default=Path("build/fuzz/faults"))
    parser.add_argument("--input", type=Path, help="run this input alone")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        fuzz(
            arguments.target[0],
            arguments.corpus,
            arguments.faults,
            arguments.seconds,
            arguments.inputs,
        )
    if arguments.seconds < 0 or arguments.inputs < 1:
        parser.error("fuzzing takes no fewer than 0 seconds and 1 input")
    if arguments.input is None and importlib.util.find_spec("atheris") is None:
        parser.error("atheris is not installed: pip install atheris")
    from targets import TARGETS

    if unknown := set(arguments.target) - {"all", *TARGETS}:
        parser.error(f"no target {', '.join(unknown)}; there are {', '.join(TARGETS)}")
    names = list(TARGETS) if "all" in arguments.target else arguments.target
    if arguments.input is not None:
        TARGETS[names[0]].run(arguments.input.read_bytes())
        return 0
    found = [name for name in names if not run_one(name, arguments)]
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
