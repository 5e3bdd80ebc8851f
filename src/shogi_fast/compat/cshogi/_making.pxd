# cython: language_level=3
"""Moves of cshogi made on a board of the package, and found from text."""

from libc.stdint cimport int32_t

from shogi_fast.board cimport Board as FastBoard
from shogi_fast.compat.cshogi._moves cimport CODE_MASK, TYPE_MASK, TYPE_SHIFT
from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport (
    DROP_FROM,
    FROM_SHIFT,
    SQUARE_MASK,
    is_move_code,
    move_t,
    type_of,
)

cdef enum:
    MOVE_NONE = 0


cdef inline move_t code_in(const Position* p, int32_t move) noexcept nogil:
    """Return the code of a move, 0 if it is none or not one of the man that stands on its origin.

    What it says of the piece taken is not looked at, nor bits that no move has.
    """
    cdef int code = move & CODE_MASK
    cdef int origin = code >> FROM_SHIFT & SQUARE_MASK
    if not is_move_code(code):
        return 0
    if origin <= DROP_FROM and type_of(p.board[origin]) != (move >> TYPE_SHIFT & TYPE_MASK):
        return 0
    return <move_t>code


# Make a move that leaves a consistent position; raises IllegalMoveError for another.
cdef int make(FastBoard board, int32_t move) except -1

# Hand the turn over; raises IllegalMoveError in check.
cdef int make_pass(FastBoard board) except -1

# Take back the last move, of which there is one, and return it.
cdef int32_t take_back(FastBoard board) noexcept

# How many plies Board.is_draw is to look back, -1 for none.
cdef int32_t plies_of(object ply) except? -1

# What Board.is_draw returns; what Board.move_is_draw does, if only the same hands count.
cdef int draw_of(FastBoard board, int32_t most, bint same_hands) except -1

# The legal move that a text names, MOVE_NONE if there is none.
cdef int32_t move_of_usi(const Position* p, object usi) except -1
cdef int32_t move_of_csa(const Position* p, object csa) except -1

# The move with 16 bits, whatever it does; raises ValueError if it has no squares.
cdef int32_t move_of_16_bits(const Position* p, int move) except -1

# The same for 16 bits of YaneuraOu's; raises ValueError also if it drops what is no piece.
cdef int32_t move_of_psv(const Position* p, int move) except -1
