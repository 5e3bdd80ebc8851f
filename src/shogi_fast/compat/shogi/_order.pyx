# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A list is put in order by sets of squares, in time that grows as its length."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from shogi_fast.compat.shogi._numbers cimport (
    PIECE_KINDS,
    core_square,
    core_type,
    their_square,
    their_type,
)
from shogi_fast.core.bitboard cimport word_lowest
from shogi_fast.core.types cimport (
    DROP_FROM,
    FROM_SHIFT,
    KING,
    PROMOTION_FLAG,
    SQUARES,
    dropped_type,
    is_drop,
    move_from,
    move_to,
    type_of,
)


cdef struct Squares:
    # In their numbers: squares 0 to 63, and 64 to 80.
    uint64_t[2] words


cdef struct Targets:
    Squares plain
    Squares promoting


cdef inline void add(Squares* squares, int square) noexcept nogil:
    squares.words[square >> 6] |= <uint64_t>1 << (square & 63)


cdef inline bint has(const Squares* squares, int square) noexcept nogil:
    return squares.words[square >> 6] >> (square & 63) & 1


cdef void put_in_order(const Position* p, move_t* moves, int n) noexcept nogil:
    cdef Squares[PIECE_KINDS] origins        # by type of the man
    cdef Targets[SQUARES] targets            # by origin; set where an origin is
    cdef Squares[KING] drops                 # by type, in their numbers
    cdef Squares dropped
    cdef Targets* found
    cdef move_t move
    cdef int i, origin, kind, square, word, target_word
    cdef uint64_t rest, target_rest
    memset(origins, 0, sizeof(origins))
    memset(drops, 0, sizeof(drops))
    memset(&dropped, 0, sizeof(dropped))
    for i in range(n):
        move = moves[i]
        square = their_square(move_to(move))
        if is_drop(move):
            add(&drops[their_type(dropped_type(move))], square)
            add(&dropped, square)
            continue
        origin = their_square(move_from(move))
        kind = their_type(type_of(p.board[move_from(move)]))
        found = &targets[origin]
        if not has(&origins[kind], origin):
            add(&origins[kind], origin)
            memset(found, 0, sizeof(Targets))
        add(&found.promoting if move & PROMOTION_FLAG else &found.plain, square)
    n = 0
    for kind in range(1, PIECE_KINDS):
        for word in range(2):
            rest = origins[kind].words[word]
            while rest:
                origin = 64 * word + word_lowest(rest)
                rest &= rest - 1
                found = &targets[origin]
                origin = core_square(origin) << FROM_SHIFT
                for target_word in range(2):
                    target_rest = (found.plain.words[target_word]
                                   | found.promoting.words[target_word])
                    while target_rest:
                        square = 64 * target_word + word_lowest(target_rest)
                        target_rest &= target_rest - 1
                        i = origin | core_square(square)
                        if has(&found.plain, square):
                            moves[n] = <move_t>i
                            n += 1
                        if has(&found.promoting, square):
                            moves[n] = <move_t>(i | PROMOTION_FLAG)
                            n += 1
    for word in range(2):
        rest = dropped.words[word]
        while rest:
            square = 64 * word + word_lowest(rest)
            rest &= rest - 1
            for kind in range(1, KING):
                if has(&drops[kind], square):
                    moves[n] = <move_t>(core_square(square)
                                        | (DROP_FROM + core_type(kind)) << FROM_SHIFT)
                    n += 1
