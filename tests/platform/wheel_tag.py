"""Check that a Linux wheel runs where it should: with glibc 2.17 or musl 1.2, or newer.

    python tests/platform/wheel_tag.py WHEEL

auditwheel, which must be installed, reads from the code what it asks of glibc. For riscv64 there
was no glibc before 2.27, and its oldest tag is manylinux_2_31.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

NEWEST = {"manylinux": (2, 17), "musllinux": (1, 2)}
NEWEST_RISCV64 = {"manylinux": (2, 31), "musllinux": (1, 2)}
ANSWER = re.compile(r'is consistent with the following platform tag: "(\w+)"\.')
TAG = re.compile(r"\b(manylinux|musllinux)_(\d+)_(\d+)_(\w+?)\b")


def fault_of(text: str) -> str | None:
    """Return what is wrong with the first tag in a text, None if nothing is."""
    found = TAG.search(text)
    if found is None:
        return "no tag for other machines than this"
    system, major, minor, machine = found.groups()
    newest = (NEWEST_RISCV64 if machine == "riscv64" else NEWEST)[system]
    if (int(major), int(minor)) <= newest:
        return None
    return f"{found[0]}, and no newer than {newest[0]}.{newest[1]} is wanted"


def answer_of(printed: str) -> str | None:
    """Return auditwheel's answer from all that it prints, None if it is put in other words.

    Other tags stand before it, in the wheel's name, and behind it, as what the wheel is not.
    """
    found = ANSWER.search(" ".join(printed.split()))
    return found and found[1]


def main() -> int:
    """Ask auditwheel, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="Check what a Linux wheel asks of the system.")
    parser.add_argument("wheel", type=Path)
    path: Path = parser.parse_args().wheel
    if not path.is_file():
        parser.error(f"no such file: {path}")
    # auditwheel's answer for musl is the tag that is in the name.
    answer: str | None = path.name
    if "musllinux" not in path.name:
        if shutil.which("auditwheel") is None:
            parser.error("auditwheel is not installed: pip install auditwheel")
        run = subprocess.run(
            ["auditwheel", "show", str(path)], check=False, capture_output=True, text=True
        )
        if run.returncode != 0:
            print(run.stdout + run.stderr)
            return 1
        answer = answer_of(run.stdout)
        if answer is None:
            print(f"{path.name}: not understood:\n{run.stdout}")
            return 1
    fault = fault_of(answer)
    found = TAG.search(answer)
    print(f"{path.name}: {fault or (found and found[0])}")
    return int(fault is not None)


if __name__ == "__main__":
    sys.exit(main())
