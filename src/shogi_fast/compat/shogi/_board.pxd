# cython: language_level=3
"""python-shogi's Board."""

from shogi_fast.compat.shogi._base_board cimport BaseBoard


cdef class Board(BaseBoard):
    cdef object __weakref__
