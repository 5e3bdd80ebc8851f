# cython: language_level=3
"""Board: a packed position, and the records that take its moves back."""

from libc.stdint cimport uint64_t

from shogi_fast.core.history cimport History
from shogi_fast.core.position cimport Position, Undo
from shogi_fast.core.types cimport move_t
from shogi_fast.moves_board cimport MovesBoard


cdef class Board(MovesBoard):
    cdef Undo* undos                 # one for each move on the stack, oldest first
    cdef Py_ssize_t depth            # how many
    cdef Py_ssize_t capacity
    cdef object key_object           # the int last returned as key, or None
    cdef uint64_t key_of_object      # its value
    cdef History history             # of positions, as far as somebody asked


# Make a move after looking only whether it can be made; raises IllegalMoveError.
cdef int push_possible(Board board, move_t code) except -1

# Hand the turn over; raises IllegalMoveError in check.
cdef int push_null(Board board) except -1

# Take back the last move, of which there is one, and return its code.
cdef int pop_code(Board board) noexcept

# Note in `history` the positions up to the present one that nobody has asked about yet.
cdef int note_history(Board board) except -1

# A new board of a class with the same position, and moves if so wished; in a critical section.
cdef Board duplicate(Board board, bint stack, type cls)

# The position from before all moves.
cdef void unmake_all(Position* position, const Undo* undos, Py_ssize_t depth) noexcept
