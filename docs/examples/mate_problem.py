"""Solve a mate problem (tsume shogi): a board on which only the defender has a king.

python docs/examples/mate_problem.py [SFEN] [--moves N]

Every move of the attacker is a check; the defender has every man that is not shown, except a king.
"""

import argparse
import sys

import shogi_fast as sf

# Mate in three: the knight gives itself up to draw the gold away from its king.
PROBLEM = "7nk/8g/8S/9/9/9/9/9/9 b GN 1"
IN_SET = {
    sf.ROOK: 2,
    sf.BISHOP: 2,
    sf.GOLD: 4,
    sf.SILVER: 4,
    sf.KNIGHT: 4,
    sf.LANCE: 4,
    sf.PAWN: 18,
}


def give_the_rest(board: sf.Board, defender: sf.Color) -> None:
    """Put every man of a set that is not in the problem into the defender's hand."""
    left = dict(IN_SET)
    for piece in board.piece_map().values():
        if piece.piece_type != sf.KING:
            left[sf.PieceType(piece.piece_type - 8 * piece.promoted)] -= 1
    for color in sf.Color:
        for kind, count in board.hand(color).items():
            left[kind] -= count
    for kind, count in left.items():
        board.set_hand(defender, kind, board.hand(defender).get(kind, 0) + count)


def solve(board: sf.Board, moves: int) -> list[sf.Move] | None:
    """Return a line that mates in so many moves or fewer, whatever the defender does, or None.

    The attacker is to move. Of the defender's replies the line has one that holds out longest.
    """
    if moves < 1:
        return None
    for check in board.generate_moves("checks"):
        board.push(check)
        line = answer(board, moves - 1)
        board.pop()
        if line is not None:
            return [check, *line]
    return None


def answer(board: sf.Board, moves: int) -> list[sf.Move] | None:
    """Return the line after a check, empty if it is mate, or None if there is a way out."""
    longest: list[sf.Move] = []
    for reply in board.legal_moves:
        board.push(reply)
        line = solve(board, moves - 1)
        board.pop()
        if line is None:
            return None
        if len(line) >= len(longest):
            longest = [reply, *line]
    return longest


def main() -> int:
    """Read the arguments, solve and print; 0 if there is a mate."""
    parser = argparse.ArgumentParser(description="Solve a mate problem.")
    parser.add_argument("sfen", nargs="?", default=PROBLEM)
    parser.add_argument("--moves", type=int, default=3)
    arguments = parser.parse_args()

    board = sf.Board(arguments.sfen)
    give_the_rest(board, sf.BLACK if board.turn == sf.WHITE else sf.WHITE)
    print(board.unicode())
    line = solve(board, arguments.moves)
    if line is None:
        print(f"no mate in {arguments.moves}")
        return 1
    for move in line:
        print(board.western(move), end=" ")
        board.push(move)
    print("mate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
