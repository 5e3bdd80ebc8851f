"""Tests of Move: one immutable object for each of 13,527 moves and the null move."""

import copy
import gc
import pickle
import random
import sys
from typing import Any

import pytest

import shogi_fast as sf

NAMES = [f"{file}{rank}" for file in range(1, 10) for rank in "abcdefghi"]


def _expected() -> dict[int, str]:
    """Return the USI text of every code, from DESIGN §3: `to | from << 7 | promote << 14`."""
    usi = {129: "0000"}
    for to, name in enumerate(NAMES):
        for origin, origin_name in enumerate(NAMES):
            if origin != to:
                usi[to | origin << 7] = origin_name + name
                usi[to | origin << 7 | 1 << 14] = origin_name + name + "+"
        for piece_type, letter in enumerate("PLNSBRG", start=1):
            usi[to | (81 + piece_type - 1) << 7] = f"{letter}*{name}"
    return usi


USI = _expected()
CODES = sorted(USI)
MOVES = [sf.Move.from_int(code) for code in CODES]


# -- Codes --------------------------------------------------------------------------------------


# The 16 bits as Apery's records and cshogi have them, asked of cshogi 1.1.0; DESIGN §3 has them from
# there.
APERY = {
    "7g7f": 0x1E3B,
    "2g2f": 0x078E,
    "P*5e": 0x28A8,
    "L*5e": 0x2928,
    "N*5e": 0x29A8,
    "S*5e": 0x2A28,
    "B*5e": 0x2AA8,
    "R*5e": 0x2B28,
    "G*5e": 0x2BA8,
    "7f7g": 0x1DBC,
    "7f7g+": 0x5DBC,
    "5a4b": 0x121C,
    "4c3a+": 0x4E92,
    "4c5a+": 0x4EA4,
    "5g4e": 0x151F,
    "5g6e": 0x1531,
}


def test_the_layout_is_that_of_apery() -> None:
    for usi, code in APERY.items():
        assert int(sf.Move.from_usi(usi)) == code
        assert sf.Move.from_int(code).usi() == usi


def test_there_are_13527_moves_and_the_null_move() -> None:
    assert len(USI) == 13_527 + 1
    assert len({id(move) for move in MOVES}) == 13_528


def test_every_16_bit_number_is_a_move_or_an_error() -> None:
    for code in range(1 << 16):
        try:
            move = sf.Move.from_int(code)
        except sf.InvalidMoveError:
            assert code not in USI
        else:
            assert int(move) == code
            assert move.usi() == USI[code]


@pytest.mark.parametrize("code", [0, 82, 127, 128 * 88, 81 << 7 | 1 << 14, (1 << 15) - 1, 1 << 15])
def test_numbers_of_no_move(code: int) -> None:
    assert code not in USI
    with pytest.raises(sf.InvalidMoveError, match=f" {code}$"):
        sf.Move.from_int(code)


@pytest.mark.parametrize(
    "code", [-1, -129, 1 << 16, 129 + (1 << 16), 7739 + (1 << 32), 10**30, -(10**30)]
)
def test_numbers_beyond_16_bits_are_an_error(code: int) -> None:
    with pytest.raises(sf.InvalidMoveError):
        sf.Move.from_int(code)


@pytest.mark.parametrize("code", ["129", 129.0, None, b"\x81", [129], sf.Move.NULL])
def test_codes_that_are_no_numbers(code: object) -> None:
    with pytest.raises(TypeError):
        sf.Move.from_int(code)


def test_numbers_with_an_index_are_numbers() -> None:
    class Number:
        def __index__(self) -> int:
            return 7739

    class Broken:
        def __index__(self) -> int:
            raise ZeroDivisionError

    assert sf.Move.from_int(Number()) is sf.Move.from_usi("7g7f")
    with pytest.raises(ZeroDivisionError):
        sf.Move.from_int(Broken())


# -- Identity -----------------------------------------------------------------------------------


def test_a_move_exists_once() -> None:
    for code, move in zip(CODES, MOVES, strict=True):
        assert sf.Move.from_int(code) is move
        assert sf.Move.from_usi(USI[code]) is move
        assert copy.copy(move) is move
        assert copy.deepcopy(move) is move
        assert pickle.loads(pickle.dumps(move)) is move
    board = sf.Board()
    assert next(iter(board.legal_moves)) is next(iter(sf.Board().legal_moves))
    assert all(move is sf.Move.from_usi(move.usi()) for move in board.legal_moves)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_of_every_protocol(protocol: int) -> None:
    moves = [sf.Move.NULL, *MOVES[::999]]
    again = pickle.loads(pickle.dumps(moves, protocol))
    assert all(a is b for a, b in zip(moves, again, strict=True))


def test_moves_outlive_every_reference_to_them() -> None:
    code, text = 7739, "7g7f"
    for _ in range(100_000):
        sf.Move.from_int(code)
    moves = [sf.Move.from_int(code) for _ in range(1000)]
    del moves
    gc.collect()
    assert sf.Move.from_int(code).usi() == text


def test_equality_is_identity() -> None:
    rng = random.Random(0)
    for _ in range(10_000):
        a, b = rng.choice(MOVES), rng.choice(MOVES)
        assert (a == b) is (a is b)
        assert (a != b) is (a is not b)
    for move in (MOVES[0], sf.Move.NULL):
        for other in (int(move), move.usi(), None, object()):
            assert not move == other
            assert move != other


def test_hash_and_order_are_by_code() -> None:
    shuffled = MOVES[:]
    random.Random(0).shuffle(shuffled)
    assert sorted(shuffled) == MOVES
    assert len(set(shuffled)) == len(MOVES)
    for move in MOVES:
        assert hash(move) == hash(int(move))
    rng = random.Random(0)
    for _ in range(10_000):
        a, b = rng.choice(MOVES), rng.choice(MOVES)
        x, y = int(a), int(b)
        assert (a < b, a <= b, a > b, a >= b) == (x < y, x <= y, x > y, x >= y)
    move = MOVES[0]
    assert (move < move, move <= move, move > move, move >= move) == (False, True, False, True)


@pytest.mark.parametrize("other", [7739, "7g7f", None])
def test_moves_have_no_order_with_anything_else(other: Any) -> None:
    move = sf.Move.from_usi("7g7f")
    for compare in (
        lambda: move < other,
        lambda: move <= other,
        lambda: move > other,
        lambda: move >= other,
        lambda: other < move,
    ):
        with pytest.raises(TypeError):
            compare()


# -- No other objects, no other state -----------------------------------------------------------


def test_moves_cannot_be_made() -> None:
    for make in (
        lambda: sf.Move(),
        lambda: sf.Move(7739),
        lambda: sf.Move("7g7f"),
        lambda: sf.Move.__new__(sf.Move),
        lambda: sf.Move.__new__(sf.Move, 7739),
        lambda: object.__new__(sf.Move),
        lambda: type(sf.Move.NULL)(),
        lambda: copy._reconstruct(MOVES[0], None, sf.Move, ()),  # type: ignore[attr-defined]
    ):
        with pytest.raises(TypeError):
            make()


def test_moves_cannot_be_subclassed() -> None:
    with pytest.raises(TypeError):
        type("Other", (sf.Move,), {})


def test_moves_cannot_be_changed() -> None:
    move = sf.Move.from_usi("7g7f")
    for name in ("from_square", "to_square", "drop", "promotion", "usi", "code", "note", "NULL"):
        with pytest.raises(AttributeError):
            setattr(move, name, 1)
        with pytest.raises(AttributeError):
            delattr(move, name)
    with pytest.raises(TypeError):
        move.__class__ = int  # type: ignore[assignment]
    for name in ("NULL", "usi", "note"):
        with pytest.raises(TypeError):
            setattr(sf.Move, name, 1)
    with pytest.raises(TypeError):
        del sf.Move.NULL
    assert not hasattr(move, "__dict__")
    assert (move.usi(), int(move)) == ("7g7f", 7739)


def test_a_hostile_pickle_makes_no_other_move() -> None:
    class Hostile:
        def __init__(self, *arguments: object) -> None:
            self.arguments = arguments

        def __reduce__(self) -> tuple[Any, ...]:
            return sf.Move.from_int, self.arguments

    class New(Hostile):
        def __reduce__(self) -> tuple[Any, ...]:
            return sf.Move.__new__, (sf.Move,)

    class State(Hostile):
        def __reduce__(self) -> tuple[Any, ...]:
            return sf.Move.from_int, (7739,), {"code": 5}

    for hostile in (Hostile(0), Hostile(1 << 15), Hostile("7g7f"), Hostile(), Hostile(1, 2), New()):
        with pytest.raises((TypeError, ValueError)):
            pickle.loads(pickle.dumps(hostile))
    with pytest.raises(AttributeError):
        pickle.loads(pickle.dumps(State()))
    assert int(sf.Move.from_usi("7g7f")) == 7739


# -- What a move says ---------------------------------------------------------------------------


def test_the_parts_of_every_move() -> None:
    for code, move in zip(CODES, MOVES, strict=True):
        text = USI[code]
        assert str(move) == text
        assert repr(move) == f"Move.from_usi({text!r})"
        assert move.promotion is text.endswith("+")
        assert bool(move) is (text != "0000")
        if text == "0000":
            assert (move.from_square, move.to_square, move.drop) == (None, None, None)
        elif text[1] == "*":
            assert move.from_square is None
            assert move.to_square == NAMES.index(text[2:])
            assert move.drop == " PLNSBRG".index(text[0])
        else:
            assert move.from_square == NAMES.index(text[:2])
            assert move.to_square == NAMES.index(text[2:4])
            assert move.drop is None


def test_the_null_move() -> None:
    assert int(sf.Move.NULL) == 129
    assert sf.Move.NULL.usi() == "0000"
    assert sf.Move.from_usi("0000") is sf.Move.NULL


# -- USI text -----------------------------------------------------------------------------------


def test_lower_case_drops_are_read() -> None:
    for letter in "PLNSBRG":
        for name in NAMES:
            upper = sf.Move.from_usi(f"{letter}*{name}")
            assert sf.Move.from_usi(f"{letter.lower()}*{name}") is upper


BAD_TEXTS = [
    *("", "7", "7g", "7g7", "7g7f7", "7g7f++", "7g7f=", "7g7f +", " 7g7f", "7g7f ", "7g7f\n"),
    *("7g7g", "1a1a", "9i9i+", "0a1b", "1a0b", "1j1a", "1a1j", "7G7F", "g7f7", "77f7", "76FU"),
    *("K*5e", "k*5e", "+P*5e", "P*5e+", "P*", "P*5", "P5e", "P**5", "X*5e", "1*5e", "*P5e", "P*5j"),
    *("000", "00000", "0000+", "0001", "pass", "resign", "win", "null", "none", "None"),
    *("７g7f", "7ｇ7f", "P*５e", "Ｐ*5e", "P＊5e", "７七七六", "7g7f\0", "\x007g7f", "7\x00g7f"),
    *("\ud8007g7f", "7g7\udfff", "\N{PILE OF POO}*5e", "7g7\N{PILE OF POO}", "P\ud800*5"),
]


@pytest.mark.parametrize("text", BAD_TEXTS, ids=ascii)
def test_texts_of_no_move(text: str) -> None:
    board = sf.Board()
    for read in (sf.Move.from_usi, board.push_usi):
        with pytest.raises(sf.InvalidMoveError) as caught:
            read(text)
        assert repr(text) in str(caught.value)
    assert board.move_stack == []


def test_a_long_text_is_cut_in_the_message() -> None:
    for text in ("7g7f" * 2_500_000, "\ud800" * 10_000_000):
        with pytest.raises(sf.InvalidMoveError) as caught:
            sf.Move.from_usi(text)
        assert len(str(caught.value)) < 500


@pytest.mark.parametrize("text", [None, 7739, b"7g7f", ["7g7f"], sf.Move.NULL])
def test_what_is_no_text_is_a_type_error(text: object) -> None:
    for read in (sf.Move.from_usi, sf.Board().push_usi):
        with pytest.raises(TypeError):
            read(text)


def test_errors_are_value_errors() -> None:
    for error in (sf.InvalidSfenError, sf.InvalidMoveError, sf.IllegalMoveError):
        assert issubclass(error, ValueError)
        assert pickle.loads(pickle.dumps(error("text"))).args == ("text",)
    assert not issubclass(sf.InvalidMoveError, sf.IllegalMoveError)


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="asks CPython for its garbage")
def test_moves_are_no_work_for_the_garbage_collector() -> None:
    assert not any(gc.is_tracked(move) for move in MOVES)
