# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Perft kernels: a counter and a way to stop, no objects."""

from shogi_fast.core.bitboard cimport bb_any
from shogi_fast.core.movegen cimport count_legal, generate_legal
from shogi_fast.core.pairs cimport count_pairs
from shogi_fast.core.position cimport Undo, make_move, unmake_move
from shogi_fast.core.types cimport NO_PIECE, PROMOTION_FLAG, is_drop


cdef void count_bulk(Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil:
    cdef Undo undo
    cdef int n, i
    if depth == 1:
        add(counter, &counter.nodes, count_legal(p))
    elif not pause(counter):
        n = generate_legal(p, buffer)
        for i in range(n):
            make_move(p, buffer[i], &undo, False)
            count_bulk(p, depth - 1, buffer + n, counter)
            unmake_move(p, &undo, False)
            if counter.stopped:
                return


cdef void count_by_pairs(Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil:
    cdef Undo undo
    cdef int n, i
    if depth == 1:
        add(counter, &counter.nodes, count_legal(p))
    elif not pause(counter):
        if depth == 2:
            add(counter, &counter.nodes, count_pairs(p, buffer))
        else:
            n = generate_legal(p, buffer)
            for i in range(n):
                make_move(p, buffer[i], &undo, False)
                count_by_pairs(p, depth - 1, buffer + n, counter)
                unmake_move(p, &undo, False)
                if counter.stopped:
                    return


cdef void count_visiting(Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil:
    cdef Undo undo
    cdef int n, i
    if pause(counter):
        return
    n = generate_legal(p, buffer)
    for i in range(n):
        make_move(p, buffer[i], &undo, True)
        if depth > 1:
            count_visiting(p, depth - 1, buffer + n, counter)
        else:
            add(counter, &counter.nodes, 1)
        unmake_move(p, &undo, True)
        if counter.stopped:
            return


cdef void count_stats(Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil:
    cdef Undo undo
    cdef int n, i
    if pause(counter):
        return
    n = generate_legal(p, buffer)
    for i in range(n):
        make_move(p, buffer[i], &undo, False)
        if depth > 1:
            count_stats(p, depth - 1, buffer + n, counter)
        else:
            # No count below can pass the number of nodes, so that one alone is watched.
            add(counter, &counter.nodes, 1)
            counter.captures += undo.captured != NO_PIECE
            counter.promotions += buffer[i] & PROMOTION_FLAG != 0
            counter.drops += is_drop(buffer[i])
            if bb_any(p.checkers):
                counter.checks += 1
                counter.mates += count_legal(p) == 0
        unmake_move(p, &undo, False)
        if counter.stopped:
            return


cdef void count_nodes(
        int method, Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil:
    if depth == 0:
        add(counter, &counter.nodes, 1)
    elif method == METHOD_PAIRS:
        count_by_pairs(p, depth, buffer, counter)
    elif method == METHOD_BULK:
        count_bulk(p, depth, buffer, counter)
    elif method == METHOD_VISIT:
        count_visiting(p, depth, buffer, counter)
    else:
        count_stats(p, depth, buffer, counter)
