# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Fill the numbers that a table knows positions by, when the module is imported."""

from libc.string cimport memset

from shogi_fast.core.position cimport next_random
from shogi_fast.core.types cimport PAWN, WHITE


cdef WideKey random_key(uint64_t* state) noexcept nogil:
    cdef WideKey key
    key.place = next_random(state)
    key.check = next_random(state)
    return key


cdef void fill_wide_keys() noexcept nogil:
    cdef uint64_t state = 0x7461626C65     # "table"
    cdef int piece, square, color, piece_type, count
    memset(&WIDE_KEYS, 0, sizeof(WIDE_KEYS))
    for piece in range(PIECE_CODES):
        for square in range(SQUARES):
            WIDE_KEYS.piece[piece][square] = random_key(&state)
    for color in range(2):
        for piece_type in range(PAWN, KING):
            # None for 0, as an empty hand is the usual one.
            for count in range(1, MAX_PIECES + 1):
                WIDE_KEYS.hand[color][piece_type][count] = random_key(&state)
    WIDE_KEYS.side = random_key(&state)


cdef WideKey wide_key(const Position* p) noexcept nogil:
    cdef WideKey key = WideKey(0, 0)
    cdef int square, color, piece_type
    for square in range(SQUARES):
        if p.board[square] != NO_PIECE:
            toggle(&key, &WIDE_KEYS.piece[p.board[square]][square])
    for color in range(2):
        for piece_type in range(PAWN, KING):
            toggle(&key, &WIDE_KEYS.hand[color][piece_type][hand_count(p, color, piece_type)])
    if p.side == WHITE:
        toggle(&key, &WIDE_KEYS.side)
    return key


fill_wide_keys()
