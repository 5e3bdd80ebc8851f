"""Compare the wheels that cibuildwheel would build, or has built, with tests/data/wheels.txt.

    python tests/platform/wheel_list.py                   # what pyproject.toml says, and the workflow
    python tests/platform/wheel_list.py --wheels DIR      # the wheels and source archive that are there
    python tests/platform/wheel_list.py --write           # store what pyproject.toml says

Needs cibuildwheel, but not for --wheels. It refuses a configuration with unknown keys. Each build must
be of exactly one job of wheels.yml.
"""

import argparse
import itertools
import re
import subprocess
import sys
from pathlib import Path

from release_check import version_of

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "tests" / "data" / "wheels.txt"
WORKFLOW = ROOT / ".github" / "workflows" / "wheels.yml"
# The platforms of cibuildwheel, and what stands for them in the names of builds.
SYSTEMS = {
    "linux": ("manylinux", "musllinux"),
    "macos": ("macosx",),
    "windows": ("win",),
    "pyodide": ("pyodide",),
}
# cp314-cp314t-manylinux_2_17_x86_64.manylinux2014_x86_64, cp311-cp311-macosx_10_9_x86_64,
# cp313-cp313-win_amd64, cp313-cp313-win32, cp314-cp314-pyodide_2026_0_wasm32
WHEEL = re.compile(
    r"shogi_fast-(?P<version>[^-]+)-(?P<python>cp\d+)-(?P<abi>cp\d+t?)-"
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


def identifier_of(name: str, version: str) -> str:
    """Return the build that a wheel is from by the wheel's file name; ValueError if it is none.

    It is none either if it is of another version.
    """
    found = WHEEL.fullmatch(name)
    if (
        found is None
        or found["abi"].removesuffix("t") != found["python"]
        or found["version"] != version
    ):
        raise ValueError(f"no wheel of this package: {name}")
    if found["windows"]:
        return f"{found['abi']}-{found['windows']}"
    system = "pyodide" if found["system"] == "pyemscripten" else found["system"]
    return f"{found['abi']}-{system}_{found['machine']}"


def jobs(text: str) -> list[dict[str, str]]:
    """Return the combinations of the workflow's matrix, from its text.

    What is understood is what stands there: axes and rows to include, each on a line of its own.
    A row adds to the combinations that have its values on all axes, if there are any.
    """
    _, marker, rest = text.partition("      matrix:\n")
    axes: dict[str, list[str]] = {}
    rows: list[dict[str, str]] = []
    for line in rest.partition("    steps:\n")[0].splitlines():
        if axis := re.fullmatch(r" {8}(\w+): \[([^\[\]]+)\]", line):
            axes[axis[1]] = axis[2].split(", ")
        elif row := re.fullmatch(r" {10}- \{ ([^{}]+) \}", line):
            rows.append(dict(re.findall(r"(\w+): ([^,]+)", row[1])))
        elif not re.fullmatch(r" *#.*| {8}include:", line):
            raise ValueError(f"not understood in the matrix: {line}")
    if not marker or not axes:
        raise ValueError("no matrix")
    found = [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]
    alone = []
    for row in rows:
        own = {key: value for key, value in row.items() if key in axes}
        fits = [job for job in found if own.items() <= job.items()]
        for job in fits:
            job.update(row)
        if not fits:
            alone.append(row)
    return found + alone


def builds_of(job: dict[str, str], builds: list[str]) -> list[str]:
    """Return which of all builds a job of the workflow makes, as build_wheels.sh has it."""
    systems = (job["libc"],) if "libc" in job else SYSTEMS[job["platform"]]
    places = {f"{system}_{job['arch'].lower()}" for system in systems}
    if "win_x86" in places:
        places = {"win32"}
    found = []
    for build in builds:
        python, _, place = build.partition("-")
        if place in places and job.get("python", python) == python:
            found.append(build)
    return found


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


def file_faults(names: list[str], version: str) -> list[str]:
    """Return what is wrong with the files to release, by their names."""
    archive = f"shogi_fast-{version}.tar.gz"
    faults = [] if archive in names else [f"missing: {archive}"]
    found = []
    for name in names:
        if name == archive:
            continue
        try:
            found.append(identifier_of(name, version))
        except ValueError as problem:
            faults.append(str(problem))
    return faults + differences(found, stored())


def main() -> int:
    """Compare, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Compare wheels with the list of them.")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="compare what is in a directory")
    parser.add_argument("--write", action="store_true", help="store what pyproject.toml says")
    arguments = parser.parse_args()
    if arguments.wheels is not None:
        if not arguments.wheels.is_dir():
            parser.error(f"no such directory: {arguments.wheels}")
        names = sorted(path.name for path in arguments.wheels.iterdir() if path.is_file())
        version = version_of(ROOT)
        faults = file_faults(names, version)
        print(f"{len(names)} files, for version {version}")
    else:
        found = []
        for platform in SYSTEMS:
            builds = identifiers(platform)
            print(f"{platform}: {len(builds)}")
            found += builds
        if arguments.write:
            text = (
                "# The builds of cibuildwheel; written by tests/platform/wheel_list.py --write.\n"
            )
            STORED.write_text(text + "\n".join(found) + "\n", encoding="utf-8")
        faults = differences(found, stored())
        matrix = jobs(WORKFLOW.read_text(encoding="utf-8"))
        made = [build for job in matrix for build in builds_of(job, found)]
        faults += [f"jobs of {WORKFLOW.name}: {fault}" for fault in differences(made, found)]
        faults += [f"no build: {job}" for job in matrix if not builds_of(job, found)]
        print(f"{len(found)} wheels in {len(matrix)} jobs")
    for fault in faults:
        print(fault)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
