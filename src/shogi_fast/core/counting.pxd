# cython: language_level=3, cdivision=True
"""Perft kernels: how many positions lie a number of plies away, path by path."""

from libc.stdint cimport uint64_t

from shogi_fast.core.bitboard cimport word_add_overflows
from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport move_t

ctypedef bint (*poll_t)(void* context) noexcept nogil

cdef enum:
    # Inner nodes from one poll to the next. One costs at most 1,496 leaves, so some ten
    # microseconds to a tenth of a millisecond.
    POLL_INTERVAL = 64

cdef enum:
    METHOD_PAIRS             # the last two plies are counted together
    METHOD_BULK              # the last ply is counted
    METHOD_VISIT             # every move is made, to the last ply
    METHOD_STATS             # as METHOD_VISIT without keys, and looks at each move of the last ply


cdef struct Counter:
    uint64_t nodes
    # Of METHOD_STATS: the moves of the last ply that capture, promote, drop, give check, mate.
    uint64_t captures
    uint64_t promotions
    uint64_t drops
    uint64_t checks
    uint64_t mates
    # Called after POLL_INTERVAL inner nodes, if not NULL; True stops the count.
    poll_t poll
    void* context
    int left                 # inner nodes until the next poll
    bint stopped             # the counts are then of no use
    bint overflowed          # a count has left the range of 64 bits


cdef inline void add(Counter* counter, uint64_t* sum, uint64_t number) noexcept nogil:
    """Add to one of the counts; a sum above 64 bits ends the count."""
    if word_add_overflows(sum, number):
        counter.overflowed = True
        counter.stopped = True


cdef inline bint pause(Counter* counter) noexcept nogil:
    """Poll when it is time to. Returns whether the count is to end."""
    counter.left -= 1
    if counter.left <= 0:
        counter.left = POLL_INTERVAL
        if counter.poll != NULL and counter.poll(counter.context):
            counter.stopped = True
    return counter.stopped


# Add to a counter what lies `depth` plies below a position, which is left as it was. `buffer` has
# room for MAX_MOVES moves a ply.
cdef void count_nodes(
    int method, Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil
