# cython: language_level=3
"""Pieces as python-shogi has them."""


cdef class Piece:
    cdef object __weakref__
    cdef public int piece_type
    cdef public int color


cdef Piece new_piece(int piece_type, int color)
