"""Tables of figures in a page: when, where and by which command they came about."""

import datetime
import re
import shlex
import sys
from pathlib import Path

from machine import processor, python_version

MARKERS = re.compile(r"(<!-- benchmark:begin -->\n).*?(<!-- benchmark:end -->)", re.DOTALL)


def conditions(program: str, written: Path | None) -> str:
    """Return the line that says when, where and by which command.

    :param program: the program's file, by its path from the root of the repository.
    :param written: the page that it writes, if any: named by its own path in the command.
    """
    date = datetime.date.today().isoformat()
    words = sys.argv[1:]
    if written is not None:  # wherever it is here
        name = written.name if written.name == "README.md" else f"docs/{written.name}"
        words = [name if word == str(written) else word for word in words]
    command = shlex.join(["python", program, *words])
    return f"{date}, {python_version()}, {processor()}: `{command}`"


def write_between_markers(path: Path, text: str) -> None:
    """Replace what stands between a file's two markers."""
    old = path.read_text(encoding="utf-8")
    new, places = MARKERS.subn(lambda found: f"{found[1]}{text}\n{found[2]}", old)
    if places != 1:
        raise SystemExit(f"{path}: {places} places between benchmark markers, not one")
    path.write_text(new, encoding="utf-8")
