"""The last two plies counted together, against the count that makes the moves of the first.

That other count agrees with the slow rules of reference.py (test_agreement.py) and with published
numbers (test_perft.py). tests/mutations.py breaks the corrections one by one to see this fail.
"""

import random

import pytest
from positions import random_slider_sfen, random_sparse_sfen
from reference import Reference

import shogi_fast as sf
from shogi_fast import _testing

DEBUG = _testing.DEBUG
GAMES = 20 if DEBUG else 200
POSITIONS = 500 if DEBUG else 10_000

# What is easily forgotten, and a position whose number depends on it.
CASES = {
    "a line opens behind a man that leaves": "4k4/9/9/9/r3P4/9/9/9/4K4 b - 1",
    "a line is cut short": "4k4/9/9/9/r8/3P5/9/9/4K4 b - 1",
    "a man moves along the line that attacks it": "4k4/9/9/r2R5/9/9/9/9/4K4 b - 1",
    "away from a promoting line": "4k4/9/9/9/9/9/P8/9/r3K4 b - 1",
    "a man gives up a square beside the king": "4k4/9/3GG4/9/9/9/9/9/4K4 b - 1",
    "a man guards a square beside the king": "4k4/9/9/4G4/9/9/9/9/4K4 b - 1",
    "a discovered check": "4k4/9/9/4N4/9/9/9/4R4/4K4 b - 1",
    "a pin is made by leaving": "4k4/4p4/9/4N4/9/9/9/4R4/4K4 b - 1",
    "a pin is made by arriving": "4k4/4g4/9/9/9/9/9/3R5/4K4 b - 1",
    "a pin ends when the slider leaves": "4k4/4g4/9/9/9/9/9/4R4/4K4 b - 1",
    "a pin ends by a man between": "4k4/4g4/9/9/9/9/9/4R4/4K4 b G 1",
    "a pin by a dropped bishop": "4k4/3g5/9/9/9/9/9/9/4K4 b B 1",
    "our own line to the king is cut": "4k4/9/9/9/9/3P5/9/3R5/4K4 b S 1",
    "our own line to the king opens": "4k4/9/9/3N5/9/9/9/3R5/4K4 b - 1",
    "drops on the square that was left": "4k4/9/9/9/4P4/9/9/9/4K4 b gl 1",
    "a dead square to drop on": "4k4/9/9/9/9/9/9/8P/4K4 b nlp 1",
    "the file of a pawn that is taken": "4k4/9/9/4p4/4P4/9/9/9/4K4 b p 1",
    "a pawn drop is mate": "4k4/9/9/9/9/9/9/3n1n3/4K1g2 b Pp 1",
    "a pawn drop is mate only if the taker leaves": "4k4/9/9/9/9/5n3/3g5/5S3/4K4 b p 1",
    "a pawn drop is mate where the king goes": "4k4/9/9/9/9/4g4/9/3K5/9 b p 1",
    "a pawn drop becomes mate as a flight is filled": "4k4/9/9/9/9/9/r2g5/9/4K3L b Gp 1",
    "in check, every answer made": "4k4/9/9/9/4r4/9/9/9/4K4 b GP 1",
    "no king": "9/9/9/9/4R4/9/9/9/4r4 b Gg 1",
    "one king": "4k4/9/9/9/4R4/9/9/9/9 b Gg 1",
    "the side not to move in check": "4k4/9/9/9/4R4/9/9/9/4K4 b Gg 1",
}


def _check(sfen: str) -> None:
    assert sf.perft(sfen, 2, method="pairs") == sf.perft(sfen, 2, method="bulk"), sfen


@pytest.mark.parametrize("sfen", CASES.values(), ids=CASES.keys())
def test_corrections(sfen: str) -> None:
    assert sf.perft(sfen, 2, method="pairs") == Reference(sfen).perft(2)


@pytest.mark.parametrize("sfen", CASES.values(), ids=CASES.keys())
def test_corrections_from_the_other_side(sfen: str) -> None:
    rows, side, hands, ply = sfen.split()
    turned = f"{rows[::-1].swapcase()} {'bw'[side == 'b']} {hands.swapcase()} {ply}"
    assert sf.perft(turned, 2, method="pairs") == Reference(sfen).perft(2)


def test_random_games() -> None:
    positions = 0
    for number in range(GAMES):
        rng = random.Random(f"pairs {number}")
        board = sf.Board()
        for _ in range(300):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            positions += 1
            _check(board.sfen())
    assert positions > GAMES * 50


def test_sparse_positions() -> None:
    rng = random.Random("sparse pairs")
    for _ in range(POSITIONS):
        _check(random_sparse_sfen(rng))


def test_boards_full_of_sliders() -> None:
    rng = random.Random("slider pairs")
    for _ in range(POSITIONS // 4):
        _check(random_slider_sfen(rng))
