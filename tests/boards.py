"""Boards that several tests start from, and all there is to a board, to compare it by."""

import random
from collections.abc import Iterator

from positions import random_slider_sfen, random_sparse_sfen

import shogi_fast as sf
from shogi_fast import _testing

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
KINGS = "4k4/9/9/9/9/9/9/9/4K4"


def state_of(board: sf.Board) -> tuple[bytes, list[sf.Move]]:
    """Return everything there is to a board."""
    return _testing.position_bytes(board), board.move_stack


def played(rng: random.Random, plies: int, sfen: str = START) -> sf.Board:
    """Return a board on which some random moves were made."""
    board = sf.Board(sfen)
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


def random_sfens(number: int, seed: int) -> Iterator[str]:
    """Yield random positions, few men or many sliders."""
    rng = random.Random(seed)
    for _ in range(number):
        yield rng.choice((random_sparse_sfen, random_slider_sfen))(rng)
