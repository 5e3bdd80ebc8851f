# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Perft kernels: a counter and a way to stop, no objects."""

from shogi_fast.core.bitboard cimport word_add_overflows
from shogi_fast.core.movegen cimport count_legal, generate_legal
from shogi_fast.core.position cimport Undo, make_move, unmake_move


cdef inline bint pause(Counter* counter) noexcept nogil:
    """Poll when it is time to. Returns True if the count is to end."""
    counter.left -= 1
    if counter.left <= 0:
        counter.left = counter.interval
        if counter.poll != NULL and counter.poll(counter.context):
            counter.stopped = True
    return counter.stopped


cdef void count_visiting(Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil:
    cdef Undo undo
    cdef int n = generate_legal(p, buffer)
    cdef int i
    if pause(counter):
        return
    for i in range(n):
        make_move(p, buffer[i], &undo, True)
        if depth > 1:
            count_visiting(p, depth - 1, buffer + n, counter)
        else:
            counter.overflowed |= word_add_overflows(&counter.nodes, 1)
        unmake_move(p, &undo, True)
        if counter.stopped:
            return


cdef void count_bulk(Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil:
    cdef Undo undo
    cdef int n, i
    if depth == 1:
        counter.overflowed |= word_add_overflows(&counter.nodes, count_legal(p))
        return
    if pause(counter):
        return
    n = generate_legal(p, buffer)
    for i in range(n):
        make_move(p, buffer[i], &undo, False)
        count_bulk(p, depth - 1, buffer + n, counter)
        unmake_move(p, &undo, False)
        if counter.stopped:
            return
