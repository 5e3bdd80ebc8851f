# cython: language_level=3
"""Piece objects, one for each piece of each color."""

from shogi_fast.core.types cimport PIECE_CODES


cdef class Piece:
    cdef int code


# The object for each piece code, None for codes of no piece.
cdef list PIECES

cdef int check_color(object color) except -1
cdef int check_piece_type(object piece_type) except -1
