# cython: language_level=3
"""BaseBoard: a packed position for Python."""

from libc.stdint cimport uint64_t

from shogi_fast.core.position cimport Position


cdef class BaseBoard:
    cdef Position position
    cdef uint64_t version            # changes whenever the position does

    cdef void take(self, Position* position) noexcept
    cdef int forget(self) except -1
    cdef int replace(self, const Position* position) except -1
    cdef int load(self, object sfen, bint strict) except -1
    cdef int put(self, int code, int square) except -1
    cdef object mapped(self, bint turned)


cdef object made(cls)
cdef object new_board(type cls)
cdef int take_attributes(object twin, object original, dict memo) except -1
# Return how many men besides the kings there are on the board and in hand.
cdef int men_of(const Position* p) noexcept nogil
