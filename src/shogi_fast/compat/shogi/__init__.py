"""The board and the moves of python-shogi."""
