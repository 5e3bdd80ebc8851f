"""Write the reference tables of docs/perft.md from tests/data/.

python docs/_ext/perft_tables.py docs/perft.md
"""

import csv
import re
import sys
from collections import defaultdict
from pathlib import Path

DATA = Path(__file__).parents[2] / "tests" / "data"
MARKERS = re.compile(r"(<!-- reference:begin -->\n).*?(<!-- reference:end -->)", re.DOTALL)

# Positions that have names; the others go by their SFEN.
NAMES = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1": "Initial position",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1": "A middle game (mid)",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1": "593 legal moves (max)",
    "9/9/9/3k5/9/5K3/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1": "Two kings, all else in hand",
    "lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL b 9P9p 1": "Initial position, pawns in hand",
}
LEAST_NODES = 100_000  # of the largest count of a position that has a table of its own


def rows_of(name: str) -> list[dict[str, str]]:
    """Return the rows of a file of tests/data."""
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def cell(text: str) -> str:
    """Return a text of a row as it stands in a cell."""
    return text.replace("|", "\\|")


def checked(row: dict[str, str]) -> str:
    """Return in words who counted a row again."""
    words = []
    for part in row["verified_by"].split("+"):
        library = re.fullmatch(r"(cshogi|rsshogi)([\d.]+)", part)
        words.append(f"{library[1]} {library[2]}" if library else part)
    return ", ".join(words).replace("bf", "brute force").replace("NOT RERUN", "as published")


def reference() -> str:
    """Return the tables as Markdown."""
    positions = defaultdict(list)
    for row in rows_of("perft.csv") + rows_of("bench.csv"):
        positions[row["sfen"]].append(row)
    large = {
        sfen: sorted(rows, key=lambda row: int(row["depth"]))
        for sfen, rows in positions.items()
        if max(int(row["nodes"]) for row in rows) >= LEAST_NODES
    }
    lines = []
    for number, (sfen, rows) in enumerate(large.items(), start=1):
        lines += [
            f"### {NAMES.get(sfen, f'Position {number}')}",
            "",
            f"`{sfen}`",
            "",
            "| depth | nodes | source | counted again by |",
            "|--:|--:|---|---|",
        ]
        lines += [
            f"| {row['depth']} | {int(row['nodes']):,} | {cell(row['source'])} | {checked(row)} |"
            for row in rows
        ]
        lines.append("")
    small = [rows for sfen, rows in positions.items() if sfen not in large]
    counts, limit = sum(map(len, small)), f"{LEAST_NODES:,}"
    lines += [
        f"`tests/data/perft.csv` has {counts} more, of {len(small)} positions, none above {limit}.",
        "",
        "### What the moves of the last ply are",
        "",
        "| position | depth | nodes | captures | promotions | drops | checks | mates | checked |",
        "|---|--:|--:|--:|--:|--:|--:|--:|---|",
    ]
    names = {board_of(sfen): name for sfen, name in NAMES.items()}
    for row in rows_of("perft_stats.csv"):
        numbers = [
            f"{int(row[name]):,}" if row[name] else "?"
            for name in ("nodes", "captures", "promotions", "drops", "checks", "mates")
        ]
        name = names[board_of(row["sfen"])]
        cells = [name, row["depth"], *numbers, f"{cell(row['source'])}; {checked(row)}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def board_of(sfen: str) -> str:
    """Return what tells positions apart however their hands are written."""
    return sfen.partition(" ")[0]


def main() -> None:
    """Replace what stands between the page's markers."""
    path = Path(sys.argv[1])
    old = path.read_text(encoding="utf-8")
    new, places = MARKERS.subn(lambda found: f"{found[1]}{reference()}{found[2]}", old)
    if places != 1:
        raise SystemExit(f"{path}: {places} places between markers, not one")
    path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
