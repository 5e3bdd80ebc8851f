"""Tests of square numbers and names."""

import pytest

import shogi_fast as sf

BAD_SQUARES = [-1, 81, 127, 10**30, -(10**30)]


def test_squares_are_numbered_by_files() -> None:
    assert sf.square(1, 1) == 0
    assert sf.square(1, 9) == 8
    assert sf.square(9, 9) == 80
    assert [sf.square(file, rank) for file in range(1, 10) for rank in range(1, 10)] == list(
        range(81)
    )


def test_half_a_turn_is_80_less_the_square() -> None:
    for square in range(81):
        file, rank = sf.square_file(square), sf.square_rank(square)
        assert sf.square(10 - file, 10 - rank) == 80 - square


def test_names_are_file_and_rank() -> None:
    names = [f"{file}{rank}" for file in range(1, 10) for rank in "abcdefghi"]
    assert list(sf.SQUARE_NAMES) == names
    assert isinstance(sf.SQUARE_NAMES, tuple)
    for number, name in enumerate(names):
        assert sf.square_name(number) == name
        assert sf.parse_square(name) == number
        assert sf.square_file(number) == int(name[0])
        assert sf.square_rank(number) == ord(name[1]) - ord("a") + 1


@pytest.mark.parametrize("file", [0, 10, -1, 10**30])
def test_files_and_ranks_out_of_range(file: int) -> None:
    with pytest.raises(ValueError, match=r"1 to 9|index"):
        sf.square(file, 1)
    with pytest.raises(ValueError, match=r"1 to 9|index"):
        sf.square(1, file)


@pytest.mark.parametrize("file", ["7", 7.0, None, b"7"])
def test_files_and_ranks_that_are_no_numbers(file: object) -> None:
    with pytest.raises(TypeError):
        sf.square(file, 1)
    with pytest.raises(TypeError):
        sf.square(1, file)


@pytest.mark.parametrize("ask", [sf.square_name, sf.square_file, sf.square_rank])
def test_squares_out_of_range(ask: object) -> None:
    assert callable(ask)
    for square in BAD_SQUARES:
        with pytest.raises(IndexError):
            ask(square)
    for other in ("7g", 7.0, None):
        with pytest.raises(TypeError):
            ask(other)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "7",
        "g7",
        "7G",
        "0a",
        "1j",
        "10a",
        "7g ",
        " 7g",
        "77",
        "７g",
        "7ｇ",
        "\0a",
        "1\0",
        "\ud800a",
    ],
)
def test_names_of_no_square(name: str) -> None:
    with pytest.raises(ValueError, match="not a square"):
        sf.parse_square(name)


@pytest.mark.parametrize("name", [None, 7, b"7g", ["7", "g"]])
def test_names_that_are_no_text(name: object) -> None:
    with pytest.raises(TypeError):
        sf.parse_square(name)


def test_piece_and_color_numbers() -> None:
    assert (sf.BLACK, sf.WHITE) == (0, 1)
    assert (sf.PAWN, sf.LANCE, sf.KNIGHT, sf.SILVER) == (1, 2, 3, 4)
    assert (sf.BISHOP, sf.ROOK, sf.GOLD, sf.KING) == (5, 6, 7, 8)
    assert (sf.PROMOTED_PAWN, sf.PROMOTED_LANCE) == (sf.PAWN + 8, sf.LANCE + 8)
    assert (sf.PROMOTED_KNIGHT, sf.PROMOTED_SILVER) == (sf.KNIGHT + 8, sf.SILVER + 8)
    assert (sf.HORSE, sf.DRAGON) == (sf.BISHOP + 8, sf.ROOK + 8)
