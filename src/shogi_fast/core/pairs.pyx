# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The last two plies of a perft, counted together."""

from shogi_fast.core.movegen cimport count_legal, generate_legal
from shogi_fast.core.position cimport Undo, make_move, unmake_move


cdef uint64_t count_pairs(Position* p, move_t* moves) noexcept nogil:
    cdef Undo undo
    cdef uint64_t total = 0
    cdef int i
    for i in range(generate_legal(p, moves)):
        make_move(p, moves[i], &undo, False)
        total += count_legal(p)
        unmake_move(p, &undo, False)
    return total
