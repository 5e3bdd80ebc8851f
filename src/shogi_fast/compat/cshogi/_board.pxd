# cython: language_level=3
"""Board: the position, and the moves that led to it, under the names of cshogi."""

from shogi_fast.compat.cshogi._position cimport PositionBoard


cdef class Board(PositionBoard):
    pass
