"""Draw a position to an SVG file: the last move marked, an arrow for every capture there is.

python docs/examples/draw_board.py OUTPUT.svg [--position TEXT] [--pieces kanji|kanji2|western]
"""

import argparse
from pathlib import Path

import shogi_fast as sf
from shogi_fast.svg import Pieces

POSITION = "position startpos moves 7g7f 3c3d 2g2f 4c4d 2f2e 2b3c"


def draw(board: sf.Board, pieces: Pieces = "kanji") -> str:
    """Return the picture of a board as its player to move sees it."""
    return board.svg(
        last_move=board.peek() if board.move_stack else None,
        arrows=board.generate_moves("captures"),
        orientation=board.turn,
        pieces=pieces,
    )


def main() -> None:
    """Read the arguments and write the picture."""
    parser = argparse.ArgumentParser(description="Draw a shogi position as SVG.")
    parser.add_argument("output", type=Path)
    parser.add_argument("--position", default=POSITION, help="an SFEN or a USI position command")
    parser.add_argument("--pieces", choices=("kanji", "kanji2", "western"), default="kanji")
    arguments = parser.parse_args()

    board = sf.Board.from_usi(arguments.position)
    arguments.output.write_text(draw(board, arguments.pieces), encoding="utf-8")
    print(f"{arguments.output}: {board.sfen()}")


if __name__ == "__main__":
    main()
