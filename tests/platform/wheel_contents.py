"""Check that a wheel is small and holds what it should, neither more nor less.

    python tests/platform/wheel_contents.py dist/shogi_fast-*.whl

Wanted: every Python file, stub and .pxd of the package, the C headers, one extension module for
each .pyx, and the licence. Not wanted: .pyx files, generated C, tests. The run-time dependency
is rich alone.
"""

import argparse
import re
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "shogi_fast"
MOST_BYTES = 2_000_000
DEPENDENCIES = {"rich"}
COPIED = {".py", ".pyi", ".pxd", ".typed"}
# What stands behind an extension module's name, on whatever platform: the wheel may be for another.
# .cpython-313-x86_64-linux-gnu.so, .cpython-314t-darwin.so, .cp313-win_amd64.pyd
EXTENSION = re.compile(r"\.(?:cpython-|cp)3\d+t?-[\w-]+\.(?:so|pyd)$")


def wanted_files() -> set[str]:
    """Return the names of a wheel's files, extension modules as "name.*"."""
    names = {f"shogi_fast/include/{header.name}" for header in (ROOT / "csrc").glob("*.h")}
    for path in PACKAGE.rglob("*"):
        name = PurePosixPath("shogi_fast", *path.relative_to(PACKAGE).parts)
        if path.suffix in COPIED:
            names.add(str(name))
        elif path.suffix == ".pyx":
            names.add(str(name.with_suffix(".*")))
    return names


def found_files(wheel: zipfile.ZipFile) -> set[str]:
    """Return the names of a wheel's files less its metadata, extension modules as "name.*"."""
    names = set()
    for name in wheel.namelist():
        if PurePosixPath(name).parts[0].endswith(".dist-info"):
            continue
        names.add(EXTENSION.sub(".*", name))
    return names


def metadata(wheel: zipfile.ZipFile) -> Message:
    """Return a wheel's METADATA."""
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode("utf-8"))


def faults_of(path: Path) -> list[str]:
    """Return what is wrong with the wheel at this path."""
    faults = []
    if path.stat().st_size >= MOST_BYTES:
        faults.append(f"{path.stat().st_size:,} bytes, {MOST_BYTES:,} or more")
    with zipfile.ZipFile(path) as wheel:
        wanted, found = wanted_files(), found_files(wheel)
        faults += [f"missing: {name}" for name in sorted(wanted - found)]
        faults += [f"not wanted: {name}" for name in sorted(found - wanted)]
        facts = metadata(wheel)
        if facts["License-Expression"] != "MIT":
            faults.append(f"licence: {facts['License-Expression']}")
        if not any(name.endswith("/licenses/LICENSE") for name in wheel.namelist()):
            faults.append("missing: LICENSE")
        required = [text for text in facts.get_all("Requires-Dist", []) if "extra ==" not in text]
        names = {text.split(">")[0].split("=")[0].strip() for text in required}
        if names != DEPENDENCIES:
            faults.append(f"dependencies: {required}")
    return faults


def main() -> int:
    """Print what is wrong with a wheel, and return the exit status."""
    parser = argparse.ArgumentParser(description="Check a wheel's size and contents.")
    parser.add_argument("wheel", type=Path)
    path: Path = parser.parse_args().wheel
    if not zipfile.is_zipfile(path):
        parser.error(f"no wheel: {path}")
    faults = faults_of(path)
    for fault in faults:
        print(f"{path.name}: {fault}")
    if not faults:
        print(f"{path.name}: {path.stat().st_size:,} bytes, contents as they should be")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
