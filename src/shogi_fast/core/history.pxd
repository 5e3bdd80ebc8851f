# cython: language_level=3
"""The positions a game went through, and which of them are the same (sennichite)."""

from libc.stdint cimport int32_t, uint64_t

from shogi_fast.core.position cimport Position, Undo

cdef enum:
    # Verdicts of a game, in Visit.verdict.
    NO_REPETITION
    FOURFOLD                 # for the fourth time, without perpetual check
    BLACK_LOSES              # ... and every black move between the first and the fourth gave check
    WHITE_LOSES

cdef enum:
    # What a search makes of the nearest earlier position with the same board and side to move,
    # seen from the side to move.
    SEARCH_NONE
    SEARCH_DRAW              # the same hands, and no perpetual check
    SEARCH_WIN               # ... all the opponent's moves since then gave check
    SEARCH_LOSE              # ... all one's own did
    SEARCH_SUPERIOR          # one's own hand has more of some kinds, less of none
    SEARCH_INFERIOR          # ... less of some, more of none


cdef struct Visit:
    uint64_t key             # of the whole position
    uint64_t board_key       # without the hands
    uint64_t hand            # of the side to move
    int32_t next             # the next older visit in the same bucket by key, or -1
    int32_t board_next       # the same by board_key
    int32_t previous         # the nearest earlier visit of the same position, or -1
    int32_t first            # the first of them, or this one
    int32_t count            # how many there are, this one included
    int32_t start            # earlier visits than this lie behind a pass and do not count
    int32_t checks           # how many moves in a row, of the side that just moved, gave check
    int32_t verdict


cdef struct History:
    # Two chained hash tables over one stack of visits. As visits go in the reverse order of their
    # coming, the newest is always first in its bucket.
    Visit* visits
    int32_t* buckets
    int32_t* board_buckets
    int32_t capacity         # of visits; there are twice as many buckets, a power of two
    int32_t count            # visits noted


cdef void free_history(History* history) noexcept nogil

# Forget the visits after the first n.
cdef void shorten_history(History* history, int32_t n) noexcept nogil

# Note all visits up to the position itself, which `depth` moves led to. Returns False if there is
# no memory for that.
cdef bint extend_history(
    History* history, const Position* p, const Undo* undos, int32_t depth) noexcept nogil

# Compare the last visit noted with the earlier ones, as far back as `most` plies.
cdef int search_repetition(const History* history, int32_t most) noexcept nogil

# The same, looking for the same hands alone.
cdef int search_same_position(const History* history, int32_t most) noexcept nogil
