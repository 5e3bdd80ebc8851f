# cython: language_level=3
"""Board: a packed position, and the records that take its moves back."""

from shogi_fast.core.position cimport Position, Undo
from shogi_fast.core.types cimport move_t


cdef class Board:
    cdef Position position
    cdef Undo* undos                 # one for each move on the stack, oldest first
    cdef Py_ssize_t depth            # how many
    cdef Py_ssize_t capacity

    cdef int reserve(self) except -1
    cdef int push_code(self, move_t code) except -1
    cdef int push_pseudo_legal(self, move_t code) except -1
    cdef void pop_code(self) noexcept


cdef class LegalMoves:
    cdef Board board

    cdef list snapshot(self)


# Read SFEN text into a position; raises InvalidSfenError and leaves the position as it was.
cdef int read_position(object sfen, bint saved, Position* position) except -1
