"""Test the installed package with as much of the suite as this platform can run.

    python tests/platform/wheel_tests.py             # all of it
    python tests/platform/wheel_tests.py --quick     # what takes minutes on an emulated processor

cibuildwheel runs this for every wheel. All of the suite runs where the processor is a real one, and
for one Python on each that is emulated. On WebAssembly there are no processes and no threads: what
needs neither runs. A free-threaded Python is told to keep its GIL, which it would take anyway, with
a warning, as the modules do not declare that they can do without.
"""

import argparse
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import portable_facts

ROOT = Path(__file__).resolve().parents[2]
# The rules, the formats and the arithmetic under them: what depends on the order of bytes, the size
# of a pointer, or a compiler.
QUICK = (
    *("bitboard", "squares", "squareset", "move", "piece", "key", "packed", "sfen", "history"),
    *("rules", "impasse", "handicap", "names", "legal_moves", "table", "portable_facts"),
    *("compat_shogi_moves", "compat_shogi_positions", "compat_shogi_rules", "compat_shogi_tables"),
    *("compat_cshogi", "compat_cshogi_boards", "compat_cshogi_numbers", "processor"),
)
# Besides, on WebAssembly; and what starts processes, which it does not have.
SINGLE = ("notation", "base_board", "moves_board", "diagram", "pairs", "splicing")
NEED_PROCESSES = ("processor", "table")
TESTS_THAT_NEED_PROCESSES = (
    "compat_cshogi.py::test_import_brings_no_numpy_and_the_package_brings_no_compat",
    "compat_shogi_tables.py::test_ways_to_import_it",
    "compat_shogi_tables.py::test_tables_are_made_when_they_are_asked_for",
    "compat_shogi_tables.py::test_the_package_does_not_import_it",
)


def test_files(quick: bool) -> list[str]:
    """Return the files to give to pytest."""
    if sys.platform == "emscripten":
        names = [name for name in (*QUICK, *SINGLE) if name not in NEED_PROCESSES]
    elif quick:
        names = list(QUICK)
    else:
        return [str(ROOT / "tests")]
    return [str(ROOT / "tests" / f"test_{name}.py") for name in names]


def main() -> int:
    """Run what there is to run, and return the exit status."""
    parser = argparse.ArgumentParser(description="Test the installed package.")
    parser.add_argument("--quick", action="store_true", help="only what tells platforms apart")
    arguments = parser.parse_args()

    free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    bits = 64 if sys.maxsize > 2**32 else 32
    print(f"{sysconfig.get_platform()}, {bits} bits, {sys.byteorder}-endian, {sys.version}")
    sys.argv = [sys.argv[0], "--check"]
    if status := portable_facts.main():
        return status

    options = ["-q", "-p", "no:cacheprovider", "--rootdir", str(ROOT), *test_files(arguments.quick)]
    if sys.platform == "emscripten":
        import pytest

        for test in TESTS_THAT_NEED_PROCESSES:
            options += ["--deselect", f"tests/test_{test}"]
        return int(pytest.main(options))
    environment = os.environ | ({"PYTHON_GIL": "1"} if free_threaded else {})
    command = [sys.executable, "-m", "pytest", *options]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
