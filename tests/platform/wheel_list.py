"""Compare the wheels that cibuildwheel would build, or has built, with tests/data/wheels.txt.

    python tests/platform/wheel_list.py                   # what pyproject.toml says
    python tests/platform/wheel_list.py --wheels DIR      # the wheels and source archive that are there
    python tests/platform/wheel_list.py --write           # store what pyproject.toml says

Needs cibuildwheel, but not for --wheels. It refuses a configuration with unknown keys.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "tests" / "data" / "wheels.txt"
PLATFORMS = ("linux", "macos", "windows", "pyodide")
# cp314-cp314t-manylinux_2_17_x86_64.manylinux2014_x86_64, cp311-cp311-macosx_10_9_x86_64,
# cp313-cp313-win_amd64, cp313-cp313-win32, cp314-cp314-pyodide_2026_0_wasm32
WHEEL = re.compile(
    r"shogi_fast-[^-]+-(?P<python>cp\d+)-(?P<abi>cp\d+t?)-"
    r"(?:(?P<system>manylinux|musllinux|macosx|pyodide|pyemscripten)_\d+_\d+_(?P<machine>\w+)"
    r"(?:\.manylinux\w+)*|(?P<windows>win32|win_\w+))\.whl"
)


def identifiers(platform: str) -> list[str]:
    """Return the builds that cibuildwheel has for a platform."""
    command = ["cibuildwheel", "--print-build-identifiers", "--platform", platform, str(ROOT)]
    run = subprocess.run(
        [sys.executable, "-m", *command], check=False, capture_output=True, text=True
    )
    if run.returncode != 0:
        raise SystemExit(run.stderr.strip() or run.stdout.strip())
    return run.stdout.split()


def identifier_of(name: str) -> str:
    """Return the build that a wheel is from by the wheel's file name; ValueError if it is none."""
    found = WHEEL.fullmatch(name)
    if found is None or found["abi"].removesuffix("t") != found["python"]:
        raise ValueError(f"no wheel of this package: {name}")
    if found["windows"]:
        return f"{found['abi']}-{found['windows']}"
    system = "pyodide" if found["system"] == "pyemscripten" else found["system"]
    return f"{found['abi']}-{system}_{found['machine']}"


def stored() -> list[str]:
    """Return the builds in the list."""
    lines = STORED.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def differences(found: list[str], wanted: list[str]) -> list[str]:
    """Return in words how two lists differ, in whatever order they are."""
    return [
        *(f"missing: {name}" for name in sorted(set(wanted) - set(found))),
        *(f"not in the list: {name}" for name in sorted(set(found) - set(wanted))),
        *(f"more than once: {name}" for name in sorted(set(found)) if found.count(name) > 1),
    ]


def main() -> int:
    """Compare, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Compare wheels with the list of them.")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="compare what is in a directory")
    parser.add_argument("--write", action="store_true", help="store what pyproject.toml says")
    arguments = parser.parse_args()
    if arguments.wheels is not None:
        names = sorted(path.name for path in arguments.wheels.iterdir() if path.is_file())
        archives = [name for name in names if name.endswith(".tar.gz")]
        found = [identifier_of(name) for name in names if name not in archives]
        faults = differences(found, stored())
        if len(archives) != 1:
            faults.append(f"source archives: {archives}")
        print(f"{len(found)} wheels and {', '.join(archives)}")
    else:
        found = []
        for platform in PLATFORMS:
            builds = identifiers(platform)
            print(f"{platform}: {len(builds)}")
            found += builds
        if arguments.write:
            text = (
                "# The builds of cibuildwheel; written by tests/platform/wheel_list.py --write.\n"
            )
            STORED.write_text(text + "\n".join(found) + "\n", encoding="utf-8")
        faults = differences(found, stored())
        print(f"{len(found)} wheels")
    for fault in faults:
        print(fault)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
