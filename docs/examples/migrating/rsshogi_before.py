"""Read a game move by move, and list the captures at its end."""

from rsshogi.core import Board, Color, Move, Square

board = Board()
for text in ["7g7f", "3c3d", "8h2b+"]:
    move = Move.from_usi(text)
    if not board.is_legal_move(move):
        raise SystemExit(f"{text} is not legal")
    written = move.to_ki2(board)
    board.apply_move(move)
    print(board.game_ply, move.to_usi(), written)

print(board.to_sfen())
moves = board.legal_moves()
taken = Square.from_usi("2b")
print(len(moves), "moves, on 2b:", sorted(m.to_usi() for m in moves if m.to_sq == taken))
print("in check:", board.is_in_check(), "mated:", board.is_mated())
print(
    "White's king:",
    board.king_square(Color.WHITE),
    "Black's hand:",
    board.hand_counts(Color.BLACK)["B"],
)
