# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Records of positions; the kinds are told in records.pxd."""

from libc.string cimport memcpy

from shogi_fast.core.packed cimport PACKED_BYTES, PACKED_FINE, pack_position, unpack_position
from shogi_fast.core.position cimport (
    clear_position,
    hand_count,
    place_unchecked,
    set_hand_unchecked,
    set_side,
    settle,
)
from shogi_fast.core.types cimport (
    COLOR_SHIFT,
    KING,
    MAX_PIECES,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    SQUARES,
    type_of,
)

# The pieces, counted from bit 0 by code.
cdef enum:
    ALL_PIECES = 0x7ffe7ffe


cdef int record_kind(const Position* p) noexcept nogil:
    cdef uint8_t[PACKED_BYTES] data
    return RECORD_PACKED if pack_position(p, data) == PACKED_FINE else RECORD_RAW


cdef void write_record(int kind, const Position* p, uint8_t* data) noexcept nogil:
    cdef int color, piece_type
    if kind == RECORD_PACKED:
        pack_position(p, data)
        return
    memcpy(data, p.board, SQUARES)
    data += SQUARES
    for color in range(2):
        for piece_type in range(PAWN, KING):
            data[0] = hand_count(p, color, piece_type)
            data += 1
    data[0] = p.side


cdef int read_raw(const uint8_t* record, Position* p) noexcept nogil:
    cdef uint8_t[RAW_BYTES] copied
    cdef const uint8_t* data = copied
    cdef int square, piece, color, piece_type
    cdef int men = 0
    # What is tested must be what is used, whoever else writes to the caller's memory.
    memcpy(copied, record, RAW_BYTES)
    clear_position(p)
    for square in range(SQUARES):
        piece = data[square]
        if piece == NO_PIECE:
            continue
        if piece >= 32 or not (<unsigned>ALL_PIECES >> piece & 1):
            return RECORD_BAD_PIECE
        if type_of(piece) != KING:
            men += 1
        elif p.king[piece >> COLOR_SHIFT] != NO_SQUARE:
            return RECORD_BAD_COUNT
        place_unchecked(p, piece, square)
    data += SQUARES
    for color in range(2):
        for piece_type in range(PAWN, KING):
            men += data[0]
            if men > MAX_PIECES:
                return RECORD_BAD_COUNT
            set_hand_unchecked(p, color, piece_type, data[0])
            data += 1
    if men > MAX_PIECES:
        return RECORD_BAD_COUNT
    if data[0] > 1:
        return RECORD_BAD_SIDE
    set_side(p, data[0])
    settle(p)
    return PACKED_FINE


cdef int read_record(int kind, const uint8_t* data, Position* p) noexcept nogil:
    if kind == RECORD_PACKED:
        return unpack_position(data, p)
    return read_raw(data, p)
