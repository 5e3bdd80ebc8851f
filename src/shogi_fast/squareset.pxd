# cython: language_level=3
"""SquareSet: a set of squares for Python."""

from shogi_fast.core.bitboard cimport Bitboard


cdef class SquareSet:
    cdef Bitboard squares

    cdef list to_list(self)


cdef SquareSet new_square_set(Bitboard squares)

# The squares of a SquareSet or of any iterable of square numbers.
cdef Bitboard as_bitboard(object squares) except *

# The squares of an int's bits; raises TypeError and ValueError.
cdef Bitboard bitboard_of_int(object mask) except *
