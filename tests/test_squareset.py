"""Tests of SquareSet against frozenset: an immutable set of squares."""

import copy
import operator
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from liars import Liar, Raiser

import shogi_fast as sf
from shogi_fast import SquareSet

EVERY = (1 << 81) - 1
sets = st.frozensets(st.integers(0, 80))


def _int(squares: Any) -> int:
    return sum(1 << square for square in set(squares))


@given(sets)
def test_a_set_is_what_it_was_made_of(squares: frozenset[int]) -> None:
    found = SquareSet(squares)
    assert len(found) == len(squares)
    assert bool(found) is bool(squares)
    assert list(found) == sorted(squares)
    assert list(reversed(found)) == sorted(squares, reverse=True)
    assert int(found) == _int(squares)
    assert found == SquareSet.from_int(_int(squares))
    assert [square for square in range(-5, 90) if square in found] == sorted(squares)
    assert found.names() == [sf.SQUARE_NAMES[square] for square in sorted(squares)]
    assert eval(repr(found), {"SquareSet": SquareSet}) == found
    assert frozenset(found) == squares
    # From any iterable, in any order, however often.
    assert SquareSet([*squares, *squares]) == SquareSet(iter(squares)) == SquareSet(found) == found


@given(sets, sets)
def test_two_sets_together(a: frozenset[int], b: frozenset[int]) -> None:
    ours, theirs = SquareSet(a), SquareSet(b)
    for operation in (operator.and_, operator.or_, operator.xor, operator.sub):
        result = operation(ours, theirs)
        assert type(result) is SquareSet
        assert frozenset(result) == operation(a, b)
    for compare in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge):
        assert compare(ours, theirs) is compare(a, b)
        assert compare(ours, SquareSet(a)) is compare(a, a)
    for name in ("union", "intersection", "difference", "symmetric_difference"):
        expected = getattr(a, name)(b)
        for other in (theirs, b, list(b), iter(b)):
            result = getattr(ours, name)(other)
            assert type(result) is SquareSet
            assert frozenset(result) == expected
    for name in ("isdisjoint", "issubset", "issuperset"):
        for other in (theirs, b, list(b)):
            assert getattr(ours, name)(other) is getattr(a, name)(b)
    assert frozenset(~ours) == frozenset(range(81)) - a
    assert ~~ours == ours
    if a == b:
        assert hash(ours) == hash(theirs)


@given(st.lists(sets, max_size=4))
def test_many_sets_together(several: list[frozenset[int]]) -> None:
    first = SquareSet(range(0, 81, 2))
    squares = frozenset(range(0, 81, 2))
    for name in ("union", "intersection", "difference"):
        assert frozenset(getattr(first, name)(*several)) == getattr(squares, name)(*several)


def test_all_squares_and_none() -> None:
    assert int(SquareSet()) == 0
    assert int(SquareSet(range(81))) == EVERY
    assert ~SquareSet() == SquareSet(range(81))
    assert SquareSet.from_int(EVERY) == SquareSet(range(81))
    for square in range(81):
        assert list(SquareSet([square])) == [square]
        assert int(SquareSet([square])) == 1 << square
    assert len({SquareSet([square]) for square in range(81)}) == 81


def test_sets_are_immutable_hashable_and_can_be_saved() -> None:
    rng = random.Random(1)
    for _ in range(50):
        squares = SquareSet.from_int(rng.getrandbits(81))
        before = int(squares)
        for name in ("squares", "lo", "other"):
            with pytest.raises(AttributeError):
                setattr(squares, name, 1)
        for twin in (
            copy.copy(squares),
            copy.deepcopy(squares),
            *(pickle.loads(pickle.dumps(squares, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)),
        ):
            assert type(twin) is SquareSet
            assert twin == squares
            assert hash(twin) == hash(squares)
        # Operators that would change a set make another one.
        changed = squares
        changed |= SquareSet([0])
        changed ^= SquareSet([1])
        changed -= SquareSet([2])
        changed &= SquareSet(range(40))
        squares.__init__([3])  # type: ignore[misc]
        assert int(squares) == before
    with pytest.raises(TypeError):
        type("Mine", (SquareSet,), {})
    for name in ("add", "remove", "discard", "clear", "pop", "update"):
        assert not hasattr(SquareSet, name)


def test_operators_take_sets_of_squares_alone() -> None:
    squares = SquareSet([1, 2])
    for stranger in ({1, 2}, frozenset([1, 2]), [1, 2], 6, None):
        assert squares != stranger
        assert not squares == stranger
        for operation in (operator.and_, operator.or_, operator.xor, operator.sub, operator.lt):
            with pytest.raises(TypeError):
                operation(squares, stranger)


@pytest.mark.parametrize(
    "square", [81, -1, 127, 1 << 70, -(1 << 70), Liar(81), Liar(-1), Liar(1 << 70)]
)
def test_squares_out_of_range(square: Any) -> None:
    with pytest.raises(IndexError):
        SquareSet([square])
    for name in ("union", "intersection", "difference", "symmetric_difference", "issubset"):
        with pytest.raises(IndexError):
            getattr(SquareSet([1]), name)([square])
    assert square not in SquareSet(range(81))


def test_numbers_are_read_as_numbers() -> None:
    assert list(SquareSet([Liar(60)])) == [60]
    assert Liar(60) in SquareSet([60])
    assert Liar(60) not in SquareSet([0])
    assert SquareSet.from_int(Liar(1 << 60)) == SquareSet([60])
    with pytest.raises(ZeroDivisionError):
        SquareSet([Raiser()])  # type: ignore[list-item]


@pytest.mark.parametrize("mask", [-1, 1 << 81, EVERY + 1, -(1 << 90), Liar(-1), Liar(1 << 81)])
def test_masks_out_of_range(mask: int) -> None:
    with pytest.raises(ValueError, match="bits 0 to 80"):
        SquareSet.from_int(mask)


def test_what_is_no_set() -> None:
    for wrong in (5, None, 1.0):
        with pytest.raises(TypeError):
            SquareSet(wrong)  # type: ignore[arg-type]
    for wrong in ("1a", [None], ["a"], [1.0], [[1]]):
        with pytest.raises(TypeError):
            SquareSet(wrong)  # type: ignore[arg-type]
    for wrong in (1.0, "1", None, SquareSet([1]), Raiser()):
        with pytest.raises(TypeError):
            SquareSet.from_int(wrong)  # type: ignore[arg-type]
    for stranger in ("1a", None, 1.0, SquareSet([1])):
        assert stranger not in SquareSet(range(81))


def test_an_iterable_may_fail() -> None:
    def squares() -> Iterator[int]:
        yield 1
        raise KeyError("no more")

    with pytest.raises(KeyError):
        SquareSet(squares())
    with pytest.raises(KeyError):
        SquareSet([1]).union(squares())


def test_a_diagram() -> None:
    # 9a is top left, 1a top right, 1i bottom right, 5e the middle.
    squares = SquareSet([sf.parse_square(name) for name in ("9a", "5e", "1i", "1h")])
    rows = str(squares).split("\n")
    assert rows[0] == "1 . . . . . . . ."
    assert rows[4] == ". . . . 1 . . . ."
    assert rows[7] == rows[8] == ". . . . . . . . 1"
    assert all(rows[i] == ". . . . . . . . ." for i in (1, 2, 3, 5, 6))


def test_a_square_may_be_of_another_class_of_ints() -> None:
    class Square:
        def __init__(self, number: int) -> None:
            self.number = number

        def __index__(self) -> int:
            return self.number

    squares = sf.SquareSet([Square(44)])
    assert squares == sf.SquareSet([44])
    assert Square(44) in squares
    assert Square(45) not in squares
    assert Square(-1) not in squares
    assert Square(10**30) not in squares
    assert "44" not in squares
    assert 44.0 not in squares
