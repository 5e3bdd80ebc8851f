"""Write the tables of docs/migrating.md from shogi_fast.compat: what differs, what is absent.

python docs/_ext/difference_tables.py docs/migrating.md
"""

import re
import sys
from pathlib import Path

from shogi_fast.compat import cshogi_differences, shogi_differences
from shogi_fast.compat.differences import Difference

MARKERS = re.compile(
    r"(<!-- (differences|absent):(shogi|cshogi):begin -->\n).*?(<!-- \2:\3:end -->)", re.DOTALL
)
TABLES = {"shogi": shogi_differences, "cshogi": cshogi_differences}
ORIGINALS = {"shogi": "python-shogi", "cshogi": "cshogi"}


def cell(text: str) -> str:
    """Return a text as it stands in a cell: on one line, and no end of the cell in it."""
    return " ".join(text.split()).replace("|", "\\|")


def anchor(library: str, key: str) -> str:
    """Return what a row is found by: ``migrating.html#cshogi-null-push``."""
    return f"{library}-{key}"


def differences(library: str, rows: tuple[Difference, ...]) -> str:
    """Return the table of what differs as Markdown."""
    lines = [
        f"| | in {ORIGINALS[library]} | here | shown by |",
        "|---|---|---|---|",
    ]
    for row in rows:
        names = ", ".join(f"`{name}`" for name in row.names)
        # A test is a function in a file: the file's name finds it, and the table stays narrow.
        path, _, test = row.test.partition("::")
        head = f'<a id="{anchor(library, row.key)}"></a>**{row.key}**<br>{names}'
        cells = [head, cell(row.there), cell(row.here), f"[{test}](../{path})"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def absent(table: dict[str, str]) -> str:
    """Return the list of what is not there yet as Markdown, by what it belongs to."""
    parts: dict[str, list[str]] = {}
    for name, part in table.items():
        parts.setdefault(part, []).append(name)
    lines = [
        f"* {part}: {', '.join(f'`{name}`' for name in sorted(names))}"
        for part, names in sorted(parts.items())
    ]
    return "\n".join(lines) + "\n"


def with_tables(text: str) -> str:
    """Return a page with what stands between its markers made anew."""

    def made(found: re.Match[str]) -> str:
        tables = TABLES[found[3]]
        if found[2] == "absent":
            return f"{found[1]}{absent(tables.ABSENT)}{found[4]}"
        return f"{found[1]}{differences(found[3], tables.DIFFERENCES)}{found[4]}"

    text, places = MARKERS.subn(made, text)
    if places != 2 * len(TABLES):
        raise SystemExit(f"{places} places between markers, not {2 * len(TABLES)}")
    return text


def main() -> None:
    """Replace what stands between the page's markers."""
    path = Path(sys.argv[1])
    path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
