# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The buffers of a thread that works on a frontier, and how it is given records."""

from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cimport cython

from shogi_fast.arguments cimport clipped, index_of
from shogi_fast.core.blocks cimport free_slabs
from shogi_fast.core.counting cimport METHOD_BULK, METHOD_PAIRS, METHOD_VISIT, POLL_INTERVAL
from shogi_fast.core.merging cimport (
    NO_WEIGHT,
    SINK_COUNT,
    SLOTS_AT_LEAST,
    WEIGHT_BYTES,
    Child,
    Parent,
    Slot,
    add_record,
    count_weighted,
    has_ended,
)
from shogi_fast.core.packed cimport PACKED_BYTES, PACKED_FINE
from shogi_fast.core.position cimport Position
from shogi_fast.core.records cimport read_record, record_bytes
from shogi_fast.core.shared cimport poll_flag, shared_load
from shogi_fast.core.types cimport MAX_MOVES, move_t

from shogi_fast.arguments import shown


cdef extern from "bytes.h" nogil:
    uint64_t load_word(const void* data) noexcept


@cython.final
cdef class Worker:
    """The buffers of one thread."""

    def __cinit__(self, int kind, int depth, Stop stop, uint32_t chunk):
        cdef Merger* m = &self.merger
        memset(m, 0, sizeof(Merger))
        memset(&self.sorter, 0, sizeof(Sorter))
        self.stop = stop
        m.kind = kind
        m.record_bytes = record_bytes(kind)
        m.max_parents = chunk
        m.enough_parents = max(1, chunk // 16)
        m.max_children = max(2 * MAX_MOVES, chunk * 16)
        m.max_slots = SLOTS_AT_LEAST
        while m.max_slots < m.max_children * 2:
            m.max_slots *= 2
        m.children_each = 16
        m.positions = <Position*>malloc(chunk * sizeof(Position))
        m.parents = <Parent*>malloc(chunk * sizeof(Parent))
        m.records = <uint8_t*>malloc(chunk * <size_t>PACKED_BYTES)
        m.children = <Child*>malloc(m.max_children * sizeof(Child))
        m.slots = <Slot*>malloc(m.max_slots * sizeof(Slot))
        m.moves = <move_t*>malloc((depth + 2) * MAX_MOVES * sizeof(move_t))
        if (m.positions == NULL or m.parents == NULL or m.records == NULL or m.children == NULL
                or m.slots == NULL or m.moves == NULL):
            raise MemoryError("no memory for the buffers of a thread")
        m.stop = &stop.flag
        m.counter.left = POLL_INTERVAL
        m.counter.poll = poll_flag
        m.counter.context = &stop.flag
        self.sorter.record_bytes = m.record_bytes
        self.sorter.store = &m.store
        self.sorter.stop = &stop.flag

    def __dealloc__(self):
        free(self.merger.positions)
        free(self.merger.parents)
        free(self.merger.records)
        free(self.merger.children)
        free(self.merger.slots)
        free(self.merger.moves)
        free(self.merger.partitions)
        free(self.sorter.items)
        free_slabs(self.merger.store.slabs)

    cdef int set_count(self, int method, int depth) except -1:
        cdef int last = 2 if method == METHOD_PAIRS else 1
        self.merger.sink = SINK_COUNT
        self.merger.method = method
        self.merger.depth = depth - (depth > last)
        return FEED_MERGER if depth > last else FEED_COUNTER

    cdef int check(self) except -1:
        if self.merger.overflowed or self.sorter.overflowed:
            raise OverflowError("more than 2 ** 64 - 1 positions")
        if self.merger.store.failed:
            raise MemoryError(
                "no room for a frontier: memory_mb, or the memory there is, does not suffice")
        return 0


cdef uint64_t feed_entries(
        Merger* m, const uint8_t* entries, uint64_t n, int mode) noexcept nogil:
    cdef int entry_bytes = m.record_bytes + WEIGHT_BYTES
    cdef uint64_t i, weight
    cdef Position position
    for i in range(n):
        # No kernel looks at the flag where there is nothing, or one ply, to count below.
        if i & 1023 == 0 and shared_load(m.stop):
            m.counter.stopped = True
            return i
        weight = load_word(entries + m.record_bytes)
        if weight == 0:
            m.problem = NO_WEIGHT
        elif mode == FEED_MERGER:
            add_record(m, entries, weight)
        else:
            m.problem = read_record(m.kind, entries, &position)
            if m.problem == PACKED_FINE:
                count_weighted(m, &position, weight, m.depth)
        if has_ended(m):
            return i
        entries += entry_bytes
    return n


cdef object sum_of(list workers, int depth):
    """Return the sum of what the workers counted."""
    cdef Worker worker
    total = sum([worker.merger.total for worker in workers])
    if total >> 64:
        raise OverflowError(f"more than 2 ** 64 - 1 positions {depth} plies below a frontier")
    return total


cdef int number_between(object number, str what, int least, int most) except -1:
    cdef int64_t value = index_of(number, f"a number of {what}")
    if not least <= value <= most:
        raise ValueError(f"{what} run from {least} to {most:,}, not {clipped(value)}")
    return <int>value


cdef int as_method(object method) except -1:
    if method == "auto" or method == "pairs":
        return METHOD_PAIRS
    if method == "bulk":
        return METHOD_BULK
    if method == "visit":
        return METHOD_VISIT
    raise ValueError(f"the methods are 'auto', 'pairs', 'bulk' and 'visit', not {shown(method)}")
