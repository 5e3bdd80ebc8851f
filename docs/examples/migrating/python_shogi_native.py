"""Say of a position what can follow."""

import shogi_fast as sf

board = sf.Board()
for text in ["7g7f", "3c3d", "8h2b+", "3a2b"]:
    board.push_usi(text)  # or push: both refuse what is not legal
print(board.sfen())

drops = [move for move in board.generate_moves("drops") if move.drop == sf.BISHOP]
print(len(board.legal_moves), "moves,", len(drops), "of them drop the bishop")
print("Black has a bishop in hand:", sf.BISHOP in board.hand(sf.BLACK))
print("What attacks 7e:", board.attackers(sf.BLACK, sf.parse_square("7e")).names())
for depth in (1, 2):
    print(sf.perft(board, depth), "games of", depth, "moves")
