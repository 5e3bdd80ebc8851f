"""Tests of the names of pieces, squares and numbers, against the rule book's table of pieces."""

import unicodedata
from typing import Any, get_args

import pytest

from shogi_fast import names

# The table of docs/rules.md: English, letter, two kanji, one kanji (the written one first), romaji (full,
# short), literally, Elefen. The king stands twice: higher ranked player, lower ranked player.
TABLE = """\
king|K|王將|王|ōshō, ō|king general|re
king|K|玉將|玉|gyokushō, gyoku|jewel general|re
rook|R|飛車|飛|hisha, hi|flying chariot|tore
promoted rook, "dragon"|+R|龍王|龍 or 竜|ryūō, ryū|dragon king|tore levada
bishop|B|角行|角|kakugyō, kaku|angle mover|bispo
promoted bishop, "horse"|+B|龍馬|馬|ryūma or ryūme, uma|dragon horse|bispo levada
gold general|G|金將|金|kinshō, kin|gold general|jeneral oro
silver general|S|銀將|銀|ginshō, gin|silver general|jeneral arjento
promoted silver|+S|成銀|全|narigin|promoted silver|jeneral arjento levada
knight|N|桂馬|桂|keima, kei|cassia horse|cavalero
promoted knight|+N|成桂|圭 or 今|narikei|promoted cassia|cavalero levada
lance|L|香車|香|kyōsha, kyō|incense chariot|lansor
promoted lance|+L|成香|杏 or 仝|narikyō|promoted incense|lansor levada
pawn|P|歩兵|歩|fuhyō, fu|foot soldier|peon
promoted pawn, "tokin"|+P|と金|と or 个|tokin, to|reaches gold|peon levada
"""
ROWS = [dict(zip(("english", "letter", "kanji2", "kanji", "romaji", "literal", "elefen"),
                 line.split("|"), strict=True)) for line in TABLE.splitlines()]  # fmt: skip
TYPES = dict(zip("PLNSBRGK", range(1, 9), strict=True))
TYPES |= {"+" + letter: number + 8 for letter, number in TYPES.items() if letter not in "GK"}
SHORT = {  # docs/rules.md: "Short names in use", in English and Elefen
    "+R": ("dragon", None),
    "+B": ("horse", "cavalo"),
    "G": ("gold", "oro"),
    "S": ("silver", "arjento"),
    "+P": ("tokin", None),
}
CSA = {  # the two-letter codes of the CSA standard
    "P": "FU", "L": "KY", "N": "KE", "S": "GI", "B": "KA", "R": "HI", "G": "KI", "K": "OU",
    "+P": "TO", "+L": "NY", "+N": "NK", "+S": "NG", "+B": "UM", "+R": "RY",
}  # fmt: skip


def _row_of(row: dict[str, str]) -> names.PieceNames:
    return names.HIGHER_KING if row["kanji"] == "王" else names.NAMES[TYPES[row["letter"]]]


@pytest.mark.parametrize("row", ROWS, ids=[row["kanji2"] for row in ROWS])
def test_row_of_the_table(row: dict[str, str]) -> None:
    found = _row_of(row)
    assert found.piece_type == TYPES[row["letter"]]
    english, _, short = row["english"].partition(", ")
    assert found.english == english
    assert found.english_short == (short.strip('"') or english.removesuffix(" general"))
    assert found.letter == row["letter"]
    assert found.kanji2 == row["kanji2"]
    assert found.kanji == row["kanji"].split(" or ")[0]
    romaji, _, romaji_short = row["romaji"].partition(", ")
    assert found.romaji == romaji.split(" or ")[0]
    assert found.romaji_short == (romaji_short or romaji)
    assert found.literal == row["literal"]
    assert found.elefen == row["elefen"]
    _, elefen_short = SHORT.get(row["letter"], (None, None))
    assert found.elefen_short == (elefen_short or row["elefen"])


@pytest.mark.parametrize("row", ROWS, ids=[row["kanji2"] for row in ROWS])
def test_every_spelling_of_the_table_is_read(row: dict[str, str]) -> None:
    spellings = [row["letter"], row["letter"].lower(), row["literal"], row["elefen"], row["kanji2"]]
    spellings += row["english"].replace('"', "").split(", ")
    spellings += row["kanji"].split(" or ")
    spellings += row["romaji"].replace(" or ", ", ").split(", ")
    spellings += [short for short in SHORT.get(row["letter"], ()) if short]
    spellings += [row["kanji2"].replace("將", "将"), row["kanji2"].replace("龍", "竜")]
    for spelling in spellings:
        plain = "".join(mark for mark in unicodedata.normalize("NFD", spelling) if mark != "\u0304")
        for text in (spelling, spelling.upper(), f" {spelling} ", plain):
            assert names.parse_piece_type(text) == TYPES[row["letter"]], text


@pytest.mark.parametrize(("letter", "code"), list(CSA.items()))
def test_csa_codes(letter: str, code: str) -> None:
    assert names.CSA_CODES[TYPES[letter]] == code
    assert names.CSA_TYPES[code] == TYPES[letter]
    assert names.parse_piece_type(code) == TYPES[letter]


def test_what_writers_write() -> None:
    assert "".join(names.MOVE_KANJI[kind] for kind in range(1, 9)) == "歩香桂銀角飛金玉"
    moves = [names.MOVE_KANJI[kind] for kind in range(9, 15)]
    assert moves == ["と", "成香", "成桂", "成銀", "馬", "龍"]
    diagram = [names.DIAGRAM_KANJI[kind] for kind in range(9, 15)]
    assert diagram == ["と", "杏", "圭", "全", "馬", "龍"]
    assert names.DIAGRAM_KANJI[8] == "玉"


def test_no_spelling_means_two_pieces() -> None:
    seen: dict[str, int] = {}
    for row in (*names.NAMES.values(), names.HIGHER_KING):
        columns: list[Any] = [getattr(row, field) for field in row.__dataclass_fields__]
        for column in columns[1:]:
            for spelling in column if isinstance(column, tuple) else (column,):
                text = names._folded(spelling)
                assert seen.setdefault(text, row.piece_type) == row.piece_type, spelling


@pytest.mark.parametrize(
    "text", ["", " ", "X", "+G", "+K", "++P", "成金", "金銀", "\ud800", "pawns"]
)
def test_unknown_piece(text: str) -> None:
    with pytest.raises(ValueError, match="no piece is called"):
        names.parse_piece_type(text)


def test_every_style_names_every_piece() -> None:
    for style in get_args(names.Style):
        for piece_type in range(1, 15):
            name = names.piece_name(piece_type, style)
            assert names.parse_piece_type(name) == piece_type


def test_unknown_style_and_type() -> None:
    with pytest.raises(ValueError, match="no style 'klingon'"):
        names.piece_name(1, "klingon")  # type: ignore[arg-type]
    for number in (0, 15, -1):
        with pytest.raises(ValueError, match="piece types run from 1 to 14"):
            names.piece_name(number)


def test_squares() -> None:
    assert names.kanji_square(0) == "１一"
    assert names.kanji_square(60) == "７七"  # docs/rules.md writes 7g so
    assert names.kanji_square(80) == "９九"
    assert len({names.kanji_square(square) for square in range(81)}) == 81
    for square in (-1, 81):
        with pytest.raises(IndexError):
            names.kanji_square(square)


def test_numbers() -> None:
    known = {1: "一", 2: "二", 9: "九", 10: "十", 11: "十一", 18: "十八", 20: "二十", 40: "四十"}
    for number, text in known.items():
        assert names.kanji_number(number) == text
    for number in range(1, 100):
        for text in (names.kanji_number(number), str(number)):
            assert names.parse_kanji_number(text) == number
    assert names.parse_kanji_number("１８") == 18
    for number in (0, 100, -1):
        with pytest.raises(ValueError, match="from 1 to 99"):
            names.kanji_number(number)
    for text in (
        "",
        "0",
        "〇",
        "百",
        "十十",
        "二十〇",
        "〇十",
        "123",
        "一二三",
        "十二三",
        "-1",
        "x",
        "²",
    ):
        with pytest.raises(ValueError, match="not a number from 1 to 99"):
            names.parse_kanji_number(text)


def test_marks() -> None:
    assert names.COLOR_MARKS == ("▲", "△")
    "".join(names.COLOR_MARKS).encode("cp932")  # ☗ and ☖ have no code there (bug report B67)
    assert [names.MARKS[mark] for mark in "▲☗△▽☖"] == [0, 0, 1, 1, 1]
    assert names.COLOR_KANJI == ("先手", "後手")
