"""Count what there is to choose from: the legal moves in random games, by phase of the game.

python docs/examples/move_statistics.py [--games N] [--seed N]
"""

import argparse
import random
from collections import defaultdict

import shogi_fast as sf

PHASE = 40  # plies
COLUMNS = ("positions", "moves", "captures", "drops", "checks", "most")


def count(games: int, rng: random.Random) -> dict[int, list[int]]:
    """Return sums over positions of random games, by phase, and the most moves seen."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0] * len(COLUMNS))
    for _ in range(games):
        board = sf.Board()
        while not board.is_game_over("jsa"):
            moves = list(board.legal_moves)
            row = sums[(board.ply - 1) // PHASE]
            row[0] += 1
            row[1] += len(moves)
            row[2] += len(board.generate_moves("captures"))
            row[3] += len(board.generate_moves("drops"))
            row[4] += len(board.generate_moves("checks"))
            row[5] = max(row[5], len(moves))
            board.push_unchecked(rng.choice(moves))
    return sums


def main() -> None:
    """Read the arguments, count and print a table."""
    parser = argparse.ArgumentParser(description="Count legal moves in random games.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    sums = count(arguments.games, random.Random(arguments.seed))
    print("plies    ", *(f"{name:>9}" for name in COLUMNS))
    for phase, (positions, *totals, most) in sorted(sums.items()):
        averages = (f"{total / positions:9.1f}" for total in totals)
        print(f"from {phase * PHASE + 1:3} {positions:10}", *averages, f"{most:9}")


if __name__ == "__main__":
    main()
