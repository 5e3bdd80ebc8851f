"""Check a move generator: count all games of a few moves, and compare with published numbers.

python docs/examples/perft_check.py [--depth N]

Where a count is wrong, ``divide`` below each first move tells which of them to follow.
"""

import argparse
import sys

import shogi_fast as sf

# The games of 1 to 5 moves from each position, as published by authors of several engines.
KNOWN = {
    sf.STARTING_SFEN: (30, 900, 25_470, 719_731, 19_861_490),
    # More legal moves than any other known position with both kings: 593.
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1": (593, 105_677, 53_393_368),
}


def check(sfen: str, counts: tuple[int, ...], depth: int) -> bool:
    """Count to a depth, print each count, and say whether all are right."""
    print(sfen)
    right = True
    for plies, known in enumerate(counts[:depth], start=1):
        found = sf.perft(sfen, plies)
        right = right and found == known
        print(f"{plies:3} {found:12,} {'right' if found == known else f'wrong: {known:,}'}")
    return right


def main() -> int:
    """Read the arguments and check; 0 if every count is right."""
    parser = argparse.ArgumentParser(description="Compare perft with published numbers.")
    parser.add_argument("--depth", type=int, default=3)
    depth = parser.parse_args().depth
    return 0 if all(check(sfen, counts, depth) for sfen, counts in KNOWN.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
