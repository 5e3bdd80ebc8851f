# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""PackedSfen; the format is told in packed.pxd."""

from libc.string cimport memset

from shogi_fast.core.position cimport (
    clear_position,
    hand_count,
    place_unchecked,
    set_hand_unchecked,
    set_side,
    settle,
)
from shogi_fast.core.sfen cimport SET_COUNT
from shogi_fast.core.types cimport (
    BISHOP,
    BLACK,
    GOLD,
    KING,
    KNIGHT,
    LANCE,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    PROMOTED,
    ROOK,
    SILVER,
    SQUARES,
    WHITE,
    color_of,
    make_piece,
    type_of,
    unpromoted,
)

# By type, pawn to gold: the bits that name it on the board, the first one lowest, and how many.
# Then come a bit for promotion (none for a gold) and one for color. In hand the first bit is left
# out and the promotion bit is 0; in the box it is 1, with color 0.
cdef int[8] CODES = [0, 0b01, 0b0011, 0b1011, 0b0111, 0b011111, 0b111111, 0b01111]
cdef int[8] LENGTHS = [0, 2, 4, 4, 4, 6, 6, 5]
# A gold in the box has no promotion bit to set, and is written as White's promoted silver.
cdef enum:
    GOLD_IN_BOX = 0b11011
# The order in which hands and box are written, and how many of each a set has.
cdef int[7] ORDER = [PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK]


cdef struct Bits:
    uint8_t* data
    int n                    # bits written or read


cdef inline void put(Bits* bits, int value, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        bits.data[bits.n >> 3] |= (value >> i & 1) << (bits.n & 7)
        bits.n += 1


cdef inline int peek(const Bits* bits, int n) noexcept nogil:
    """Return the next n bits without taking them; bits past the end are 0."""
    cdef int value = 0
    cdef int i
    for i in range(n):
        if bits.n + i < 256:
            value |= (bits.data[bits.n + i >> 3] >> (bits.n + i & 7) & 1) << i
    return value


cdef void put_spare(Bits* bits, int piece_type, int n, bint in_box, int color) noexcept nogil:
    """Write n pieces of a type in hand or in the box."""
    cdef int length = LENGTHS[piece_type] - 1
    cdef int value = CODES[piece_type] >> 1
    cdef int _i
    if piece_type == GOLD:
        value = GOLD_IN_BOX if in_box else value | color << length
        length += 1
    else:
        value |= (in_box | color << 1) << length
        length += 2
    for _i in range(n):
        put(bits, value, length)


cdef int pack_position(const Position* p, uint8_t* data) noexcept nogil:
    cdef Bits bits
    cdef int[8] box
    cdef int square, piece, piece_type, color, i
    memset(data, 0, PACKED_BYTES)
    bits.data = data
    bits.n = 0
    for piece_type in range(8):
        box[piece_type] = SET_COUNT[piece_type]
    if p.king[BLACK] == NO_SQUARE or p.king[WHITE] == NO_SQUARE:
        return PACKED_NO_KING
    for square in range(SQUARES):
        piece_type = type_of(p.board[square])
        if piece_type != NO_PIECE and piece_type != KING:
            box[unpromoted(piece_type)] -= 1
    for piece_type in range(PAWN, KING):
        box[piece_type] -= hand_count(p, BLACK, piece_type) + hand_count(p, WHITE, piece_type)
        if box[piece_type] < 0:
            return PACKED_NOT_A_SET
    # A set's men take 256 bits however they lie, so nothing is written past the end.
    put(&bits, p.side, 1)
    put(&bits, p.king[BLACK], 7)
    put(&bits, p.king[WHITE], 7)
    for square in range(SQUARES):
        piece = p.board[square]
        piece_type = type_of(piece)
        if piece == NO_PIECE:
            put(&bits, 0, 1)
        elif piece_type == GOLD:
            put(&bits, CODES[GOLD] | color_of(piece) << 5, 6)
        elif piece_type != KING:
            i = piece_type & 7
            put(&bits, CODES[i], LENGTHS[i])
            put(&bits, (piece_type > KING) | color_of(piece) << 1, 2)
    for color in range(2):
        for i in range(7):
            put_spare(&bits, ORDER[i], hand_count(p, color, ORDER[i]), False, color)
    for i in range(7):
        put_spare(&bits, ORDER[i], box[ORDER[i]], True, BLACK)
    return PACKED_FINE


cdef int take_type(Bits* bits, int skipped) noexcept nogil:
    """Take the bits that name a type, the first ``skipped`` of them left out; 0 if none fits."""
    cdef int piece_type, length
    for piece_type in range(PAWN, KING):
        length = LENGTHS[piece_type] - skipped
        if peek(bits, length) == CODES[piece_type] >> skipped:
            bits.n += length
            return piece_type
    return 0


cdef int take(Bits* bits, int n) noexcept nogil:
    cdef int value = peek(bits, n)
    bits.n += n
    return value


cdef int unpack_position(const uint8_t* data, Position* p) noexcept nogil:
    cdef Bits bits
    cdef int[8] left
    cdef int square, piece_type, promoted, color, black_king, white_king
    bits.data = <uint8_t*>data
    bits.n = 0
    for piece_type in range(8):
        left[piece_type] = SET_COUNT[piece_type]
    clear_position(p)
    set_side(p, take(&bits, 1))
    black_king = take(&bits, 7)
    white_king = take(&bits, 7)
    if black_king >= SQUARES or white_king >= SQUARES or black_king == white_king:
        return PACKED_BAD_KINGS
    place_unchecked(p, make_piece(BLACK, KING), black_king)
    place_unchecked(p, make_piece(WHITE, KING), white_king)
    for square in range(SQUARES):
        if square == black_king or square == white_king:
            continue
        if peek(&bits, 1) == 0:
            bits.n += 1
            continue
        piece_type = take_type(&bits, 0)
        if piece_type == 0:
            return PACKED_BAD_CODE
        promoted = 0 if piece_type == GOLD else take(&bits, 1) * PROMOTED
        color = take(&bits, 1)
        left[piece_type] -= 1
        if left[piece_type] < 0:
            return PACKED_NOT_A_SET
        place_unchecked(p, make_piece(color, piece_type + promoted), square)
    while bits.n < 256:
        piece_type = take_type(&bits, 1)
        if piece_type == 0:
            return PACKED_BAD_CODE
        promoted = 0 if piece_type == GOLD else take(&bits, 1)
        color = take(&bits, 1)
        if promoted and color:
            if piece_type != SILVER:
                return PACKED_BAD_CODE
            piece_type = GOLD
        left[piece_type] -= 1
        if left[piece_type] < 0:
            return PACKED_NOT_A_SET
        if not promoted:
            set_hand_unchecked(p, color, piece_type, hand_count(p, color, piece_type) + 1)
    for piece_type in range(PAWN, KING):
        if left[piece_type]:
            return PACKED_NOT_A_SET
    if bits.n != 256:
        return PACKED_BAD_END
    settle(p)
    return PACKED_FINE
