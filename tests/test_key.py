"""Tests of the 64-bit key of a position."""

import random

from boards import KINGS, MIDDLE, MOST_MOVES, START, played, random_sfens
from keys import SIDE_KEY, key_of

import shogi_fast as sf


def _move(usi: str) -> sf.Move:
    return sf.Move.from_usi(usi)


def test_the_key_is_the_same_everywhere() -> None:
    for sfen in (START, MIDDLE, MOST_MOVES, *random_sfens(50, seed=4)):
        assert sf.Board(sfen).key == key_of(sfen)
        board = played(random.Random(sfen), 30, sfen)
        assert board.key == key_of(board.sfen())
    assert sf.Board("9/9/9/9/9/9/9/9/9 b - 1").key == 0
    rich = sf.Board("4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1")
    rich.push_usi("5f5e")
    assert rich.key == key_of(rich.sfen())


def test_the_key_does_not_know_how_a_position_came_about() -> None:
    board, other = sf.Board(), sf.Board()
    for usi in ("7g7f", "3c3d", "2g2f"):
        board.push_usi(usi)
    for usi in ("2g2f", "3c3d", "7g7f"):
        other.push_usi(usi)
    assert board.key == other.key
    assert board == other
    assert sf.Board(board.sfen(ply=False) + " 99").key == board.key
    before = other.key
    for usi in ("8b7b", "2h3h", "7b8b", "3h2h"):
        other.push_usi(usi)
    assert other.key == before
    assert other.ply == 8


def test_different_positions_have_different_keys() -> None:
    sfens = [
        *(f"{KINGS} {side} {hand} 1" for side in "bw" for hand in ("-", "P", "p", "2P", "Pp", "L")),
        "4k4/9/9/9/4P4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/4p4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/4+P4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/3P5/9/9/9/4K4 b - 1",
        START,
    ]
    assert len({sf.Board(sfen).key for sfen in sfens}) == len(sfens)
    rng = random.Random(6)
    keys = {}
    for _ in range(20):
        board = sf.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            text = board.sfen(ply=False)
            assert keys.setdefault(board.key, text) == text
            assert 0 <= board.key < 2**64


def test_the_side_to_move_is_one_number() -> None:
    for sfen in (START, f"{KINGS} b P 1", MOST_MOVES):
        other = sfen.replace(" b ", " w ")
        assert sf.Board(sfen).key ^ sf.Board(other).key == SIDE_KEY
