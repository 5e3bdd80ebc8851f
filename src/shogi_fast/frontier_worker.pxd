# cython: language_level=3
"""What one thread needs to expand the records of a frontier or to count below them."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cimport cython

from shogi_fast.core.merging cimport Merger
from shogi_fast.core.sorting cimport Sorter
from shogi_fast.workers cimport Stop

cdef enum:
    CHUNK = 1 << 15          # positions expanded at a time, at most
    MAX_DEPTH = 255
    # What is done with records: given to add_record, or counted below one by one.
    FEED_MERGER
    FEED_COUNTER


@cython.final
cdef class Worker:
    cdef Merger merger
    cdef Sorter sorter
    cdef Stop stop
    cdef uint64_t fed        # of the last feed_entries, where that matters

    # Prepare a count by a METHOD_... of core/counting.pxd. Returns one of FEED_...
    cdef int set_count(self, int method, int depth) except -1

    # Raise what a kernel could only note.
    cdef int check(self) except -1


# Give n entries, each a record and its weight, to a kernel. Any bytes may come. Returns the number
# of the last one given.
cdef uint64_t feed_entries(
    Merger* m, const uint8_t* entries, uint64_t n, int mode) noexcept nogil

# Return what workers counted, `depth` plies below a frontier.
cdef object sum_of(list workers, int depth)

# Arguments: a number within bounds, what they are being named in the plural; a method's METHOD_...
cdef int number_between(object number, str what, int least, int most) except -1
cdef int as_method(object method) except -1
