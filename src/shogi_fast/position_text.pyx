# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""SFEN text from Python: read with exceptions that say what is wrong, and where."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_DecodeASCII

from shogi_fast.arguments cimport quoted, text_of
from shogi_fast.core.sfen cimport (
    MAX_SFEN,
    SFEN_BAD_COUNT,
    SFEN_BAD_PLY,
    SFEN_BAD_SIDE,
    SFEN_BOARD_FIELD,
    SFEN_CANNOT_PROMOTE,
    SFEN_COUNT_WITHOUT_PIECE,
    SFEN_END_FIELD,
    SFEN_FEW_RANKS,
    SFEN_HAND_FIELD,
    SFEN_LONE_PLUS,
    SFEN_LONG_RANK,
    SFEN_MANY_IN_HAND,
    SFEN_MANY_PIECES,
    SFEN_MANY_RANKS,
    SFEN_MISSING_SIDE,
    SFEN_NOT_IN_HAND,
    SFEN_PLY_FIELD,
    SFEN_PLY_RANGE,
    SFEN_SECOND_KING,
    SFEN_SHORT_RANK,
    SFEN_SIDE_FIELD,
    SFEN_TRAILING,
    SFEN_UNKNOWN_CHARACTER,
    read_sfen,
    sfen_error,
    write_sfen,
)

from shogi_fast.errors import InvalidSfenError


cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)


STARTING_SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

cdef dict PROBLEMS = {
    SFEN_MISSING_SIDE: "the side to move, 'b' or 'w', is missing",
    SFEN_UNKNOWN_CHARACTER: "unknown character",
    SFEN_SHORT_RANK: "a rank has fewer than nine squares",
    SFEN_LONG_RANK: "a rank has more than nine squares",
    SFEN_FEW_RANKS: "there are fewer than nine ranks",
    SFEN_MANY_RANKS: "there are more than nine ranks",
    SFEN_LONE_PLUS: "a '+' without a piece",
    SFEN_CANNOT_PROMOTE: "a gold or a king cannot be promoted",
    SFEN_SECOND_KING: "a second king of one side",
    SFEN_MANY_PIECES: "more than 40 pieces besides the kings",
    SFEN_BAD_SIDE: "the side to move is neither 'b' nor 'w'",
    SFEN_BAD_COUNT: "a number of pieces may not begin with 0",
    SFEN_COUNT_WITHOUT_PIECE: "a number without a piece",
    SFEN_NOT_IN_HAND: "kings and promoted pieces cannot be in hand",
    SFEN_MANY_IN_HAND: "more pieces of a kind in one hand than a set has",
    SFEN_BAD_PLY: "the move number is not a whole number",
    SFEN_PLY_RANGE: "the move number is above 99999",
    SFEN_TRAILING: "something follows the move number",
}
cdef dict FIELDS = {
    SFEN_BOARD_FIELD: "board",
    SFEN_SIDE_FIELD: "side to move",
    SFEN_HAND_FIELD: "hands",
    SFEN_PLY_FIELD: "move number",
    SFEN_END_FIELD: "end",
}


cdef object sfen_problem(str sfen, const sfen_error* error):
    """Return the exception for a text that read_sfen refused."""
    where = (f"{sfen[error.place]!r} at character {error.place + 1}"
             if error.place < len(sfen) else "at the end of the text")
    hint = ("; Board.from_usi reads position commands"
            if sfen.startswith(("position ", "startpos ", "sfen ")) else "")
    return InvalidSfenError(f"{FIELDS[error.field]} field: {PROBLEMS[error.problem]} ({where}) "
                            f"in {quoted(sfen, 200)}{hint}")


cdef int read_position(object sfen, bint saved, Position* position) except -1:
    cdef Position result
    cdef sfen_error error
    cdef bytes encoded
    cdef const char* text
    cdef Py_ssize_t length
    sfen = text_of(sfen, "an SFEN")
    length = len(<str>sfen)
    if PyUnicode_IS_ASCII(sfen):
        text = <const char*>PyUnicode_DATA(sfen)
    else:
        # Every other character becomes one byte that no field accepts, so places still count
        # characters.
        encoded = (<str>sfen).encode("ascii", "replace")
        text = encoded
    if not read_sfen(text, length, saved, &result, &error):
        raise sfen_problem(sfen, &error)
    position[0] = result
    return 0


cdef str position_text(const Position* position, bint with_ply):
    cdef char[MAX_SFEN] text
    cdef int length = write_sfen(position, text, with_ply)
    return PyUnicode_DecodeASCII(text, length, NULL)
