# cython: language_level=3
"""Moves as cshogi has them: one int that also tells which man moves and what it takes.

``to | from << 7 | promotion << 14 | type << 16 | taken << 20``. The lower 15 bits are the code that
the package has for the move; the type is that before the move, 0 for a drop; 0 is no move.
"""

from libc.stdint cimport int32_t, int64_t

from shogi_fast.arguments cimport clipped, index_of
from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport (
    DROP_FROM,
    move_from as code_from,
    move_t,
    move_to as code_to,
    type_of,
)

from shogi_fast.compat.cshogi._ints cimport CODE_MASK, TYPE_SHIFT

cdef enum:
    TAKEN_SHIFT = 20
    TYPE_MASK = 15
    PSV_DROP = 1 << 14           # in YaneuraOu's 16 bits
    PSV_PROMOTION = 1 << 15


cdef inline int32_t int_of_move(object move) except? -1:
    """Return a move that came from Python; raises TypeError or OverflowError."""
    cdef int64_t number = index_of(move, "a move")
    if number != <int32_t>number:
        raise OverflowError(f"a move is an int of 32 bits, not {clipped(number)}")
    return <int32_t>number


cdef inline int32_t full_move(const Position* p, move_t code) noexcept nogil:
    """Return the int of a code that names a move; the position tells which men it is about."""
    cdef int origin = code_from(code)
    if origin > DROP_FROM:
        return code
    return (code | type_of(p.board[origin]) << TYPE_SHIFT
            | type_of(p.board[code_to(code)]) << TAKEN_SHIFT)


# The piece types in the order in which cshogi counts hands: pawn to silver, gold, bishop, rook.
cdef int[7] TYPE_IN_HAND

# Return a number below 2**16 that came from Python; raises TypeError or OverflowError.
cdef int int_of_move16(object move) except -1

# The 16 bits of cshogi's for those of YaneuraOu's records, even if they are no move's.
cdef int code_of_psv(int move) noexcept
