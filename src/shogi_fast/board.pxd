# cython: language_level=3
"""Board: a packed position, and the records that take its moves back."""

from libc.stdint cimport uint64_t

from shogi_fast.core.history cimport History
from shogi_fast.core.position cimport Undo
from shogi_fast.moves_board cimport MovesBoard


cdef class Board(MovesBoard):
    cdef Undo* undos                 # one for each move on the stack, oldest first
    cdef Py_ssize_t depth            # how many
    cdef Py_ssize_t capacity
    cdef object key_object           # the int last returned as key, or None
    cdef uint64_t key_of_object      # its value
    cdef History history             # of positions, as far as somebody asked
