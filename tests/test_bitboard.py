"""The set of 81 squares against Python's integers, which have bit i for square i."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shogi_fast._testing import BITBOARD_OPERATIONS, popped

ALL = 2**81 - 1
FILES = [0b111111111 << 9 * file for file in range(9)]

# Sets as random bits; as few squares, so that words are often empty; as whole files or ranks.
squares = st.integers(0, 80)
few = st.sets(squares, max_size=4).map(lambda chosen: sum(1 << square for square in chosen))
files = st.sets(st.sampled_from(FILES)).map(sum)
ranks = st.sets(st.integers(0, 8)).map(
    lambda chosen: sum(1 << 9 * file + rank for file in range(9) for rank in chosen)
)
sets = st.one_of(st.integers(0, ALL), few, files, ranks, st.sampled_from([0, 1, 1 << 80, ALL]))
OP: dict[str, Any] = BITBOARD_OPERATIONS


@given(sets, sets)
def test_set_algebra(a: int, b: int) -> None:
    assert OP["and"](a, b) == a & b
    assert OP["or"](a, b) == a | b
    assert OP["xor"](a, b) == a ^ b
    assert OP["minus"](a, b) == a & ~b
    assert OP["not"](a) == ALL ^ a
    assert OP["full"]() == ALL
    assert OP["empty"]() == 0
    assert OP["meet"](a, b) is (a & b != 0)
    assert OP["equal"](a, b) is (a == b)
    assert OP["equal"](a, a) is True


@given(sets)
def test_size(a: int) -> None:
    assert OP["count"](a) == a.bit_count()
    assert OP["any"](a) is (a != 0)
    assert OP["many"](a) is (a.bit_count() > 1)


@pytest.mark.parametrize("first", range(81))
def test_one_square_and_two(first: int) -> None:
    assert OP["square"](first) == 1 << first
    assert OP["many"](1 << first) is False
    for second in range(81):
        assert OP["has"](1 << first, second) is (first == second)
        if first != second:
            assert OP["many"](1 << first | 1 << second) is True


@given(sets)
def test_squares_come_in_order(a: int) -> None:
    expected = [square for square in range(81) if a >> square & 1]
    assert popped(a) == (expected, 0)
    if a:
        assert OP["first"](a) == expected[0]


@given(sets, st.integers(1, 17))
def test_shifts(a: int, n: int) -> None:
    assert OP["shift_up"](a, n) == a << n & ALL
    assert OP["shift_down"](a, n) == a >> n


@given(sets)
def test_the_shifts_that_pieces_use(a: int) -> None:
    for n in (1, 7, 8, 9, 10, 11):
        assert OP["shift_up"](a, n) == a << n & ALL
        assert OP["shift_down"](a, n) == a >> n


@given(sets)
def test_files_are_filled(a: int) -> None:
    assert OP["fill_files"](a) == sum(file for file in FILES if a & file)


@given(sets, st.integers(0, 8))
def test_one_file(a: int, file: int) -> None:
    bits = a >> 9 * file & 511
    assert OP["file_bits"](a, file) == bits
    assert OP["file_from_bits"](bits, file) == bits << 9 * file


def _lines(square: int) -> list[list[int]]:
    """Return the squares from one to each edge, nearest first."""
    lines = []
    for file_step in (-1, 0, 1):
        for rank_step in (-1, 0, 1):
            file, rank = square // 9 + file_step, square % 9 + rank_step
            line = []
            while (file_step or rank_step) and 0 <= file < 9 and 0 <= rank < 9:
                line.append(file * 9 + rank)
                file, rank = file + file_step, rank + rank_step
            if line:
                lines.append(line)
    return lines


@given(squares, sets)
def test_lines_end_at_the_first_man(square: int, occupied: int) -> None:
    for line in _lines(square):
        if line[0] == square - 1:
            # Towards rank a there is a table; line_down is for ranks and diagonals.
            continue
        expected = 0
        for other in line:
            expected |= 1 << other
            if occupied >> other & 1:
                break
        way = "line_up" if line[0] > square else "line_down"
        assert OP[way](sum(1 << other for other in line), occupied) == expected
