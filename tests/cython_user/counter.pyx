# cython: language_level=3
"""What another project needs to write to count perft on the core."""

from libc.stdint cimport uint64_t

from shogi_fast.board cimport Board
from shogi_fast.core.movegen cimport count_legal, generate_legal
from shogi_fast.core.position cimport Position, Undo, make_move, unmake_move
from shogi_fast.core.types cimport MAX_MOVES, move_t


cdef uint64_t count(Position* position, int depth) noexcept nogil:
    cdef move_t[MAX_MOVES] moves
    cdef Undo undo
    cdef uint64_t nodes = 0
    cdef int i
    if depth == 1:
        return count_legal(position)
    for i in range(generate_legal(position, moves)):
        make_move(position, moves[i], &undo, True)
        nodes += count(position, depth - 1)
        unmake_move(position, &undo, True)
    return nodes


def perft(Board board, int depth):
    cdef Position position = board.position
    return count(&position, depth)
