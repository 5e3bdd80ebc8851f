# cython: language_level=3
"""The part of python-shogi's Board that sets up and shows a position."""

from shogi_fast.compat.shogi._attributes cimport Attributes
from shogi_fast.core.position cimport Position


cdef class BaseBoard(Attributes):
    pass

# Return the square of a king in their numbers, None if it is not there.
cdef object king_square(const Position* p, int color)
