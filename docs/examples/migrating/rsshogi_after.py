"""Read a game move by move, and list the captures at its end."""

import shogi_fast as sf

MARKS = {sf.BLACK: "▲", sf.WHITE: "△"}

board = sf.Board()
for text in ["7g7f", "3c3d", "8h2b+"]:
    move = board.parse_usi(text)
    written = MARKS[board.turn] + board.ki2(move)
    board.push(move)  # raises IllegalMoveError
    print(board.ply, move.usi(), written)

print(board.sfen())
taken = sf.parse_square("2b")
moves = [move.usi() for move in board.legal_moves if move.to_square == taken]
print(len(board.legal_moves), "moves, on 2b:", sorted(moves))
print("in check:", board.is_check(), "mated:", board.is_checkmate())
king = board.king(sf.WHITE)
assert king is not None  # as a board may have none
print("White's king:", sf.square_name(king), "Black's hand:", board.hand(sf.BLACK)[sf.BISHOP])
