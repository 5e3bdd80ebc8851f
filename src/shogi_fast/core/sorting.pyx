# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Partitions sorted and merged; what comes and leaves stands in sorting.pxd."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from shogi_fast.core.bitboard cimport word_add_overflows
from shogi_fast.core.blocks cimport Block, add_entry, block_room, entries_of, free_chain
from shogi_fast.core.merging cimport KEY_BYTES, WEIGHT_BYTES
from shogi_fast.core.shared cimport shared_load


cdef extern from "bytes.h" nogil:
    uint64_t load_word(const void* data) noexcept
    void prefetch(const void* address) noexcept
    void store_word(void* data, uint64_t word) noexcept


cdef enum:
    DIGITS = 8               # of a key, to the base 256
    AHEAD = 8                # entries are asked for from memory so long before they are read


cdef inline int digit_of(uint64_t key, int digit) noexcept nogil:
    return key >> 8 * digit & 255


cdef bint make_room(Sorter* s, uint64_t n) noexcept nogil:
    """See to it that 2 n items have room."""
    if n <= s.room:
        return True
    free(s.items)
    s.room = 0
    s.items = NULL
    if n > (<size_t>-1) // (2 * sizeof(Item)) - n // 4:
        return False
    n += n // 4
    s.items = <Item*>malloc(<size_t>n * 2 * sizeof(Item))
    if s.items == NULL:
        return False
    s.room = n
    return True


cdef Item* sort_items(Sorter* s, uint64_t n) noexcept nogil:
    """Sort n items by key, from the lowest digit up. Returns where they are, or NULL if stopped."""
    cdef uint64_t[DIGITS][256] counts
    cdef uint64_t i, key, place, number
    cdef int digit, value
    cdef Item* items = s.items
    cdef Item* others = s.items + n
    memset(counts, 0, sizeof(counts))
    for i in range(n):
        key = items[i].key
        for digit in range(DIGITS):
            counts[digit][digit_of(key, digit)] += 1
    for digit in range(DIGITS):
        if counts[digit][digit_of(items[0].key, digit)] == n:
            continue         # all have the same
        if shared_load(s.stop):
            return NULL
        place = 0
        for value in range(256):
            number = counts[digit][value]
            counts[digit][value] = place
            place += number
        for i in range(n):
            value = digit_of(items[i].key, digit)
            others[counts[digit][value]] = items[i]
            counts[digit][value] += 1
        items, others = others, items
    return items


cdef void sort_by_record(Item* items, uint64_t n, int record_bytes) noexcept nogil:
    """Sort items of one key by their records: in nearly all cases these are equal, too."""
    cdef uint64_t i, j
    cdef Item item
    for i in range(1, n):
        item = items[i]
        j = i
        while j > 0 and memcmp(items[j - 1].entry, item.entry, record_bytes) > 0:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


cdef bint write_merged(Sorter* s, Item* items, uint64_t n, Chain* target) noexcept nogil:
    """Write sorted items, each record once with the sum of its weights."""
    cdef int record_bytes = s.record_bytes
    cdef int entry_bytes = record_bytes + WEIGHT_BYTES
    cdef uint32_t room = block_room(entry_bytes)
    cdef uint64_t i = 0
    cdef uint64_t end, weight
    cdef const uint8_t* entry
    cdef uint8_t* written
    while i < n:
        end = i + 1
        while end < n and items[end].key == items[i].key:
            end += 1
        if end > i + 1:
            sort_by_record(items + i, end - i, record_bytes)
        while i < end:
            if i + AHEAD < n:
                prefetch(items[i + AHEAD].entry)
            entry = items[i].entry
            weight = load_word(entry + record_bytes)
            i += 1
            while i < end and memcmp(entry, items[i].entry, record_bytes) == 0:
                if word_add_overflows(&weight, load_word(items[i].entry + record_bytes)):
                    s.overflowed = True
                    return False
                i += 1
            if word_add_overflows(&s.weights, weight):
                s.overflowed = True
                return False
            written = add_entry(s.store, target, room, entry_bytes)
            if written == NULL:
                return False
            memcpy(written, entry, record_bytes)
            store_word(written + record_bytes, weight)
            s.records += 1
    return True


cdef bint merge_chains(
        Sorter* s, Chain** sources, int n_sources, Chain* target) noexcept nogil:
    cdef int entry_bytes = s.record_bytes + WEIGHT_BYTES + KEY_BYTES
    cdef uint64_t n = 0
    cdef uint32_t _j
    cdef int i
    cdef Block* block
    cdef Item* item
    cdef Item* items
    cdef const uint8_t* entry
    for i in range(n_sources):
        block = sources[i].first
        while block != NULL:
            n += block.used
            block = block.next
    if n == 0:
        return True
    if not make_room(s, n):
        s.store.failed = True
        return False
    item = s.items
    for i in range(n_sources):
        block = sources[i].first
        while block != NULL:
            entry = entries_of(block)
            for _j in range(block.used):
                item.entry = entry
                item.key = load_word(entry + s.record_bytes + WEIGHT_BYTES)
                item += 1
                entry += entry_bytes
            block = block.next
    items = sort_items(s, n)
    if items == NULL or not write_merged(s, items, n, target):
        return False
    for i in range(n_sources):
        free_chain(s.store, sources[i])
    return True
