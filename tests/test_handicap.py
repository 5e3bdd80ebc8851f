"""Tests of the handicaps, against the rule book's table."""

import pytest
from reference import EMPTY, OWNER, WHITE, Reference

import shogi_fast as sf
from shogi_fast.handicap import HANDICAPS, find_handicap, handicap_of_sfen, handicap_sfen

# The table of docs/rules.md: Japanese, English, first two ranks, points missing.
TABLE = """\
平手|even|lnsgkgsnl/1r5b1|0
香落ち|lance|lnsgkgsn1/1r5b1|1
右香落ち|right lance|1nsgkgsnl/1r5b1|1
角落ち|bishop|lnsgkgsnl/1r7|5
飛車落ち|rook|lnsgkgsnl/7b1|5
飛香落ち|rook-lance|lnsgkgsn1/7b1|6
二枚落ち|two-piece|lnsgkgsnl/9|10
三枚落ち|three-piece|lnsgkgsn1/9|11
四枚落ち|four-piece|1nsgkgsn1/9|12
五枚落ち|five-piece|2sgkgsn1/9|13
左五枚落ち|left five-piece|1nsgkgs2/9|13
六枚落ち|six-piece|2sgkgs2/9|14
左七枚落ち|left seven-piece|2sgkg3/9|15
右七枚落ち|right seven-piece|3gkgs2/9|15
八枚落ち|eight-piece|3gkg3/9|16
十枚落ち|ten-piece|4k4/9|18
"""
ROWS = [line.split("|") for line in TABLE.splitlines()]
TAIL = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


@pytest.mark.parametrize(("japanese", "english", "ranks", "points"), ROWS)
def test_row_of_the_table(japanese: str, english: str, ranks: str, points: str) -> None:
    sfen = f"{ranks}{TAIL} {'b' if english == 'even' else 'w'} - 1"
    for name in (japanese, english):
        found = find_handicap(name)
        assert found == (english, japanese, sfen, int(points))
        assert handicap_sfen(name) == sfen
    board = sf.Board(sfen, strict=True)
    assert board.sfen() == sfen
    assert sf.Board.handicap(english) == board
    assert handicap_of_sfen(board.sfen()) is found


@pytest.mark.parametrize("handicap", HANDICAPS, ids=[handicap.english for handicap in HANDICAPS])
def test_points_are_those_of_the_missing_men(handicap: tuple[str, str, str, int]) -> None:
    def worth(sfen: str) -> int:
        board = Reference(sfen).board
        men = [piece for piece in board if piece != EMPTY and OWNER[piece] == WHITE]
        return sum({"r": 5, "b": 5, "k": 0}.get(piece, 1) for piece in men)

    assert handicap[3] == worth(sf.STARTING_SFEN) - worth(handicap[2])


def test_all_sixteen_are_there_in_order() -> None:
    assert [[h.japanese, h.english] for h in HANDICAPS] == [row[:2] for row in ROWS]


@pytest.mark.parametrize(
    ("name", "english"),
    [
        ("Even", "even"),
        ("two piece", "two-piece"),
        ("2-piece", "two-piece"),
        ("2 pieces", "two-piece"),
        ("TWO_PIECE", "two-piece"),
        ("two-piece handicap", "two-piece"),
        ("2枚落ち", "two-piece"),
        ("２枚落ち", "two-piece"),
        ("二枚落", "two-piece"),
        (" 二枚落ち　", "two-piece"),
        ("10枚落ち", "ten-piece"),
        ("10-piece", "ten-piece"),
        ("rook lance", "rook-lance"),
        ("rook\N{EN DASH}lance", "rook-lance"),
        ("飛落ち", "rook"),
        ("飛車落", "rook"),
        ("角落", "bishop"),
        ("bishop odds", "bishop"),
        ("left lance", "lance"),
        ("左香落ち", "lance"),
        ("右香落", "right lance"),
        ("left 5-piece", "left five-piece"),
        ("左5枚落ち", "left five-piece"),
        ("右五枚落ち", "five-piece"),
        ("Left seven pieces", "left seven-piece"),
        ("右７枚落ち", "right seven-piece"),
    ],
)
def test_other_spellings(name: str, english: str) -> None:
    assert find_handicap(name).english == english


@pytest.mark.parametrize(
    "name",
    [
        "",
        "落ち",
        "七枚落ち",
        "seven-piece",
        "one-piece",
        "nine-piece",
        "九枚落ち",
        "queen",
        "\ud800",
        "手合",
    ],
)
def test_unknown_name_lists_all(name: str) -> None:
    with pytest.raises(ValueError, match="no handicap is called") as caught:
        find_handicap(name)
    for japanese, english, _, _ in ROWS:
        assert f"{english} ({japanese})" in str(caught.value)


def test_position_of_no_handicap() -> None:
    assert handicap_of_sfen(sf.STARTING_SFEN.replace(" b ", " w ")) is None
    assert handicap_of_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1") is None
    assert handicap_of_sfen("") is None
