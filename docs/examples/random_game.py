"""Play a random game to its end, and print it move by move.

python docs/examples/random_game.py [--seed N] [--rules jsa|jsa_amateur|csa|handicap]
"""

import argparse
import random

import shogi_fast as sf

MARKS = {sf.BLACK: "▲", sf.WHITE: "△"}


def play(rng: random.Random, rules: sf.Rules) -> tuple[list[str], sf.Outcome]:
    """Return the moves of a random game as Japanese books write them, and how it ended."""
    board = sf.Board()
    written = []
    while (outcome := board.outcome(rules)) is None:
        move = rng.choice(board.legal_moves)
        written.append(MARKS[board.turn] + board.ki2(move))
        board.push(move)
    return written, outcome


def main() -> None:
    """Read the arguments, play and print."""
    parser = argparse.ArgumentParser(description="Play a random game of shogi.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=sf.PRESETS, default="jsa")
    arguments = parser.parse_args()

    written, outcome = play(random.Random(arguments.seed), sf.PRESETS[arguments.rules])
    for start in range(0, len(written), 6):
        print(f"{start + 1:4}", " ".join(written[start : start + 6]))
    winner = "nobody" if outcome.winner is None else outcome.winner.name.title()
    ending = outcome.termination.name.lower().replace("_", " ")
    print(f"{len(written)} moves, {ending}: {winner} wins ({outcome.result()})")


if __name__ == "__main__":
    main()
