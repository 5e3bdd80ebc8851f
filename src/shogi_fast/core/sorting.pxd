# cython: language_level=3, cdivision=True
"""The parts of a frontier that is being made: sorted, and equal positions merged for good.

Entries come as record, weight, key; they leave as record and weight, in the order of the keys, and
where these are equal of the records' bytes. So the result depends neither on the order in which
they came nor on how often the same position did.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from shogi_fast.core.blocks cimport Chain, Store


cdef struct Item:
    uint64_t key
    const uint8_t* entry


cdef struct Sorter:
    # Of one thread.
    int record_bytes
    Store* store
    Item* items              # two times room
    uint64_t room
    uint64_t records         # that were written, of all calls
    uint64_t weights         # their sum
    bint overflowed
    const int32_t* stop


# Sort and merge the entries of some chains into `target`, which is empty, and free the chains.
# Returns False if it did not come to its end: `stop` was set, a sum overflowed, or memory was
# short (then `store.failed` is set).
cdef bint merge_chains(
    Sorter* s, Chain** sources, int n_sources, Chain* target) noexcept nogil
