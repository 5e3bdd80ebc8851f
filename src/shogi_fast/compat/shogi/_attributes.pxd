# cython: language_level=3
"""The attributes of python-shogi's Board, which show its state and may be written to."""

from libc.stdint cimport int64_t, uint64_t

from shogi_fast.compat.shogi._state cimport State
from shogi_fast.core.position cimport Position


cdef class Attributes(State):
    # Return the object that shows a part of the board.
    cdef object view(self, int which)


# Return a hand as numbers by piece type, in the order in which the types came there.
cdef dict hand_of(State state, int color)

# Put so many men into a hand, or take one out; raise ValueError if that cannot be.
cdef int put_into_hand(Position* p, int color, int kind, int64_t number) except -1
cdef int take_from_hand(Position* p, int color, int kind) except -1

# Return the part of the key that the men on the board make.
cdef uint64_t board_key(const Position* p) noexcept nogil
