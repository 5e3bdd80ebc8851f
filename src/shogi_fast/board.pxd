# cython: language_level=3
"""Board: a packed position, and the records that take its moves back."""

from libc.stdint cimport int32_t, uint64_t

from shogi_fast.base_board cimport BaseBoard
from shogi_fast.core.history cimport History, Visit
from shogi_fast.core.position cimport Undo
from shogi_fast.core.types cimport MAX_MOVES, move_t
from shogi_fast.move cimport Move


cdef class Board(BaseBoard):
    cdef Undo* undos                 # one for each move on the stack, oldest first
    cdef Py_ssize_t depth            # how many
    cdef Py_ssize_t capacity
    cdef History history             # of positions, as far as somebody asked

    cdef int reserve(self) except -1
    cdef int push_code(self, move_t code) except -1
    cdef int push_pseudo_legal(self, move_t code) except -1
    cdef int push_null(self) except -1
    cdef void pop_code(self) noexcept
    cdef Move legal(self, Move move)
    cdef const Visit* visit(self) except NULL


cdef class LegalMoves:
    cdef Board board
    cdef uint64_t listed             # one more than the board's version when it was last listed
    cdef int length                  # how many moves that list had

    cdef int count(self) except -1
    cdef int list_codes(self, move_t* codes) except -1


cdef class MoveIterator:
    cdef int next                    # of the moves, the first not yet given out
    cdef int length
    cdef move_t[MAX_MOVES] codes
