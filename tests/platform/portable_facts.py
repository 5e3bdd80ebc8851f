"""Print what must be the same on every platform and Python, as SHA-256 digests.

    python tests/platform/portable_facts.py            # print
    python tests/platform/portable_facts.py --check    # exit status 1 unless it is as stored

The positions are those of games whose moves a linear congruential generator picks, so that nothing
of Python's own random module is in it. ``packed`` and ``moves`` are digests of a published format
and of sets of published move codes, which tests/peers asks another library for; ``order`` and
``keys`` are the package's own. The stored digests are in portable_facts.json.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import shogi_fast as sf

STORED = Path(__file__).with_suffix(".json")
GAMES = 8
PLIES = 120


def numbers(seed: int) -> Iterator[int]:
    """Yield numbers of 31 bits: the upper half of Knuth's generator MMIX, modulo 2**64."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        yield state >> 33


def positions() -> Iterator[sf.Board]:
    """Yield boards of seeded games from the initial position, before each move."""
    for seed in range(GAMES):
        board, picks = sf.Board(), numbers(seed)
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            yield board
            # Sorted, so that another order of moves would not lead to other positions.
            board.push(sorted(moves, key=int)[next(picks) % len(moves)])


def facts() -> dict[str, str | int]:
    """Return the number of positions, the moves in them, and the digests by name."""
    digests = {name: hashlib.sha256() for name in ("packed", "moves", "order", "keys")}
    number = total = 0
    for board in positions():
        codes = [int(move) for move in board.legal_moves]
        number += 1
        total += len(codes)
        digests["packed"].update(board.packed())
        digests["order"].update(b"".join(code.to_bytes(2, "little") for code in codes))
        digests["moves"].update(b"".join(code.to_bytes(2, "little") for code in sorted(codes)))
        digests["keys"].update(board.key.to_bytes(8, "little"))
    found: dict[str, str | int] = {"positions": number, "legal moves": total}
    return found | {name: digest.hexdigest() for name, digest in digests.items()}


def main() -> int:
    """Print the facts, and return the exit status."""
    parser = argparse.ArgumentParser(description="Print what must be the same everywhere.")
    parser.add_argument("--check", action="store_true", help="compare with portable_facts.json")
    arguments = parser.parse_args()
    found = facts()
    stored = json.loads(STORED.read_text(encoding="utf-8")) if arguments.check else found
    for name, value in found.items():
        verdict = "" if stored.get(name) == value else f"  NOT {stored.get(name)}"
        print(f"{name:12} {value}{verdict}")
    return int(found != stored)


if __name__ == "__main__":
    sys.exit(main())
