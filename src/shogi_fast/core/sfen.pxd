# cython: language_level=3
"""SFEN text to a packed position and back; what is odd about a position that was read."""

from shogi_fast.core.position cimport Position

cdef enum:
    MAX_SFEN = 256           # bytes that write_sfen may need: 170 board, 2 side, 44 hands, 11 ply

cdef enum:
    # What is wrong with a text, in sfen_error.problem.
    SFEN_FINE
    SFEN_MISSING_SIDE
    SFEN_UNKNOWN_CHARACTER
    SFEN_SHORT_RANK
    SFEN_LONG_RANK
    SFEN_FEW_RANKS
    SFEN_MANY_RANKS
    SFEN_LONE_PLUS
    SFEN_CANNOT_PROMOTE
    SFEN_SECOND_KING
    SFEN_MANY_PIECES
    SFEN_BAD_SIDE
    SFEN_BAD_COUNT
    SFEN_COUNT_WITHOUT_PIECE
    SFEN_NOT_IN_HAND
    SFEN_MANY_IN_HAND
    SFEN_BAD_PLY
    SFEN_PLY_RANGE
    SFEN_TRAILING

cdef enum:
    SFEN_BOARD_FIELD
    SFEN_SIDE_FIELD
    SFEN_HAND_FIELD
    SFEN_PLY_FIELD
    SFEN_END_FIELD

cdef enum:
    # Flags of position_status.
    STATUS_VALID = 0
    STATUS_TWO_PAWNS = 1
    STATUS_DEAD_PIECE = 2
    STATUS_TOO_MANY_OF_KIND = 4
    STATUS_OPPOSITE_CHECK = 8

cdef struct sfen_error:
    int problem
    int field
    Py_ssize_t place         # where in the text, counted from 0; the length for "at its end"


cdef bint read_sfen(
    const char* text, Py_ssize_t length, bint saved, Position* p,
    sfen_error* error) noexcept nogil
cdef int write_sfen(const Position* p, char* text, bint with_ply) noexcept nogil
cdef int position_status(const Position* p) noexcept nogil


cdef int[7] HAND_ORDER       # the types in the order in which hands are written
cdef int[9] SET_COUNT        # how many of each type a set has, by type
