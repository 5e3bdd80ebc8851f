"""The constants of cshogi: squares, pieces, hands, results, and what they are called.

Squares are a letter for the rank and a digit for the file: ``A1`` is 1a, ``I9`` is 9i.
"""

from shogi_fast.move import SQUARE_NAMES as _SQUARE_NAMES
from shogi_fast.names import (
    DIAGRAM_KANJI,
    FULL_WIDTH_DIGITS,
    LETTERS,
    kanji_number,
)
from shogi_fast.position_text import STARTING_SFEN

__all__ = [
    "A1",
    "A2",
    "A3",
    "A4",
    "A5",
    "A6",
    "A7",
    "A8",
    "A9",
    "B1",
    "B2",
    "B3",
    "B4",
    "B5",
    "B6",
    "B7",
    "B8",
    "B9",
    "BBISHOP",
    "BGOLD",
    "BISHOP",
    "BKING",
    "BKNIGHT",
    "BLACK",
    "BLACK_WIN",
    "BLANCE",
    "BPAWN",
    "BPROM_BISHOP",
    "BPROM_KNIGHT",
    "BPROM_LANCE",
    "BPROM_PAWN",
    "BPROM_ROOK",
    "BPROM_SILVER",
    "BROOK",
    "BSILVER",
    "C1",
    "C2",
    "C3",
    "C4",
    "C5",
    "C6",
    "C7",
    "C8",
    "C9",
    "COLORS",
    "D1",
    "D2",
    "D3",
    "D4",
    "D5",
    "D6",
    "D7",
    "D8",
    "D9",
    "DRAW",
    "E1",
    "E2",
    "E3",
    "E4",
    "E5",
    "E6",
    "E7",
    "E8",
    "E9",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "G1",
    "G2",
    "G3",
    "G4",
    "G5",
    "G6",
    "G7",
    "G8",
    "G9",
    "GAME_RESULTS",
    "GOLD",
    "H1",
    "H2",
    "H3",
    "H4",
    "H5",
    "H6",
    "H7",
    "H8",
    "H9",
    "HAND_PIECES",
    "HAND_PIECE_JAPANESE_SYMBOLS",
    "HAND_PIECE_SYMBOLS",
    "HBISHOP",
    "HGOLD",
    "HKNIGHT",
    "HLANCE",
    "HPAWN",
    "HROOK",
    "HSILVER",
    "I1",
    "I2",
    "I3",
    "I4",
    "I5",
    "I6",
    "I7",
    "I8",
    "I9",
    "KING",
    "KNIGHT",
    "LANCE",
    "LAW_24",
    "LAW_27",
    "MAX_PIECES_IN_HAND",
    "MOVE_NONE",
    "NONE",
    "NOTUSE",
    "NOT_REPETITION",
    "NUMBER_JAPANESE_KANJI_SYMBOLS",
    "NUMBER_JAPANESE_NUMBER_SYMBOLS",
    "NYUGYOKU_DRAW",
    "NYUGYOKU_NONE",
    "NYUGYOKU_WIN",
    "PAWN",
    "PIECES",
    "PIECE_JAPANESE_SYMBOLS",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "PIECE_TYPES_WITH_NONE",
    "PROM_BISHOP",
    "PROM_KNIGHT",
    "PROM_LANCE",
    "PROM_PAWN",
    "PROM_ROOK",
    "PROM_SILVER",
    "REPETITION_DRAW",
    "REPETITION_INFERIOR",
    "REPETITION_LOSE",
    "REPETITION_SUPERIOR",
    "REPETITION_TYPES",
    "REPETITION_WIN",
    "ROOK",
    "SILVER",
    "SQUARES",
    "SQUARE_NAMES",
    "STARTING_SFEN",
    "WBISHOP",
    "WGOLD",
    "WHITE",
    "WHITE_WIN",
    "WKING",
    "WKNIGHT",
    "WLANCE",
    "WPAWN",
    "WPROM_BISHOP",
    "WPROM_KNIGHT",
    "WPROM_LANCE",
    "WPROM_PAWN",
    "WPROM_ROOK",
    "WPROM_SILVER",
    "WROOK",
    "WSILVER",
]

A1, B1, C1, D1, E1, F1, G1, H1, I1 = range(9)
A2, B2, C2, D2, E2, F2, G2, H2, I2 = range(9, 18)
A3, B3, C3, D3, E3, F3, G3, H3, I3 = range(18, 27)
A4, B4, C4, D4, E4, F4, G4, H4, I4 = range(27, 36)
A5, B5, C5, D5, E5, F5, G5, H5, I5 = range(36, 45)
A6, B6, C6, D6, E6, F6, G6, H6, I6 = range(45, 54)
A7, B7, C7, D7, E7, F7, G7, H7, I7 = range(54, 63)
A8, B8, C8, D8, E8, F8, G8, H8, I8 = range(63, 72)
A9, B9, C9, D9, E9, F9, G9, H9, I9 = range(72, 81)
SQUARES = range(81)
SQUARE_NAMES = list(_SQUARE_NAMES)

BLACK, WHITE = COLORS = range(2)
DRAW, BLACK_WIN, WHITE_WIN = GAME_RESULTS = range(3)

NONE = 0
PIECE_TYPES_WITH_NONE = range(15)
PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING = range(1, 9)
PROM_PAWN, PROM_LANCE, PROM_KNIGHT, PROM_SILVER, PROM_BISHOP, PROM_ROOK = range(9, 15)
PIECE_TYPES = list(range(1, 15))

BPAWN, BLANCE, BKNIGHT, BSILVER, BBISHOP, BROOK, BGOLD, BKING = range(1, 9)
BPROM_PAWN, BPROM_LANCE, BPROM_KNIGHT, BPROM_SILVER, BPROM_BISHOP, BPROM_ROOK = range(9, 15)
NOTUSE = 16
WPAWN, WLANCE, WKNIGHT, WSILVER, WBISHOP, WROOK, WGOLD, WKING = range(17, 25)
WPROM_PAWN, WPROM_LANCE, WPROM_KNIGHT, WPROM_SILVER, WPROM_BISHOP, WPROM_ROOK = range(25, 31)
PIECES = range(31)

HPAWN, HLANCE, HKNIGHT, HSILVER, HGOLD, HBISHOP, HROOK = HAND_PIECES = range(7)
MAX_PIECES_IN_HAND = [18, 4, 4, 4, 4, 2, 2]
_HAND_TYPES = (PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK)

MOVE_NONE = 0
# Not among the public names: the part of a move that the package's own moves have, too, and what
# the type of a piece that is dropped is added to.
CODE_MASK = 0x7FFF
DROP_FROM = 80

(
    NOT_REPETITION,
    REPETITION_DRAW,
    REPETITION_WIN,
    REPETITION_LOSE,
    REPETITION_SUPERIOR,
    REPETITION_INFERIOR,
) = REPETITION_TYPES = range(6)
NYUGYOKU_NONE, NYUGYOKU_WIN, NYUGYOKU_DRAW = range(3)
LAW_24, LAW_27 = range(2)

PIECE_SYMBOLS = ["", *(LETTERS[piece_type].lower() for piece_type in PIECE_TYPES)]
PIECE_JAPANESE_SYMBOLS = ["", *(DIAGRAM_KANJI[piece_type] for piece_type in PIECE_TYPES)]
HAND_PIECE_SYMBOLS = [PIECE_SYMBOLS[piece_type] for piece_type in _HAND_TYPES]
HAND_PIECE_JAPANESE_SYMBOLS = [PIECE_JAPANESE_SYMBOLS[piece_type] for piece_type in _HAND_TYPES]
NUMBER_JAPANESE_NUMBER_SYMBOLS: list[str | None] = [None, *FULL_WIDTH_DIGITS[1:]]
NUMBER_JAPANESE_KANJI_SYMBOLS: list[str | None] = [None, *map(kanji_number, range(1, 19))]
