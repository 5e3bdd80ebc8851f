# cython: language_level=3
"""LegalMoves: the live view of a board's legal moves."""

from libc.stdint cimport uint64_t

from shogi_fast.base_board cimport BaseBoard
from shogi_fast.core.types cimport MAX_MOVES, move_t


cdef class LegalMoves:
    cdef BaseBoard board             # None only in an object made by LegalMoves.__new__ alone
    cdef uint64_t listed             # one more than the board's version when it was last listed
    cdef int length                  # how many moves that list had

    cdef int count(self) except -1
    cdef int list_codes(self, move_t* codes) except -1


cdef class MoveIterator:
    cdef int next                    # of the moves, the first not yet given out
    cdef int length
    cdef move_t[MAX_MOVES] codes


# The list of the Move objects for n codes.
cdef list moves_of_codes(const move_t* codes, Py_ssize_t n)
