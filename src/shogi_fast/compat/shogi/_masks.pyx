# cython: language_level=3, cdivision=True
"""Sets of squares as ints, in python-shogi's order and on its rotated boards."""

from libc.stdint cimport uint64_t

from shogi_fast.compat.shogi._numbers cimport core_square, their_square
from shogi_fast.core.bitboard cimport (
    bb_any,
    bb_empty,
    bb_or,
    bb_pop,
    bb_square,
    word_lowest,
)
from shogi_fast.core.types cimport SQUARES

from shogi_fast.compat.shogi import _geometry

cdef enum:
    UPRIGHT = ROTATIONS

# Where the bit of each of the core's squares is, on the rotated boards and on one that is not.
# Filled from the lists that programs see.
cdef unsigned char[ROTATIONS + 1][SQUARES] PLACES


cdef int fill_places() except -1:
    cdef int square, rotation
    cdef list lists = [_geometry.SQUARES_L45, _geometry.SQUARES_R45, _geometry.SQUARES_L90]
    for square in range(SQUARES):
        PLACES[UPRIGHT][square] = their_square(square)
        for rotation in range(ROTATIONS):
            PLACES[rotation][square] = lists[rotation][their_square(square)]
    return 0


fill_places()


cdef inline object placed(Bitboard squares, const unsigned char* places):
    """Return an int with each square's bit in a place of its own."""
    cdef uint64_t low = 0
    cdef uint64_t high = 0
    cdef int place
    while bb_any(squares):
        place = places[bb_pop(&squares)]
        if place < 64:
            low |= <uint64_t>1 << place
        else:
            high |= <uint64_t>1 << (place - 64)
    if high == 0:
        return low
    return <object>high << 64 | low


cdef object their_mask(Bitboard squares):
    return placed(squares, PLACES[UPRIGHT])


cdef object rotated_mask(Bitboard squares, int rotation):
    return placed(squares, PLACES[rotation])


cdef Bitboard core_set(object mask) except *:
    cdef uint64_t low = mask & <uint64_t>0xffffffffffffffff
    cdef uint64_t high = mask >> 64 & 0x1ffff
    cdef Bitboard squares = bb_empty()
    while low:
        squares = bb_or(squares, bb_square(core_square(word_lowest(low))))
        low &= low - 1
    while high:
        squares = bb_or(squares, bb_square(core_square(64 + word_lowest(high))))
        high &= high - 1
    return squares


def rotated(mask, int rotation):
    """Return a set with each square's bit in its place on a rotated board.

    :param rotation: 0 for ``l45``, 1 for ``r45``, 2 for ``l90``.

    >>> rotated(BB_A9, 2) == 1 << 8
    True
    """
    if not 0 <= rotation < ROTATIONS:
        raise ValueError(f"no rotated board has the number {rotation}")
    return rotated_mask(core_set(mask), rotation)
