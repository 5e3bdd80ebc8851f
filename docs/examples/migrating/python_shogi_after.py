"""Say of a position what can follow."""

from shogi_fast.compat import shogi


def count(board: shogi.Board, depth: int) -> int:
    """Return how many games of so many moves can follow."""
    if depth == 1:
        return len(board.legal_moves)
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += count(board, depth - 1)
        board.pop()
    return found


board = shogi.Board()
for text in ["7g7f", "3c3d", "8h2b+", "3a2b"]:
    board.push(shogi.Move.from_usi(text))
print(board.sfen())

drops = [move for move in board.legal_moves if move.drop_piece_type == shogi.BISHOP]
print(len(board.legal_moves), "moves,", len(drops), "of them drop the bishop")
print("Black has a bishop in hand:", board.has_piece_in_hand(shogi.BISHOP, shogi.BLACK))
attackers = board.attackers(shogi.BLACK, shogi.E7)
print("What attacks 7e:", [shogi.SQUARE_NAMES[square] for square in attackers])
for depth in (1, 2):
    print(count(board, depth), "games of", depth, "moves")
