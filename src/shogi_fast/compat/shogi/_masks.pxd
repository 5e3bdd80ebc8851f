# cython: language_level=3
"""Sets of squares as python-shogi's ints, with a bit for each square."""

from shogi_fast.core.bitboard cimport Bitboard

cdef enum:
    # The boards that are rotated so that a line's bits are next to each other: l45, r45, l90.
    ROTATIONS = 3

# Return an int with bit i for square i, in their numbers.
cdef object their_mask(Bitboard squares)

# Return an int with each square's bit in its place on a rotated board.
cdef object rotated_mask(Bitboard squares, int rotation)

# Return the set that an int of theirs stands for; bits of no square are left aside.
cdef Bitboard core_set(object mask) except *
