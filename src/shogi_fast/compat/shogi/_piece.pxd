# cython: language_level=3
"""Pieces as python-shogi has them."""


cdef class Piece:
    cdef object __weakref__
    cdef int type_number
    cdef int color_number


cdef Piece new_piece(int piece_type, int color)
