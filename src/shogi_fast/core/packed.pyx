# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""PackedSfen; the format is told in packed.pxd.

Bits are written and read 64 at a time; empty squares, a 0 each, are passed over by runs, and a
code word is one look into a table.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from shogi_fast.core.bitboard cimport Bitboard, bb_any, bb_minus, bb_pop, word_lowest
from shogi_fast.core.position cimport (
    GREAT,
    KEYS,
    KIND_OF,
    clear_position,
    hand_count,
    is_great,
    occupied_by_any,
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
    NO_SQUARE,
    PAWN,
    PROMOTED,
    ROOK,
    SILVER,
    SQUARES,
    WHITE,
    is_promotable,
    make_piece,
)


cdef extern from "bytes.h" nogil:
    uint64_t load_word(const void* data) noexcept
    void store_word(void* data, uint64_t word) noexcept


cdef enum:
    ALL_BITS = 8 * PACKED_BYTES
    # The words of a stream that is read or written: those of a record, and room for one that is
    # too long. 40 men's code words take at most 320 bits, and empty squares 81.
    WORDS = 8
    # Room for the bits of a record and, all zero, more than are read of one that is too short.
    STREAM_BYTES = 64

# By type, pawn to gold: the bits that name it on the board, the first one lowest, and how many.
# Then come a bit for promotion (none for a gold) and one for color. In hand the first bit is left
# out and the promotion bit is 0; in the box it is 1, with color 0.
cdef int[8] CODES = [0, 0b01, 0b0011, 0b1011, 0b0111, 0b011111, 0b111111, 0b01111]
cdef int[8] LENGTHS = [0, 2, 4, 4, 4, 6, 6, 5]
# A gold in the box has no promotion bit to set, and is written as White's promoted silver.
cdef enum:
    GOLD_IN_BOX = 0b11011
PACKED_ORDER[:] = [PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK]


cdef struct Stream:
    uint64_t[WORDS] words
    int n                    # bits written or read


cdef inline void put(Stream* s, uint64_t value, int length) noexcept nogil:
    cdef int shift = s.n & 63
    s.words[s.n >> 6] |= value << shift
    if shift + length > 64:
        s.words[(s.n >> 6) + 1] |= value >> (64 - shift)
    s.n += length


cdef int pack_position(const Position* p, uint8_t* data) noexcept nogil:
    cdef Stream s
    cdef Word word
    cdef int first = p.king[BLACK]
    cdef int second = p.king[WHITE]
    cdef int square, piece_type, owner, index, count
    cdef int before = 0      # squares seen, the kings' left out
    cdef uint64_t left = PACKED_CODES.set_bytes | PACKED_CODES.undrawn
    cdef Bitboard men
    if first == NO_SQUARE or second == NO_SQUARE:
        memset(data, 0, PACKED_BYTES)
        return PACKED_NO_KING
    memset(&s, 0, sizeof(Stream))
    s.words[0] = p.side | first << 1 | second << 8
    s.n = PACKED_HEAD_BITS
    men = bb_minus(occupied_by_any(p), p.kind[KING])
    if second < first:
        first, second = second, first
    while bb_any(men):
        square = bb_pop(&men)
        word = PACKED_CODES.of_piece[p.board[square]]
        index = square - (square > first) - (square > second)
        s.n += index - before
        before = index + 1
        put(&s, word.bits, word.length)
        left -= word.one
    s.n += SQUARES - 2 - before
    left -= p.hand[BLACK] + p.hand[WHITE]
    if left & PACKED_CODES.undrawn != PACKED_CODES.undrawn:
        memset(data, 0, PACKED_BYTES)
        return PACKED_NOT_A_SET
    # A set's men take 256 bits however they lie, so nothing is written past the end.
    left ^= PACKED_CODES.undrawn
    for owner in range(3):
        if (left if owner == PACKED_BOX else p.hand[owner]) == 0:
            continue
        for index in range(7):
            piece_type = PACKED_ORDER[index]
            count = (left >> 8 * piece_type & 255 if owner == PACKED_BOX
                     else hand_count(p, owner, piece_type))
            word = PACKED_CODES.of_spare[owner][piece_type]
            while count:
                put(&s, word.bits, word.length)
                count -= 1
    for index in range(4):
        store_word(data + 8 * index, s.words[index])
    return PACKED_FINE


cdef inline uint64_t window(const uint8_t* data, uint32_t n) noexcept nogil:
    """Return the bits from number n on, at least 57 of them."""
    return load_word(data + (n >> 3)) >> (n & 7)


cdef inline void add_square(Bitboard* bb, uint32_t square) noexcept nogil:
    """Add a square to a set: less code here than by the tables."""
    cdef uint32_t high = square >= 63
    cdef uint64_t* half = &bb.hi if high else &bb.lo
    # The first 63 squares are in the lower word.
    half[0] |= <uint64_t>1 << (square + high & 63)


cdef int unpack_position(const uint8_t* data, Position* p) noexcept nogil:
    cdef uint8_t[STREAM_BYTES] stream
    cdef const Word* word
    cdef uint32_t black_king, white_king, first, second, square, run
    cdef uint32_t n = PACKED_HEAD_BITS
    cdef uint32_t index = 0  # the next square, the kings' left out
    cdef uint64_t left = PACKED_CODES.set_bytes | PACKED_CODES.undrawn
    cdef uint64_t drawn = left
    cdef uint64_t key = 0
    cdef uint64_t bits
    memset(stream, 0, STREAM_BYTES)
    memcpy(stream, data, PACKED_BYTES)
    clear_position(p)
    bits = window(stream, 0)
    black_king = bits >> 1 & 127
    white_king = bits >> 8 & 127
    if black_king >= SQUARES or white_king >= SQUARES or black_king == white_king:
        return PACKED_BAD_KINGS
    set_side(p, bits & 1)
    first = min(black_king, white_king)
    second = max(black_king, white_king)
    while True:
        bits = window(stream, n)
        # The bit set by hand ends a run of empty squares that leaves room for a code word.
        run = word_lowest(bits | <uint64_t>1 << 48)
        n += run
        index += run
        if index >= SQUARES - 2:
            n -= index - (SQUARES - 2)
            break
        word = &PACKED_CODES.on_board[bits >> run & 255]
        if word.length == 0:
            continue         # the run goes on
        n += word.length
        left -= word.one
        drawn &= left
        square = index + (index >= first)
        square += square >= second
        index += 1
        add_square(&p.color[word.owner], square)
        add_square(&p.kind[word.kind], square)
        if word.great:
            add_square(&p.kind[GREAT], square)
        p.board[square] = word.man
        key ^= KEYS.piece[word.man][square]
    if drawn & PACKED_CODES.undrawn != PACKED_CODES.undrawn:
        return PACKED_NOT_A_SET
    p.key ^= key
    place_unchecked(p, make_piece(BLACK, KING), black_king)
    place_unchecked(p, make_piece(WHITE, KING), white_king)
    while n < ALL_BITS:
        word = &PACKED_CODES.spare[window(stream, n) & 127]
        if word.length == 0:
            return PACKED_BAD_CODE
        n += word.length
        left -= word.one
        if left & PACKED_CODES.undrawn != PACKED_CODES.undrawn:
            return PACKED_NOT_A_SET
        if word.owner != PACKED_BOX:
            set_hand_unchecked(
                p, word.owner, word.man, hand_count(p, word.owner, word.man) + 1)
    if left != PACKED_CODES.undrawn:
        return PACKED_NOT_A_SET
    if n != ALL_BITS:
        return PACKED_BAD_END
    settle(p)
    return PACKED_FINE


cdef void fill_codes() noexcept nogil:
    cdef Word word
    cdef int piece, piece_type, color, promoted, owner, i
    memset(&PACKED_CODES, 0, sizeof(PACKED_CODES))
    for piece_type in range(PAWN, KING):
        PACKED_CODES.set_bytes |= <uint64_t>SET_COUNT[piece_type] << 8 * piece_type
        PACKED_CODES.undrawn |= <uint64_t>0x80 << 8 * piece_type
        word.one = <uint64_t>1 << 8 * piece_type
        for color in range(2):
            for promoted in range(1 + is_promotable(piece_type)):
                piece = make_piece(color, piece_type + promoted * PROMOTED)
                word.bits = CODES[piece_type]
                word.length = LENGTHS[piece_type]
                if piece_type != GOLD:
                    word.bits |= promoted << word.length
                    word.length += 1
                word.bits |= color << word.length
                word.length += 1
                word.man = piece
                word.owner = color
                word.kind = KIND_OF[piece]
                word.great = is_great(piece)
                PACKED_CODES.of_piece[piece] = word
                for i in range(256 >> word.length):
                    PACKED_CODES.on_board[i << word.length | word.bits] = word
        for owner in range(3):
            word.bits = CODES[piece_type] >> 1
            word.length = LENGTHS[piece_type] - 1
            if piece_type == GOLD:
                word.bits = GOLD_IN_BOX if owner == PACKED_BOX else word.bits | owner << word.length
                word.length += 1
            else:
                word.bits |= (1 if owner == PACKED_BOX else owner << 1) << word.length
                word.length += 2
            word.man = piece_type
            word.owner = owner
            PACKED_CODES.of_spare[owner][piece_type] = word
            for i in range(128 >> word.length):
                PACKED_CODES.spare[i << word.length | word.bits] = word


fill_codes()
