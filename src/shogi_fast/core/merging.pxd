# cython: language_level=3, cdivision=True
"""The positions one ply on, equal ones merged as far as they are found near each other.

What makes that cheap is an order. A move leaves the men of the opponent alone, but for captures:
so nearly all positions from which another one can be reached agree in the men, board and hand, of
one side, the one not to move. Positions are therefore sorted by a hash of these, and the *chunk* of
positions that is expanded at a time, small enough for the cache, holds most of the ways to each
position one ply on. Those left over cost time, or are merged later (sorting.pxd); every count is
exact with or without them.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from shogi_fast.core.blocks cimport Chain, Store
from shogi_fast.core.counting cimport Counter
from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport MAX_MOVES, move_t

cdef enum:
    # What becomes of the positions one ply on.
    SINK_COUNT               # `weight` times what lies `depth` plies below each is added up
    SINK_STORE               # they go to partitions, with a key to sort them by
    SINK_NOTHING             # they are numbered: a sample for an estimate

cdef enum:
    SLOTS_AT_LEAST = 4096
    NO_WEIGHT = 128          # a problem with a record, besides what read_record finds
    WEIGHT_BYTES = 8
    KEY_BYTES = 8


cdef struct Parent:
    # A board as five bits a square, twelve squares a word, the piece's code; then the hand of the
    # side not to move. `hand` is that of the side to move.
    uint64_t[8] words
    uint64_t hand
    uint64_t weight
    # Hashes of the men, on the board and in hand, of the side to move and of the other one.
    uint64_t own_key
    uint64_t their_key


cdef struct Child:
    uint64_t weight
    uint32_t parent
    move_t move
    uint8_t piece            # the one that moves, as it stands before; NO_PIECE for a drop
    uint8_t captured


cdef struct Slot:
    uint32_t tag
    uint32_t child           # 1 is the first one, 0 none


cdef struct Merger:
    # Of one thread. What belongs to a chunk: its positions, and what is found one ply on.
    Position* positions
    Parent* parents
    uint8_t* records         # theirs, for SINK_STORE of RECORD_PACKED; as pack_position writes them
    uint32_t n_parents
    uint32_t max_parents
    uint32_t enough_parents  # a chunk ends after so many when the men of the side change
    Child* children
    uint32_t n_children
    uint32_t max_children    # at least MAX_MOVES
    uint32_t room            # for children in this chunk
    uint32_t children_each   # of a parent in the last chunk, on average
    Slot* slots
    uint32_t max_slots       # a power of two
    uint32_t slot_mask       # of those in use
    # What is done with it.
    int sink
    int kind                 # of record
    int record_bytes
    int method
    int depth
    Store store
    Chain* partitions
    int partition_shift      # a key shifted down by it is the number of a partition
    Counter counter
    # What came out.
    uint64_t total           # of SINK_COUNT
    uint64_t paths           # moves that were made, equal results or not
    uint64_t merged          # positions that were left
    bint overflowed
    int problem              # of a record that was read, or PACKED_FINE
    const int32_t* stop
    move_t* moves            # room for MAX_MOVES, and more for the plies below
    uint64_t[MAX_MOVES] keys


# Expand or count below one more position with its weight, not necessarily at once.
cdef void add_record(Merger* m, const uint8_t* record, uint64_t weight) noexcept nogil

# Expand what is left.
cdef void finish_records(Merger* m) noexcept nogil

# Add `weight` times what lies `depth` plies below a position to the total.
cdef void count_weighted(
    Merger* m, Position* p, uint64_t weight, int depth) noexcept nogil

cdef inline bint has_ended(const Merger* m) noexcept nogil:
    """Say whether there is a reason not to go on."""
    return m.counter.stopped or m.overflowed or m.store.failed or m.problem != 0
