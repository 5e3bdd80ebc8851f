"""Tests of Piece: one side's piece, immutable."""

import copy
import itertools
import pickle
from typing import Any

import pytest
from liars import Liar, Raiser
from reference import BORDER, EMPTY, OWNER

import shogi_fast as sf
from shogi_fast import Color, Piece, PieceType

SYMBOLS = [symbol for symbol in OWNER if symbol not in (EMPTY, BORDER)]
# DESIGN §3: the number of a type by its letter; a promoted one is 8 more.
NUMBERS = {"P": 1, "L": 2, "N": 3, "S": 4, "B": 5, "R": 6, "G": 7, "K": 8}
NUMBERS |= {"+P": 9, "+L": 10, "+N": 11, "+S": 12, "+B": 13, "+R": 14}


def test_the_numbers_of_types_and_colors() -> None:
    assert len(SYMBOLS) == 28
    assert {int(piece_type) for piece_type in PieceType} == set(NUMBERS.values())
    assert (int(Color.BLACK), int(Color.WHITE)) == (0, 1)
    # The English names of the table in docs/rules.md.
    names = "PAWN LANCE KNIGHT SILVER BISHOP ROOK GOLD KING"
    promoted = "PROMOTED_PAWN PROMOTED_LANCE PROMOTED_KNIGHT PROMOTED_SILVER HORSE DRAGON"
    for number, name in enumerate(f"{names} {promoted}".split(), start=1):
        assert PieceType[name] == number == getattr(sf, name)
    assert (sf.BLACK, sf.WHITE) == (Color.BLACK, Color.WHITE)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_piece_by_its_symbol(symbol: str) -> None:
    piece = Piece.from_symbol(symbol)
    assert piece.symbol() == str(piece) == symbol
    assert int(piece.piece_type) == NUMBERS[symbol.upper()]
    assert type(piece.piece_type) is PieceType
    assert piece.color is Color(OWNER[symbol] or 0)
    assert piece.promoted is symbol.startswith("+")
    twin = Piece(NUMBERS[symbol.upper()], piece.color)
    assert twin == piece
    assert hash(twin) == hash(piece)
    assert eval(repr(piece), {"Piece": Piece}) == piece


def test_pieces_are_equal_if_type_and_color_are() -> None:
    pieces = [Piece.from_symbol(symbol) for symbol in SYMBOLS]
    for (i, a), (k, b) in itertools.product(enumerate(pieces), repeat=2):
        assert (a == b) is (i == k)
        assert (a != b) is (i != k)
    assert len(set(pieces)) == 28
    for stranger in ("P", 1, None, PieceType.PAWN, (PieceType.PAWN, Color.BLACK)):
        assert Piece.from_symbol("P") != stranger
        assert not Piece.from_symbol("P") == stranger
    with pytest.raises(TypeError):
        assert pieces[0] < pieces[1]  # type: ignore[operator]


def test_pieces_are_immutable_and_can_be_saved() -> None:
    for symbol in SYMBOLS:
        piece = Piece.from_symbol(symbol)
        for name in ("piece_type", "color", "promoted", "code", "other"):
            with pytest.raises(AttributeError):
                setattr(piece, name, 1)
        for twin in (
            copy.copy(piece),
            copy.deepcopy(piece),
            *(pickle.loads(pickle.dumps(piece, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)),
        ):
            assert type(twin) is Piece
            assert twin == piece
    with pytest.raises(TypeError):
        type("Mine", (Piece,), {})
    # Once more by __init__: there is nothing that it could change.
    piece = Piece.from_symbol("P")
    piece.__init__(PieceType.ROOK, Color.WHITE)  # type: ignore[misc]
    assert piece.symbol() == "P"


@pytest.mark.parametrize(
    "symbol", ["", " ", "+", "p+", "+G", "+k", "++P", "PP", "1", "x", "歩", "Ｐ", "P\0", "+ P"]
)
def test_what_is_no_symbol(symbol: str) -> None:
    with pytest.raises(ValueError, match="not a piece"):
        Piece.from_symbol(symbol)


def test_a_long_symbol_is_cut_in_the_message() -> None:
    with pytest.raises(ValueError, match="not a piece") as caught:
        Piece.from_symbol("P" * 10**6)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("piece_type", "color"),
    [
        *((number, 0) for number in (0, 15, 16, -1, 10**30, Liar(15), Liar(0))),
        *((1, number) for number in (2, -1, -(10**30), Liar(2), Liar(-1))),
    ],
)
def test_numbers_out_of_range(piece_type: Any, color: Any) -> None:
    with pytest.raises(ValueError, match=r"piece types run|a color is"):
        Piece(piece_type, color)


def test_numbers_are_read_as_numbers() -> None:
    assert Piece(Liar(14), Liar(1)).symbol() == "+r"
    assert Piece(PieceType.DRAGON, Color.WHITE).symbol() == "+r"
    with pytest.raises(ZeroDivisionError):
        Piece(Raiser(), 0)
    for wrong in ("P", 1.0, None):
        with pytest.raises(TypeError):
            Piece(wrong, 0)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Piece(1, wrong)  # type: ignore[arg-type]
        if wrong != "P":
            with pytest.raises(TypeError):
                Piece.from_symbol(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Piece(1)  # type: ignore[call-arg]
