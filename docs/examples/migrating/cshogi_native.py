"""Read a game, and say of each move how a book would print it and whether it repeats."""

import shogi_fast as sf

MARKS = {sf.BLACK: "▲", sf.WHITE: "△"}
NAMES = {sf.SearchRepetition.NONE: "", sf.SearchRepetition.DRAW: "seen before"}

board = sf.Board()
for text in ["2h3h", "8b7b", "3h2h", "7b8b", "7g7f", "3c3d", "8h2b+"]:
    move = board.parse_usi(text)
    csa, written = board.csa(move)[1:], MARKS[board.turn] + board.ki2(move)
    board.push(move)  # raises IllegalMoveError
    print(f"{csa} {written} {NAMES[board.search_repetition()]}".rstrip())

print(board.sfen())
captures = board.generate_moves("captures")
print(len(board.legal_moves), "moves, captures:", sorted(move.usi() for move in captures))
hand = board.hand(sf.BLACK)
kinds = (sf.PAWN, sf.LANCE, sf.KNIGHT, sf.SILVER, sf.GOLD, sf.BISHOP, sf.ROOK)
print("in check:", board.is_check(), "pieces in hand:", [hand.get(kind, 0) for kind in kinds])
