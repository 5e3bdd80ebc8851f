# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Perft kernel with a table.

A position's children are looked up before they are made, by keys that follow from its own. A
look-up goes to memory that no cache holds, so it is announced some children ahead.
"""

from shogi_fast.core.counting cimport METHOD_PAIRS, add, pause
from shogi_fast.core.movegen cimport count_legal, generate_legal
from shogi_fast.core.pairs cimport count_pairs
from shogi_fast.core.position cimport Undo, make_move, unmake_move
from shogi_fast.core.table cimport (
    Bucket,
    WideKey,
    at_depth,
    bucket_find,
    bucket_of,
    bucket_put,
    key_after,
    prefetch_bucket,
    wide_key,
)

cdef enum:
    # What lies fewer plies below is not looked up: to count it takes less time.
    LEAST_KEPT = 2
    AHEAD = 16               # children from the announcement of a look-up to the look-up


cdef struct Lookup:
    Bucket* bucket
    WideKey key


cdef uint64_t count_two_plies(int method, Position* p, move_t* moves) noexcept nogil:
    """Return what lies two plies below, as the method counts it."""
    cdef Undo undo
    cdef uint64_t total = 0
    cdef int i
    if method == METHOD_PAIRS:
        return count_pairs(p, moves)
    for i in range(generate_legal(p, moves)):
        make_move(p, moves[i], &undo, False)
        total += count_legal(p)
        unmake_move(p, &undo, False)
    return total


cdef inline void announce(
        const Table* table, const Position* p, WideKey key, move_t move, int depth,
        Lookup* lookup) noexcept nogil:
    """Have memory fetched for the look-up of what lies below a move."""
    lookup.key = at_depth(key_after(p, key, move), depth)
    lookup.bucket = bucket_of(table, lookup.key)
    prefetch_bucket(lookup.bucket)


cdef uint64_t count_three_plies(
        int method, const Table* table, Position* p, WideKey key, move_t* buffer,
        Counter* counter) noexcept nogil:
    """Return what lies three plies below; of no use if the counter is stopped.

    Here are nearly all look-ups of a count.
    """
    cdef Lookup[AHEAD] ring
    cdef Lookup* lookup
    cdef Undo undo
    cdef uint64_t total = 0
    cdef uint64_t nodes
    cdef int n = generate_legal(p, buffer)
    cdef int i
    for i in range(min(n, AHEAD)):
        announce(table, p, key, buffer[i], LEAST_KEPT, &ring[i])
    for i in range(n):
        lookup = &ring[i % AHEAD]
        if not bucket_find(lookup.bucket, lookup.key.check, &nodes):
            if pause(counter):
                return 0
            make_move(p, buffer[i], &undo, False)
            nodes = count_two_plies(method, p, buffer + n)
            unmake_move(p, &undo, False)
            bucket_put(lookup.bucket, lookup.key.check, nodes)
        total += nodes
        if i + AHEAD < n:
            announce(table, p, key, buffer[i + AHEAD], LEAST_KEPT, lookup)
    return total


cdef uint64_t count_below(
        int method, const Table* table, Position* p, WideKey key, int depth, move_t* buffer,
        Counter* counter) noexcept nogil:
    """Return what lies at least three plies below; of no use if the counter is stopped."""
    cdef WideKey child, there
    cdef Bucket* bucket
    cdef Undo undo
    cdef uint64_t total = 0
    cdef uint64_t nodes
    cdef int n, i
    if depth == LEAST_KEPT + 1:
        return count_three_plies(method, table, p, key, buffer, counter)
    n = generate_legal(p, buffer)
    for i in range(n):
        child = key_after(p, key, buffer[i])
        there = at_depth(child, depth - 1)
        bucket = bucket_of(table, there)
        if not bucket_find(bucket, there.check, &nodes):
            if pause(counter):
                return 0
            make_move(p, buffer[i], &undo, False)
            nodes = count_below(method, table, p, child, depth - 1, buffer + n, counter)
            unmake_move(p, &undo, False)
            if counter.stopped:
                return 0
            bucket_put(bucket, there.check, nodes)
        add(counter, &total, nodes)
    return total


cdef void count_hashed(
        int method, const Table* table, Position* p, int depth, move_t* buffer, Counter* counter,
) noexcept nogil:
    cdef WideKey key, there
    cdef uint64_t nodes
    if depth <= LEAST_KEPT:
        if depth == 2:
            nodes = count_two_plies(method, p, buffer)
        else:
            nodes = count_legal(p) if depth == 1 else 1
    else:
        key = wide_key(p)
        there = at_depth(key, depth)
        if not bucket_find(bucket_of(table, there), there.check, &nodes):
            nodes = count_below(method, table, p, key, depth, buffer, counter)
            if counter.stopped:
                return
            bucket_put(bucket_of(table, there), there.check, nodes)
    add(counter, &counter.nodes, nodes)
