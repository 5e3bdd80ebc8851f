# cython: language_level=3, binding=False
"""A board that does nothing, with the signatures of ``shogi_fast.Board``: what a call alone costs.

``python_calls.py`` compiles it and times it beside each row.
"""

cimport cython


cdef class Board:

    def __init__(self, sfen="", *, strict=False):
        pass

    @property
    def legal_moves(self):
        cdef LegalMoves view = LegalMoves.__new__(LegalMoves)
        view.board = self
        return view

    @property
    def key(self):
        return 0

    def push(self, move):
        pass

    def push_unchecked(self, move):
        pass

    def pop(self):
        pass

    def is_legal(self, move):
        return True

    def is_check(self):
        return False

    def sfen(self, *, ply=True):
        return ""

    def copy(self, *, stack=True):
        return self

    def repetition(self):
        return 0


@cython.final
@cython.freelist(4)
cdef class LegalMoves:

    cdef Board board

    def __len__(self):
        return 0

    def __iter__(self):
        return iter(())
