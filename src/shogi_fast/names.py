"""What pieces, squares and sides are called: one table, and the readers of every spelling in it.

Everything that prints or reads a piece (moves, diagrams, records, pictures) takes its names from
here. The table is that of the project's rule book; `NAMES[piece_type]` is a row of it, and
`parse_piece_type` reads any spelling of any column.
"""

import unicodedata
from dataclasses import dataclass
from typing import Literal, get_args

from shogi_fast.arguments import number_of, shown, text_of

__all__ = [
    "COLOR_KANJI",
    "COLOR_MARKS",
    "COLOR_NAMES",
    "CSA_CODES",
    "CSA_TYPES",
    "DIAGRAM_KANJI",
    "DIGITS",
    "FULL_WIDTH_DIGITS",
    "HIGHER_KING",
    "KANJI_NUMERALS",
    "KANJI_TYPES",
    "LETTERS",
    "LETTER_TYPES",
    "MARKS",
    "MOVE_KANJI",
    "NAMES",
    "PieceNames",
    "Style",
    "kanji_number",
    "kanji_square",
    "parse_kanji_number",
    "parse_piece_type",
    "piece_name",
]

Style = Literal[
    "english",
    "english_short",
    "letter",
    "csa",
    "kanji",
    "kanji2",
    "move",
    "romaji",
    "romaji_short",
    "literal",
    "elefen",
    "elefen_short",
]
"""The columns of the table that hold one name each, for ``piece_name``."""


@dataclass(frozen=True, slots=True)
class PieceNames:
    """A row of the table: what one type of piece is called.

    Where a column has no short form of its own, the short form is the full one. The columns that
    end in ``_read`` hold the other spellings of the column before: read, never written.

    >>> NAMES[14].english, NAMES[14].kanji, NAMES[14].kanji_read
    ('promoted rook', '龍', ('竜',))
    """

    piece_type: int
    """1 (pawn) to 14 (dragon)."""
    english: str
    english_short: str
    letter: str
    """As in SFEN for Black: ``P``, ``+R``."""
    csa: str
    """Two letters, as in a CSA record: ``FU``, ``RY``."""
    kanji: str
    """One character, as in a diagram: 歩, 龍, 全."""
    kanji_read: tuple[str, ...]
    kanji2: str
    """Two characters, as on the face of a piece: 歩兵, 龍王, 成銀."""
    kanji2_read: tuple[str, ...]
    move: str
    """As in the text of a move: 歩, 龍, 成銀."""
    romaji: str
    romaji_short: str
    romaji_read: tuple[str, ...]
    literal: str
    """What the Japanese name says, in English."""
    elefen: str
    elefen_short: str


# One row a type, in order of the types. The king's row is that of the lower ranked player: 玉 is
# what KIF, KI2 and diagrams write for both kings.
# fmt: off
_TABLE = (
    PieceNames(1, "pawn", "pawn", "P", "FU", "歩", (), "歩兵", (), "歩",
               "fuhyō", "fu", (), "foot soldier", "peon", "peon"),
    PieceNames(2, "lance", "lance", "L", "KY", "香", (), "香車", (), "香",
               "kyōsha", "kyō", (), "incense chariot", "lansor", "lansor"),
    PieceNames(3, "knight", "knight", "N", "KE", "桂", (), "桂馬", (), "桂",
               "keima", "kei", (), "cassia horse", "cavalero", "cavalero"),
    PieceNames(4, "silver general", "silver", "S", "GI", "銀", (), "銀將", ("銀将",), "銀",
               "ginshō", "gin", (), "silver general", "jeneral arjento", "arjento"),
    PieceNames(5, "bishop", "bishop", "B", "KA", "角", (), "角行", (), "角",
               "kakugyō", "kaku", (), "angle mover", "bispo", "bispo"),
    PieceNames(6, "rook", "rook", "R", "HI", "飛", (), "飛車", (), "飛",
               "hisha", "hi", (), "flying chariot", "tore", "tore"),
    PieceNames(7, "gold general", "gold", "G", "KI", "金", (), "金將", ("金将",), "金",
               "kinshō", "kin", (), "gold general", "jeneral oro", "oro"),
    PieceNames(8, "king", "king", "K", "OU", "玉", ("王",), "玉將", ("玉将", "王將", "王将"), "玉",
               "gyokushō", "gyoku", ("ōshō", "ō"), "jewel general", "re", "re"),
    PieceNames(9, "promoted pawn", "tokin", "+P", "TO", "と", ("个",), "と金", ("成歩",), "と",
               "tokin", "to", (), "reaches gold", "peon levada", "peon levada"),
    PieceNames(10, "promoted lance", "promoted lance", "+L", "NY", "杏", ("仝",), "成香", (), "成香",
               "narikyō", "narikyō", (), "promoted incense", "lansor levada", "lansor levada"),
    PieceNames(11, "promoted knight", "promoted knight", "+N", "NK", "圭", ("今",), "成桂", (), "成桂",
               "narikei", "narikei", (), "promoted cassia", "cavalero levada", "cavalero levada"),
    PieceNames(12, "promoted silver", "promoted silver", "+S", "NG", "全", (), "成銀", (), "成銀",
               "narigin", "narigin", (), "promoted silver",
               "jeneral arjento levada", "jeneral arjento levada"),
    PieceNames(13, "promoted bishop", "horse", "+B", "UM", "馬", (), "龍馬", ("竜馬",), "馬",
               "ryūma", "uma", ("ryūme",), "dragon horse", "bispo levada", "cavalo"),
    PieceNames(14, "promoted rook", "dragon", "+R", "RY", "龍", ("竜",), "龍王", ("竜王",), "龍",
               "ryūō", "ryū", (), "dragon king", "tore levada", "tore levada"),
)
# fmt: on

NAMES: dict[int, PieceNames] = {names.piece_type: names for names in _TABLE}
"""The rows by piece type, 1 to 14."""

HIGHER_KING = PieceNames(
    8, "king", "king", "K", "OU", "王", ("玉",), "王將", ("王将", "玉將", "玉将"), "王",
    "ōshō", "ō", ("gyokushō", "gyoku"), "king general", "re", "re",
)  # fmt: skip
"""The row of the higher ranked player's king, for pictures that tell the two kings apart."""

MOVE_KANJI: dict[int, str] = {names.piece_type: names.move for names in _TABLE}
"""What KIF and KI2 moves call each type: 歩 ... 成銀 馬 龍."""
DIAGRAM_KANJI: dict[int, str] = {names.piece_type: names.kanji for names in _TABLE}
"""What a diagram writes for each type: 歩 ... 全 馬 龍."""
CSA_CODES: dict[int, str] = {names.piece_type: names.csa for names in _TABLE}
"""The CSA code of each type: FU ... RY."""
CSA_TYPES: dict[str, int] = {names.csa: names.piece_type for names in _TABLE}
"""The type of each CSA code."""
LETTERS: dict[int, str] = {names.piece_type: names.letter for names in _TABLE}
"""The letter of each type, as SFEN has it for Black: P ... +R."""
LETTER_TYPES: dict[str, int] = {names.letter: names.piece_type for names in _TABLE}
"""The type of each letter."""
KANJI_TYPES: dict[str, int] = {
    kanji: names.piece_type
    for names in _TABLE
    for kanji in (names.kanji, *names.kanji_read, names.kanji2, *names.kanji2_read, names.move)
}
"""The type of every Japanese spelling, one character or two."""

# -- Digits, squares, sides -----------------------------------------------------------------------

FULL_WIDTH_DIGITS = "０１２３４５６７８９"
KANJI_NUMERALS = "〇一二三四五六七八九"
DIGITS: dict[str, int] = {
    digit: value
    for digits in ("0123456789", FULL_WIDTH_DIGITS, KANJI_NUMERALS)
    for value, digit in enumerate(digits)
}
"""The value of each half-width, full-width and kanji digit."""

COLOR_NAMES = ("Black", "White")
"""The sides in English, by color."""
COLOR_KANJI = ("先手", "後手")
"""The sides in Japanese, sente and gote, by color."""
COLOR_MARKS = ("▲", "△")
"""The marks that records write before a move, by color. Shift_JIS has no ☗ and ☖."""
MARKS: dict[str, int] = {"▲": 0, "☗": 0, "△": 1, "▽": 1, "☖": 1, "⛉": 1}
"""The color of each mark that is read before a move."""


def kanji_square(square: int) -> str:
    """Return a square as Japanese text has it: full-width file, kanji rank.

    :param square: 0 (1a) to 80 (9i).
    :raises IndexError: if it is out of range.

    >>> kanji_square(60)
    '７七'
    """
    square = number_of(square, "a square")
    if not 0 <= square < 81:
        raise IndexError(f"squares run from 0 to 80, not {shown(square)}")
    file, rank = divmod(square, 9)
    return FULL_WIDTH_DIGITS[file + 1] + KANJI_NUMERALS[rank + 1]


def kanji_number(number: int) -> str:
    """Return a number in kanji, as diagrams count the pieces in hand.

    :param number: 1 to 99.
    :raises ValueError: if it is out of range.

    >>> kanji_number(18)
    '十八'
    """
    number = number_of(number, "a number")
    if not 1 <= number <= 99:
        raise ValueError(f"kanji numbers run from 1 to 99, not {shown(number)}")
    tens, ones = divmod(number, 10)
    return (
        (KANJI_NUMERALS[tens] if tens > 1 else "")
        + ("十" if tens else "")
        + (KANJI_NUMERALS[ones] if ones else "")
    )


def parse_kanji_number(text: str) -> int:
    """Return a number from 1 to 99 written in kanji, or in half-width or full-width digits.

    :raises ValueError: if the text is no such number.

    >>> [parse_kanji_number(text) for text in ("十八", "二十", "18", "１８", "一八")]
    [18, 20, 18, 18, 18]
    """
    text = text_of(text, "a number in kanji")
    tens, ten, ones = text.partition("十")
    digits = [DIGITS.get(digit, -1) for digit in tens + ones]
    if ten:
        # Either side of 十 may be missing; a digit there is 1 to 9.
        good = len(tens) <= 1 and len(ones) <= 1 and all(digit >= 1 for digit in digits)
        value = 10 * (digits[0] if tens else 1) + (digits[-1] if ones else 0) if good else 0
    else:
        good = 1 <= len(digits) <= 2 and all(digit >= 0 for digit in digits)
        value = int("".join(map(str, digits))) if good else 0
    if value < 1:
        raise ValueError(f"not a number from 1 to 99: {shown(text)}")
    return value


# -- Pieces as text -------------------------------------------------------------------------------


def piece_name(piece_type: int, style: Style = "english") -> str:
    """Return what a piece type is called.

    :param piece_type: 1 (pawn) to 14 (dragon).
    :param style: a column of the table: ``"english"``, ``"english_short"``, ``"letter"``,
        ``"csa"``, ``"kanji"`` (one character, as in diagrams), ``"kanji2"``, ``"move"`` (as in KIF
        and KI2 moves), ``"romaji"``, ``"romaji_short"``, ``"literal"``, ``"elefen"`` or
        ``"elefen_short"``.
    :raises ValueError: if there is no such type or style.

    >>> [piece_name(12, style) for style in ("english", "kanji", "kanji2", "romaji", "elefen")]
    ['promoted silver', '全', '成銀', 'narigin', 'jeneral arjento levada']
    """
    column = text_of(style, "a style")
    if column not in get_args(Style):
        raise ValueError(f"no style {shown(column)}; there are {', '.join(get_args(Style))}")
    row = NAMES.get(number_of(piece_type, "a piece type"))
    if row is None:
        raise ValueError(f"piece types run from 1 to 14, not {shown(piece_type)}")
    name: str = getattr(row, column)
    return name


def _folded(text: str) -> str:
    """Return a name without case, and without the long marks of romaji."""
    decomposed = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(mark for mark in decomposed if mark != "\N{COMBINING MACRON}")


_SPELLINGS: dict[str, int] = {
    _folded(spelling): names.piece_type
    for names in (*_TABLE, HIGHER_KING)
    for spelling in (
        names.english, names.english_short, names.letter, names.csa, names.kanji,
        *names.kanji_read, names.kanji2, *names.kanji2_read, names.move, names.romaji,
        names.romaji_short, *names.romaji_read, names.literal, names.elefen, names.elefen_short,
    )
}  # fmt: skip


def parse_piece_type(text: str) -> int:
    """Return the piece type that a name means, in any spelling of any column of the table.

    Upper and lower case, and romaji with and without long marks, are the same.

    :raises ValueError: if no piece is called so, as none is by more than 100 characters.

    >>> [parse_piece_type(text) for text in ("竜", "龍王", "ryu", "+R", "RY", "dragon", "tore levada")]
    [14, 14, 14, 14, 14, 14, 14]
    """
    text = text_of(text, "the name of a piece")
    # Folding takes time with the square of the length where a text is all accents.
    piece_type = _SPELLINGS.get(_folded(text)) if len(text) <= 100 else None
    if piece_type is None:
        raise ValueError(f"no piece is called {shown(text)}")
    return piece_type
