"""Pseudo-legal moves, which only the core and the stand-ins for other libraries have."""

import random

import pytest
from reference import Reference
from test_agreement import drop_mate_sfen, numbered_position

import shogi_fast as sf
from shogi_fast import _testing

POSITIONS = 1_000
BLACK_START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def _check(sfen: str) -> set[str]:
    """Compare the moves with the reference rules and the legal ones; return their USI texts."""
    board, position = sf.Board(sfen), Reference(sfen)
    listed, tried = _testing.pseudo_legal_codes(board)
    assert sorted(listed) == tried, sfen
    moves = [sf.Move.from_int(code) for code in listed]
    candidates = [*position._board_moves(), *position._drops()]
    assert sorted(move.usi() for move in moves) == sorted(map(position._usi, candidates)), sfen
    legal = sorted(int(move) for move in moves if board.is_legal(move))
    assert legal == sorted(int(move) for move in board.legal_moves), sfen
    # What is not legal leaves the king attacked, or is a pawn dropped for mate.
    for move in moves:
        if not board.is_legal(move):
            after = position._after(position._parse(move.usi()))
            mates = after.is_check() and not any(after._legal())
            assert after.king_attacked(position.turn) or (move.drop == sf.PAWN and mates), sfen
    return {move.usi() for move in moves}


def test_random_positions() -> None:
    for number in range(POSITIONS):
        _check(numbered_position(number)[1])


def test_random_games() -> None:
    for number in range(10):
        rng = random.Random(f"pseudo-legal {number}")
        board = sf.Board()
        while len(board.move_stack) < 120 and (moves := list(board.legal_moves)):
            if len(board.move_stack) % 4 == number % 4:
                _check(board.sfen())
            board.push(rng.choice(moves))


def test_pawns_dropped_before_a_king() -> None:
    for number in range(300):
        _check(drop_mate_sfen(random.Random(f"pseudo-legal mate {number}")))


def test_pawn_drop_mate_is_pseudo_legal_and_not_legal() -> None:
    sfen = "7nk/7g1/6BS1/9/9/9/9/9/4K4 b P 1"
    assert "P*1b" in _check(sfen)
    assert not sf.Board(sfen).is_legal(sf.Move.from_usi("P*1b"))


def test_two_pawns_dead_squares_and_the_enemy_king_are_left_out() -> None:
    moves = _check("4k4/4R4/9/9/9/9/9/4P4/4K4 b PLN 1")
    assert "5b5a" not in moves
    assert not {"P*5c", "P*1a", "L*1a", "N*1a", "N*1b"} & moves
    assert {"P*1b", "L*1b", "N*1c", "P*4c"} <= moves


def test_a_king_may_step_into_check() -> None:
    assert {"5i5h", "5i4i"} <= _check("4k4/9/9/9/9/9/9/3r5/4K4 b - 1")


@pytest.mark.parametrize("sfen", ["9/9/9/9/9/9/9/9/9 b - 1", BLACK_START])
def test_all_of_them_are_legal_without_a_check(sfen: str) -> None:
    assert _check(sfen) == {move.usi() for move in sf.Board(sfen).legal_moves}


def test_the_most_moves_known() -> None:
    # One king, and the most legal moves known without the enemy's.
    sfen = "R8/2SS3S1/5B3/3K5/9/9/9/9/1L2L1L2 b RBGSNLP3g3n17p 1"
    assert len(_check(sfen)) >= 598
