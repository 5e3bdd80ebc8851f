"""Run the README's two commands as a newcomer would: each in a fresh clone, with no environment.

    python tests/platform/readme_commands.py [--python INTERPRETER] [--only NAME]

The commands are read from README.md, where a marker stands above each. A clone holds what is
committed; ``python3`` is the interpreter named, or the one that runs this.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = re.compile(r"^<!-- command:(\w+) -->\n+```sh\n([^\n]+)\n```$", re.MULTILINE)
NAMES = ("perft", "test")
# What a command must have printed, digit groups joined: perft 5 of the initial position
# (tests/data/perft.csv), and a summary in which tests passed.
PRINTED = {"perft": re.compile(r"\b19861490\b"), "test": re.compile(r"\b[1-9]\d* passed\b")}
GROUPING = re.compile(r"(?<=\d)[,_](?=\d{3}\b)")
# Variables that would let the surroundings reach into the fresh environment.
SURROUNDINGS = ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "PYENV_VERSION")
INSTALLED = """
import pathlib, sys, shogi_fast
print(sys.version_info[:2] == tuple(map(int, sys.argv[1].split("."))))
print(pathlib.Path(sys.prefix).resolve() in pathlib.Path(shogi_fast.__file__).resolve().parents)
"""


def readme_commands(text: str) -> dict[str, str]:
    """Return the commands of a README by name; raise ValueError unless they are the two."""
    commands = dict(COMMAND.findall(text))
    if tuple(commands) != NAMES:
        raise ValueError(f"the README has commands {tuple(commands)}, not {NAMES}")
    return commands


def version_of(python: str) -> str:
    """Return an interpreter's version as "3.13"."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.check_output([python, "-c", code], text=True).strip()


def put_first_on_path(python: str, folder: Path) -> dict[str, str]:
    """Return an environment in which ``python3`` is this interpreter and nothing else is active."""
    folder.mkdir()
    launcher = folder / "python3"
    # Not a link: an interpreter started through a link looks for its library beside the link.
    launcher.write_text(f'#!/bin/sh\nexec {shlex.quote(python)} "$@"\n', encoding="utf-8")
    launcher.chmod(0o755)
    environment = {name: text for name, text in os.environ.items() if name not in SURROUNDINGS}
    environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', os.defpath)}"
    return environment


def run(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Run a command line in a folder, show what it prints, and return its status and that text."""
    lines = []
    with subprocess.Popen(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, "".join(lines)


def try_command(name: str, command: str, python: str) -> list[str]:
    """Run one command in a fresh clone and return what was wrong with it."""
    with tempfile.TemporaryDirectory(prefix="shogi_fast-") as scratch:
        clone = Path(scratch, "clone")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        environment = put_first_on_path(python, Path(scratch, "bin"))
        status, printed = run(command, clone, environment)
        if status != 0:
            return [f"exit status {status}"]
        faults = []
        if not PRINTED[name].search(GROUPING.sub("", printed)):
            faults.append(f"nothing it printed matches {PRINTED[name].pattern}")
        check = subprocess.run(
            [str(clone / ".venv/bin/python"), "-c", INSTALLED, version_of(python)],
            cwd=clone,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if check.stdout.split() != ["True", "True"]:
            faults.append(f"the package is not the installed one: {check.stdout}{check.stderr}")
        return faults


def main() -> int:
    """Run the commands and return the exit status: 0 when both did what they should."""
    parser = argparse.ArgumentParser(description="Run the README's commands in fresh clones.")
    parser.add_argument("--python", default=sys.executable, help="the interpreter to call python3")
    parser.add_argument("--only", choices=NAMES, help="run this command alone")
    arguments = parser.parse_args()
    commands = readme_commands((ROOT / "README.md").read_text(encoding="utf-8"))
    failed = False
    for name, command in commands.items():
        if arguments.only not in (None, name):
            continue
        print(f"--- Python {version_of(arguments.python)}: {command}", flush=True)
        start = time.monotonic()
        faults = try_command(name, command, arguments.python)
        seconds = time.monotonic() - start
        verdict = "; ".join(faults) or "as it should be"
        print(f"--- {name}: {verdict} ({seconds:.0f} s)", flush=True)
        failed = failed or bool(faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
