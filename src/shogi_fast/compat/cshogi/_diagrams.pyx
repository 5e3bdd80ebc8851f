# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Positions as text, with the words of names.py."""

from shogi_fast.compat.cshogi._moves cimport TYPE_IN_HAND
from shogi_fast.core.position cimport hand_count
from shogi_fast.core.sfen cimport HAND_ORDER
from shogi_fast.core.types cimport BLACK, PIECE_CODES, WHITE

from shogi_fast.names import (
    COLOR_KANJI,
    CSA_CODES,
    DIAGRAM_KANJI,
    FULL_WIDTH_DIGITS,
    KANJI_NUMERALS,
    kanji_number,
)

# What a square is, by piece: in CSA and in kanji.
cdef list CSA_CELLS = [" * "] * PIECE_CODES
cdef list KANJI_CELLS = [" ・"] * PIECE_CODES
cdef list CSA_NAMES = [""] * 16
cdef list KANJI_NAMES = [""] * 16
for _piece_type in CSA_CODES:
    CSA_NAMES[_piece_type] = f"00{CSA_CODES[_piece_type]}"
    KANJI_NAMES[_piece_type] = DIAGRAM_KANJI[_piece_type]
    for _color in range(2):
        CSA_CELLS[_piece_type + 16 * _color] = f"{'+-'[_color]}{CSA_CODES[_piece_type]}"
        KANJI_CELLS[_piece_type + 16 * _color] = f"{' v'[_color]}{DIAGRAM_KANJI[_piece_type]}"
cdef str BOD_FILES = "  " + " ".join(FULL_WIDTH_DIGITS[:0:-1])
cdef str BOD_FRAME = "+" + "-" * 27 + "+"


cdef str rank_text(const Position* p, int rank, list cells):
    """Return the squares of a rank, from file 9 to file 1."""
    cdef list found = []
    cdef int file
    for file in range(8, -1, -1):
        found.append(cells[p.board[file * 9 + rank]])
    return "".join(found)


cdef str csa_text(const Position* p):
    cdef list lines = []
    cdef int rank, color, i, count
    for rank in range(9):
        lines.append(f"P{rank + 1}{rank_text(p, rank, CSA_CELLS)}")
    for color in range(2):
        if p.hand[color]:
            for i in range(7):
                count = hand_count(p, color, TYPE_IN_HAND[i])
                if count:
                    lines.append(f"P{'+-'[color]}{count * CSA_NAMES[TYPE_IN_HAND[i]]}")
    lines.append("-" if p.side else "+")
    lines.append("")
    return "\n".join(lines)


cdef str hand_text(const Position* p, int color):
    cdef list words = []
    cdef int i, count
    for i in range(7):
        count = hand_count(p, color, HAND_ORDER[i])
        if count:
            words.append(KANJI_NAMES[HAND_ORDER[i]] + (kanji_number(count) if count > 1 else ""))
    return f"{COLOR_KANJI[color]}の持駒：{'　'.join(words) if words else 'なし'}"


cdef str bod_text(const Position* p):
    cdef list lines = [hand_text(p, WHITE), BOD_FILES, BOD_FRAME]
    cdef int rank
    for rank in range(9):
        lines.append(f"|{rank_text(p, rank, KANJI_CELLS)}|{KANJI_NUMERALS[rank + 1]}")
    lines.append(BOD_FRAME)
    lines.append(hand_text(p, BLACK))
    if p.side == WHITE:
        lines.append(f"{COLOR_KANJI[WHITE]}番")
    return "\n".join(lines)
