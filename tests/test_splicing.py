"""Tests of core/splicing: the packed position one move on, against making the move and packing."""

import random

import pytest
from boards import played, random_sfens

import shogi_fast as sf
from shogi_fast import _testing

DEBUG = _testing.DEBUG
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def _compare(board: sf.Board) -> list[sf.Move]:
    """Compare every legal move of a board; return those that were."""
    compared = []
    for move in list(board.legal_moves):
        found = _testing.spliced(board, move)
        if found is None:
            continue
        after = board.copy()
        after.push(move)
        assert found == after.packed(), f"{board.sfen()} {move}"
        compared.append(move)
    return compared


def test_games() -> None:
    """All moves of random games: of men and kings, captures, promotions, drops, both ways."""
    rng = random.Random(4)
    kinds: dict[str, int] = {}
    for _ in range(20):
        board = played(rng, rng.randrange(150))
        for _ in range(25):
            moves = _compare(board)
            if not moves:
                break
            for move in moves:
                kind = "king" if _moves_king(board, move) else "man"
                kind = kind if move.drop is None else "drop"
                kind += " takes" * board.is_capture(move) + " promotes" * move.promotion
                kinds[kind] = kinds.get(kind, 0) + 1
            board.push(rng.choice(moves))
    assert min(kinds[kind] for kind in ("drop", "king", "man", "man promotes")) > 100
    assert min(kinds[kind] for kind in ("king takes", "man takes", "man takes promotes")) > 20


def _moves_king(board: sf.Board, move: sf.Move) -> bool:
    if move.from_square is None:
        return False
    piece = board.piece_at(move.from_square)
    return piece is not None and piece.piece_type == sf.KING


def test_positions_with_men_missing() -> None:
    compared = refused = 0
    for sfen in random_sfens(60 if DEBUG else 400, seed=31):
        board = sf.Board(sfen)
        moves = len(_compare(board))
        compared += moves
        try:
            board.packed()
        except ValueError:
            refused += 1
            assert moves == 0
    assert compared > 1000
    assert refused > 10


@pytest.mark.parametrize(
    ("sfen", "usi"),
    [
        (START, "7g7f"),
        # From one end of the board to the other, past everything.
        ("9/9/4k4/9/9/9/4K4/9/8R b - 1", "1i9i"),
        ("R8/9/4k4/9/9/9/4K4/9/9 b - 1", "9a1a"),
        ("8R/9/4k4/9/9/9/4K4/9/9 b - 1", "1a9a+"),
        # The longest code word taken, with men behind it in hand and in the box.
        ("r8/9/4k4/9/9/9/4K4/9/R8 b - 1", "9i9a+"),
        ("r8/9/4k4/9/9/9/4K4/9/R8 b Ppg 1", "9i9a"),
        ("r8/9/4k4/9/9/9/4K4/9/R8 w Ppg 1", "9a9i+"),
        # Every man in one hand, in the other, shared.
        ("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1", "P*5e"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1", "R*9i"),
        ("4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1", "R*1a"),
        ("4k4/9/9/9/9/9/9/9/4K4 w RBGSNLPrb3g3s3n3l17p 1", "G*1a"),
        # Kings, past each other's squares and taking.
        ("9/9/9/9/4k4/9/4K4/9/9 b - 1", "5g6h"),
        ("9/9/9/9/4k4/9/4K4/9/9 w - 1", "5e4d"),
        ("9/9/9/9/4k4/9/3pK4/9/9 b - 1", "5g6g"),
        ("9/9/9/9/4k4/9/4Kr3/9/9 b - 1", "5g4g"),
    ],
)
def test_chosen_moves(sfen: str, usi: str) -> None:
    board = sf.Board(sfen)
    found = _testing.spliced(board, sf.Move.from_usi(usi))
    board.push_usi(usi)
    assert found == board.packed()
