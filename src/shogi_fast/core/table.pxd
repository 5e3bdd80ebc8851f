# cython: language_level=3, cdivision=True
"""A table from positions and depths to counts, for perft: equal positions are counted once.

A position is known by 128 bits, two numbers drawn for each man on its square, each number in hand
and the side to move, combined by exclusive or: 64 choose a bucket of the table, the other 64 are
compared. In those two positions agree by a chance of 2 ** -64, whatever buckets they belong to.
"""

from libc.stddef cimport size_t
from libc.stdint cimport uint64_t

from shogi_fast.core.position cimport Position, hand_count
from shogi_fast.core.types cimport (
    DROP_FROM,
    KING,
    MAX_PIECES,
    NO_PIECE,
    PIECE_CODES,
    SQUARES,
    make_piece,
    move_from,
    move_t,
    move_to,
    unpromoted,
)


cdef extern from "table.h" nogil:
    ctypedef struct Bucket:
        uint64_t* word       # 2 * BUCKET_ENTRIES of them

    const size_t BUCKET_BYTES
    const int BUCKET_ENTRIES

    uint64_t high_product(uint64_t a, uint64_t b) noexcept
    void prefetch_bucket(const Bucket* bucket) noexcept
    bint bucket_find(const Bucket* bucket, uint64_t check, uint64_t* count) noexcept
    void bucket_put(Bucket* bucket, uint64_t check, uint64_t count) noexcept
    Bucket* new_buckets(uint64_t number, void** block) noexcept


cdef struct WideKey:
    uint64_t place           # which bucket
    uint64_t check           # what is compared there


cdef struct WideKeys:
    WideKey piece[PIECE_CODES][SQUARES]
    WideKey hand[2][KING][MAX_PIECES + 1]
    WideKey side


cdef WideKeys WIDE_KEYS


cdef struct Table:
    Bucket* buckets
    uint64_t number          # of buckets, at least 1


cdef inline void toggle(WideKey* key, const WideKey* other) noexcept nogil:
    key.place ^= other.place
    key.check ^= other.check


# Return the key of a position, from nothing.
cdef WideKey wide_key(const Position* p) noexcept nogil


cdef inline WideKey key_after(const Position* p, WideKey key, move_t move) noexcept nogil:
    """Return the key of the position after a legal move, given that of the position before."""
    cdef int us = p.side
    cdef int to = move_to(move)
    cdef int origin = move_from(move)
    cdef int piece, captured, hand_type, count
    toggle(&key, &WIDE_KEYS.side)
    if origin > DROP_FROM:
        hand_type = origin - DROP_FROM
        count = hand_count(p, us, hand_type)
        toggle(&key, &WIDE_KEYS.hand[us][hand_type][count])
        toggle(&key, &WIDE_KEYS.hand[us][hand_type][count - 1])
        toggle(&key, &WIDE_KEYS.piece[make_piece(us, hand_type)][to])
        return key
    piece = p.board[origin]
    captured = p.board[to]
    toggle(&key, &WIDE_KEYS.piece[piece][origin])
    # The promotion flag, bit 14, becomes PROMOTED.
    toggle(&key, &WIDE_KEYS.piece[piece | move >> 11 & 8][to])
    if captured != NO_PIECE:
        hand_type = unpromoted(captured & 15)
        count = hand_count(p, us, hand_type)
        toggle(&key, &WIDE_KEYS.hand[us][hand_type][count])
        toggle(&key, &WIDE_KEYS.hand[us][hand_type][count + 1])
        toggle(&key, &WIDE_KEYS.piece[captured][to])
    return key


cdef inline WideKey at_depth(WideKey key, int depth) noexcept nogil:
    """Return the key of a position together with a depth.

    In another bucket for each: few men meet in few positions, at every depth in all of them.
    """
    key.place ^= <uint64_t>0x9E3779B97F4A7C15 * <uint64_t>depth
    key.check ^= <uint64_t>0xD6E8FEB86659FD93 * <uint64_t>depth
    return key


cdef inline Bucket* bucket_of(const Table* table, WideKey key) noexcept nogil:
    return table.buckets + high_product(key.place, table.number)
