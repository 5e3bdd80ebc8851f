"""Read a game, and say of each move how a book would print it and whether it repeats."""

from shogi_fast.compat import cshogi
from shogi_fast.compat.cshogi import KI2

NAMES = {cshogi.NOT_REPETITION: "", cshogi.REPETITION_DRAW: "seen before"}

board = cshogi.Board()
for text in ["2h3h", "8b7b", "3h2h", "7b8b", "7g7f", "3c3d", "8h2b+"]:
    move = board.push_usi(text)
    if not move:
        raise SystemExit(f"{text} is not legal")
    board.pop()
    written = KI2.move_to_ki2(move, board)
    board.push(move)
    print(f"{cshogi.move_to_csa(move)} {written} {NAMES[board.is_draw()]}".rstrip())

print(board.sfen())
moves = list(board.legal_moves)
print(
    len(moves),
    "moves, captures:",
    sorted(cshogi.move_to_usi(move) for move in moves if cshogi.move_cap(move)),
)
print("in check:", board.is_check(), "pieces in hand:", board.pieces_in_hand[cshogi.BLACK])
