# cython: language_level=3, cdivision=True
"""The PackedSfen of a position one move on, made from that of the position itself.

A move changes few code words (packed.pxd); all others stay or are shifted together, by less than
eight bits, as the stream keeps its length. So neither is the move made nor the position written
anew: that is ten times the work.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport KING, SQUARES, move_t


cdef struct Layout:
    uint64_t[4] words        # the stream, its first bit lowest
    uint16_t[SQUARES] at     # the bit where the code word of each square begins
    uint16_t[KING] hand_at   # ... and those of each type in the hand of the side to move


# Find out where everything is in a record, as `pack_position` writes it.
cdef void lay_out(const Position* p, const uint8_t* record, Layout* layout) noexcept nogil

# Write the record of the position after a move that can be made (legality.pxd).
cdef void write_spliced(
    const Position* p, const Layout* layout, move_t move, uint8_t* record) noexcept nogil
