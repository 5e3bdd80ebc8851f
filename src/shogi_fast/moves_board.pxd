# cython: language_level=3
"""MovesBoard: the text of a position's moves, and impasse, for Python."""

from shogi_fast.base_board cimport BaseBoard
from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport move_t


cdef class MovesBoard(BaseBoard):
    pass


# The code itself; raises IllegalMoveError if the move is not legal.
cdef move_t legal_code(const Position* position, move_t code) except 0

# The exception for a move that is not legal.
cdef object illegal_move(const Position* position, move_t code)
