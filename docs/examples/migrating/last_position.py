"""Print the position that a KIF record ends in."""

import sys

import shogi
import shogi.KIF

record = shogi.KIF.Parser.parse_file(sys.argv[1])[0]
board = shogi.Board(record["sfen"])
for move in record["moves"]:
    board.push_usi(move)
print(board.sfen())
