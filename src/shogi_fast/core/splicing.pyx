# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Records one move on; how stands in splicing.pxd."""

from shogi_fast.core.packed cimport (
    PACKED_CODES,
    PACKED_HEAD_BITS,
    PACKED_ORDER,
    Word,
)
from shogi_fast.core.position cimport hand_count
from shogi_fast.core.types cimport (
    BLACK,
    DROP_FROM,
    KING,
    NO_PIECE,
    PIECE_CODES,
    WHITE,
    make_piece,
    move_from,
    move_to,
    type_of,
    unpromoted,
)


cdef extern from "bytes.h" nogil:
    uint64_t load_word(const void* data) noexcept
    void store_word(void* data, uint64_t word) noexcept


cdef enum:
    WORDS = 4
    BITS = 64 * WORDS
    KING_BITS = 7

# How many bits a square takes by what stands there: 1 if nothing, 0 for a king.
cdef uint8_t[PIECE_CODES] LENGTH
# The first n bits set, for each n.
cdef uint64_t[BITS + 1][WORDS] FIRST


cdef void lay_out(const Position* p, const uint8_t* record, Layout* layout) noexcept nogil:
    cdef int square, i, piece_type
    cdef unsigned at = PACKED_HEAD_BITS
    for i in range(WORDS):
        layout.words[i] = load_word(record + 8 * i)
    for square in range(SQUARES):
        layout.at[square] = at
        at += LENGTH[p.board[square]]
    if p.side == WHITE and p.hand[BLACK]:
        for piece_type in range(1, KING):
            at += hand_count(p, BLACK, piece_type) * (
                PACKED_CODES.of_spare[BLACK][piece_type].length)
    for i in range(7):
        piece_type = PACKED_ORDER[i]
        layout.hand_at[piece_type] = at
        at += hand_count(p, p.side, piece_type) * (
            PACKED_CODES.of_spare[BLACK][piece_type].length)


cdef inline void move_bits(
        uint64_t* words, unsigned begin, unsigned end, unsigned first, unsigned last, int by,
        uint64_t value, unsigned at) noexcept nogil:
    """Make the bits from ``begin`` up to ``end`` 0, but for those from ``first`` up to ``last``
    moved by up to seven, and a value of up to eight bits at a place.
    """
    cdef uint64_t[WORDS] old
    cdef uint64_t carried, moved
    cdef const uint64_t* outer = FIRST[begin]
    cdef const uint64_t* inner = FIRST[first + by]
    cdef int i
    for i in range(WORDS):
        old[i] = words[i]
    for i in range(WORDS):
        if by > 0:
            carried = old[i - 1] >> (64 - by) if i else 0
            moved = old[i] << by | carried
        else:
            # In two steps, as by may be 0.
            carried = old[i + 1] << 1 << (63 + by) if i < WORDS - 1 else 0
            moved = old[i] >> -by | carried
        words[i] = old[i] & ~(FIRST[end][i] ^ outer[i]) | moved & (FIRST[last + by][i] ^ inner[i])
    words[at >> 6] |= value << (at & 63)
    if (at & 63) > 56 and at >> 6 < WORDS - 1:
        words[(at >> 6) + 1] |= value >> (64 - (at & 63))


cdef void write_spliced(
        const Position* p, const Layout* layout, move_t move, uint8_t* record) noexcept nogil:
    cdef uint64_t[WORDS] words
    cdef int us = p.side
    cdef int to = move_to(move)
    cdef int origin = move_from(move)
    cdef unsigned a
    cdef unsigned b = layout.at[to]
    cdef unsigned h
    cdef int piece, captured, i
    cdef const Word* word
    cdef const Word* taken
    for i in range(WORDS):
        words[i] = layout.words[i]
    words[0] ^= 1            # the side to move
    if origin > DROP_FROM:
        # A 0 becomes a code word; one in hand, as long as that is longer than the 0, goes.
        word = &PACKED_CODES.of_piece[make_piece(us, origin - DROP_FROM)]
        h = layout.hand_at[origin - DROP_FROM]
        move_bits(words, b, h + word.length - 1, b + 1, h, word.length - 1, word.bits, b)
    else:
        piece = p.board[origin]
        captured = p.board[to]
        a = layout.at[origin]
        if captured != NO_PIECE:
            # The other way round: the square is empty first, and the hand has one more.
            taken = &PACKED_CODES.of_spare[us][unpromoted(type_of(captured))]
            h = layout.hand_at[unpromoted(type_of(captured))]
            move_bits(words, b, h, b + taken.length + 1, h, -<int>taken.length, taken.bits,
                      h - taken.length)
            if a > b:
                a -= taken.length
        if type_of(piece) == KING:
            # A king has no code word: a 0 goes where it comes, and one comes where it goes.
            if a < b:
                move_bits(words, a, b + 1, a, b, 1, 0, a)
            else:
                move_bits(words, b, a, b + 1, a, -1, 0, b)
            i = 1 + KING_BITS * us
            words[0] ^= <uint64_t>(origin ^ to) << i
        else:
            word = &PACKED_CODES.of_piece[piece | move >> 11 & 8]
            if a < b:
                move_bits(words, a, b + 1, a + word.length, b, 1 - <int>word.length, word.bits,
                          b + 1 - word.length)
            else:
                move_bits(words, b, a + word.length, b + 1, a, word.length - 1, word.bits, b)
    for i in range(WORDS):
        store_word(record + 8 * i, words[i])


cdef void fill_tables() noexcept nogil:
    cdef int piece, n, i
    for piece in range(PIECE_CODES):
        LENGTH[piece] = PACKED_CODES.of_piece[piece].length
    LENGTH[NO_PIECE] = 1
    for n in range(BITS + 1):
        for i in range(WORDS):
            FIRST[n][i] = (
                <uint64_t>-1 if n >= 64 * (i + 1) else
                (<uint64_t>1 << (n & 63)) - 1 if n > 64 * i else 0)


fill_tables()
