"""The stand-in for python-shogi: its moves and pieces."""

import copy
import pickle
from typing import Any

import pytest

import shogi_fast as sf
from shogi_fast.compat.shogi import *


def test_null_move() -> None:
    null = Move.null()
    assert not null
    assert null == Move.from_usi("0000") == Move(None, None)
    assert (null.from_square, null.to_square, null.promotion, null.drop_piece_type) == (
        *(None, None, NONE, None),
    )
    assert repr(null) == "Move.from_usi('0000')"
    assert hash(null) == hash(Move.null())
    assert null not in Board().legal_moves
    assert not Board().is_legal(null)
    assert not Board().is_pseudo_legal(None)


def test_constructor_of_moves() -> None:
    for arguments, words in (
        ((None, 5), "needs the type"),
        ((None, 5, True, PAWN), "does not promote"),
        ((3, 5, False, PAWN), "drops no piece"),
        ((3, None), "leads nowhere"),
        ((None, None, True), "leads nowhere"),
        ((None, None, False, PAWN), "leads nowhere"),
    ):
        with pytest.raises(ValueError, match=words):
            Move(*arguments)
    assert Move(3, 5, 1).promotion is True
    assert Move(3, 5, promotion=[]).promotion is False


def test_attributes_of_moves_may_be_set() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    move = Move.from_usi("5i5h")
    move.from_square = None
    with pytest.raises(ValueError, match="cannot be made"):
        board.push(move)
    assert "*5h" in repr(move)
    move.drop_piece_type = PAWN
    assert move == Move.from_usi("P*5h")
    assert hash(move) == hash(Move.from_usi("P*5h"))
    board.push(move)
    board.pop()
    move.promotion = True
    with pytest.raises(ValueError, match="cannot be made"):
        board.push(move)
    for twin in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert twin == move
        assert twin is not move
    move.to_square = None
    move.promotion = False
    move.drop_piece_type = None
    assert move == Move.null()
    board.push(move)
    assert board.turn == WHITE


def test_pickles_of_python_shogi() -> None:
    """It makes objects without __init__, and gives them a dict."""
    for value, state in (
        (
            Move.from_usi("8h2b+"),
            {"from_square": 64, "to_square": 16, "promotion": True, "drop_piece_type": None},
        ),
        (
            Move.from_usi("P*5e"),
            {"from_square": None, "to_square": 40, "promotion": False, "drop_piece_type": 1},
        ),
        (
            Move.null(),
            {"from_square": None, "to_square": None, "promotion": 0, "drop_piece_type": None},
        ),
        (Piece(GOLD, WHITE), {"piece_type": 5, "color": 1}),
    ):
        other: Any = type(value).__new__(type(value))
        other.__setstate__(state)
        assert other == value
        assert hash(other) == hash(value)


def test_moves_as_keys() -> None:
    assert len({Move(1, 2), Move(1, 2), Move(1, 2, True), Move(None, 2, False, PAWN)}) == 3
    assert hash(Move(3, 5)) == 5 | 3 << 7
    assert hash(Move(3, 5, True)) == 5 | 3 << 7 | 1 << 14
    assert hash(Move(None, 5, False, LANCE)) == 5 | (81 + LANCE) << 7
    with pytest.raises(TypeError):
        Move(1, 2) < Move(1, 3)  # type: ignore[operator]  # noqa: B015


@pytest.mark.parametrize(
    "text", ["", "7g", "7g7", "7g7f-", "7g7f++", "0g7f", "7j7f", "X*5e", "P*5e+", "**5e", "７g7f"]
)
def test_texts_that_name_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a USI|no square|no piece"):
        Move.from_usi(text)


def test_every_move_reads_its_text() -> None:
    moves = [Move(a, b, p) for a in range(0, 81, 5) for b in range(81) for p in (False, True)]
    moves += [Move(None, b, False, kind) for b in range(81) for kind in range(1, 8)]
    for move in moves:
        assert Move.from_usi(str(move)) == move
        if move.from_square != move.to_square:
            assert str(sf.Move.from_usi(str(move))) == str(move)


def test_pieces() -> None:
    for kind in PIECE_TYPES:
        for color in COLORS:
            piece = Piece(kind, color)
            assert Piece.from_symbol(piece.symbol()) == piece
            for twin in (copy.copy(piece), copy.deepcopy(piece)):
                assert twin == piece
            assert pickle.loads(pickle.dumps(piece)) == piece
            assert piece.symbol().isupper() == (color == BLACK)
    piece = Piece(PAWN, BLACK)
    piece.piece_type = GOLD
    piece.color = WHITE
    assert piece == Piece(GOLD, WHITE)
    for wrong in (None, "x", 10**30):
        with pytest.raises((TypeError, OverflowError)):
            piece.piece_type = wrong  # type: ignore[assignment]
    for kind in (-16, 15, 1000, -(2**31)):
        with pytest.raises(IndexError):
            Piece(kind, BLACK).symbol()
        with pytest.raises(IndexError):
            Piece(kind, BLACK).japanese_symbol()
