"""What the tests of the command share: how to run it, what it should print, terminals to play."""

import csv
import io
import os
import re
import subprocess
import sys
from pathlib import Path

DATA = Path(__file__).parent / "data"
COMMAND = [sys.executable, "-m", "shogi_fast"]
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def table(name):
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


PERFT = table("perft.csv")
NODES = {(row["sfen"], int(row["depth"])): int(row["nodes"]) for row in PERFT}


def environment(**changes):
    """Return this process's environment without what steers colours and encodings."""
    dropped = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING")
    kept = {name: text for name, text in os.environ.items() if name not in dropped}
    return kept | {"TERM": "xterm", "PYTHONUTF8": "1"} | changes


def run(*arguments, env=None, **options):
    """Run the command in a process of its own."""
    return subprocess.run(
        [*COMMAND, *arguments],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env=environment() if env is None else env,
        **options,
    )


def numbers(line):
    """Return the numbers of a line of a table."""
    return [float(word.replace(",", "")) for word in line.split()]


class FakeTerminal(io.StringIO):
    """Text in memory that claims to be a terminal."""

    def isatty(self):
        return True


def screenful(text):
    """Return what a terminal shows after a text with the control sequences that a bar uses."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", text):
        if part == "\r":
            column = 0
        elif part == "\n":
            row, column = row + 1, 0
            lines += [""] * (row + 1 - len(lines))
        elif part == "\x1b[2K":
            lines[row] = ""
        elif part.endswith("A"):
            row -= int(part[2:-1])
        elif not part.startswith("\x1b"):
            lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + len(part) :]
            column += len(part)
        else:
            assert re.fullmatch(r"\x1b\[([0-9;]*m|\?25[hl])", part), part
    return "\n".join(lines)
