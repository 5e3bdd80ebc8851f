# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Fill the position's constant tables when the module is imported."""

from shogi_fast.core.types cimport PROMOTED_PAWN, PROMOTED_SILVER


cdef uint64_t next_random(uint64_t* state) noexcept nogil:
    """Return the next number of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014, figure 17)."""
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef void fill_keys() noexcept nogil:
    cdef uint64_t state = 0x73686F6769      # "shogi"
    cdef int piece, square, color, piece_type, count
    memset(&KEYS, 0, sizeof(KEYS))
    for piece in range(PIECE_CODES):
        for square in range(SQUARES):
            KEYS.piece[piece][square] = next_random(&state)
    for color in range(2):
        for piece_type in range(PAWN, KING):
            for count in range(1, MAX_PIECES + 1):
                KEYS.hand[color][piece_type][count] = next_random(&state)
    KEYS.side = next_random(&state)


cdef void fill_kinds() noexcept nogil:
    cdef int piece, piece_type
    for piece in range(PIECE_CODES):
        piece_type = type_of(piece)
        if PROMOTED_PAWN <= piece_type <= PROMOTED_SILVER:
            KIND_OF[piece] = GOLD
        elif piece_type >= HORSE:
            KIND_OF[piece] = BISHOP if piece_type == HORSE else ROOK
        else:
            KIND_OF[piece] = piece_type


fill_keys()
fill_kinds()
