# cython: language_level=3
"""PackedSfen: a position in 32 bytes, as YaneuraOu's training records hold it.

256 bits, the first in bit 0 of byte 0: 1 for the side to move; 7 for Black's king's square and 7
for White's; then the other 79 squares in order, each a code word; then pieces in hand and, last,
the pieces of a set that are in neither place ("box"). The move number is not kept.
"""

from libc.stdint cimport uint8_t

from shogi_fast.core.position cimport Position

cdef enum:
    PACKED_BYTES = 32

cdef enum:
    PACKED_FINE
    PACKED_NO_KING           # a side has no king
    PACKED_NOT_A_SET         # more men of a kind than a set has
    PACKED_BAD_KINGS         # two kings on one square, or off the board
    PACKED_BAD_CODE          # bits that are no code word where they stand
    PACKED_BAD_END           # the code words do not end at bit 256


# Both return one of the numbers above; the target is of no use unless that is PACKED_FINE.
cdef int pack_position(const Position* p, uint8_t* data) noexcept nogil
cdef int unpack_position(const uint8_t* data, Position* p) noexcept nogil
