# cython: language_level=3
"""python-shogi's Board."""

from shogi_fast.compat.shogi._state cimport State


cdef class Board(State):
    cdef dict __dict__
    cdef object __weakref__

    # Return the object that shows a part of the board, kept while somebody has it; `instead` is
    # what to use for changing that part.
    cdef object view(self, str name, str instead)
