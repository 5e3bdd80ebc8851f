# cython: language_level=3
"""The int objects of moves, most of them made beforehand.

To make an int takes longer than to find the move. So those of all moves that take nothing are made
at import, one for each code and type of man that can ever move so; moves that take something are
few, and theirs are made when they are asked for.
"""

from libc.stdint cimport int32_t, uint16_t

from shogi_fast.core.bitboard cimport word_popcount
from shogi_fast.core.types cimport MOVE_CODES

cdef enum:
    CODE_MASK = 0x7fff
    TYPE_SHIFT = 16
    TYPES = 16

# For each code the types of men that move so (0 for drops), counted from bit 0; and which of QUIET
# is the first of theirs. Filled at import, then read only; the objects are never given up.
cdef uint16_t[MOVE_CODES] MOVERS
cdef uint16_t[MOVE_CODES] FIRST
cdef void** QUIET


cdef inline object int_object(int32_t move):
    """Return the int for a move in the layout of _moves.pxd, in which bit 15 is 0."""
    cdef unsigned code = <unsigned>move & CODE_MASK
    cdef unsigned mover = <unsigned>move >> TYPE_SHIFT
    if mover < TYPES and MOVERS[code] >> mover & 1:
        return <object>QUIET[
            FIRST[code] + word_popcount(MOVERS[code] & ((<unsigned>1 << mover) - 1))]
    return move
