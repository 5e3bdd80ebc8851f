# cython: language_level=3
"""PackedSfen: a position in 32 bytes, as YaneuraOu's training records hold it.

256 bits, the first in bit 0 of byte 0: 1 for the side to move; 7 for Black's king's square and 7
for White's; then the other 79 squares in order, each a code word; then pieces in hand and, last,
the pieces of a set that are in neither place ("box"). The move number is not kept.
"""

from libc.stdint cimport uint8_t, uint64_t

from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport KING, PIECE_CODES

cdef enum:
    PACKED_BYTES = 32
    PACKED_HEAD_BITS = 15    # side to move and kings' squares, before the first code word
    PACKED_BOX = 2           # the owner of a man that is missing

cdef enum:
    PACKED_FINE
    PACKED_NO_KING           # a side has no king
    PACKED_NOT_A_SET         # more men of a kind than a set has
    PACKED_BAD_KINGS         # two kings on one square, or off the board
    PACKED_BAD_CODE          # bits that are no code word where they stand
    PACKED_BAD_END           # the code words do not end at bit 256


cdef struct Word:
    # A code word and what it says: a man on the board, or a type and whose it is.
    uint8_t bits             # the first one lowest
    uint8_t length           # 0: no code word
    uint8_t man              # on the board the piece, elsewhere the type
    uint8_t owner            # its color, or PACKED_BOX
    uint8_t kind             # of the piece, see position.pxd
    uint8_t great
    uint64_t one             # one of its type, in the byte of that


cdef struct PackedCodes:
    Word of_piece[PIECE_CODES]
    Word of_spare[3][KING]   # by owner and type
    # By the next bits of the stream, the first one lowest.
    Word on_board[256]
    Word spare[128]
    uint64_t set_bytes       # how many of each type a set has, in byte i for type i
    # Bit 7 of each of these bytes: added to counts, it is lost where one becomes negative.
    uint64_t undrawn


cdef PackedCodes PACKED_CODES
# The order in which men in hand, and in the box, are written.
cdef int[7] PACKED_ORDER

# Both return one of the numbers above; the target is of no use unless that is PACKED_FINE.
cdef int pack_position(const Position* p, uint8_t* data) noexcept nogil
cdef int unpack_position(const uint8_t* data, Position* p) noexcept nogil
