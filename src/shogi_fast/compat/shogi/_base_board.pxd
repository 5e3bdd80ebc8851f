# cython: language_level=3
"""The part of python-shogi's Board that sets up and shows a position."""

from shogi_fast.compat.shogi._attributes cimport Attributes


cdef class BaseBoard(Attributes):
    pass
