"""Use the stand-in under the library's own name."""

from shogi_fast.compat import install

install("shogi")

import shogi

board = shogi.Board()
board.push_usi("7g7f")
print(shogi.__name__, board.sfen())
