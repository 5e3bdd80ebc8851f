# cython: language_level=3
"""The legal and the pseudo-legal moves of a board, as objects that Python iterates over."""

from shogi_fast.compat.shogi._state cimport State
from shogi_fast.core.types cimport MAX_MOVES, move_t


cdef class MoveIterator:
    cdef int next
    cdef int length
    cdef move_t[MAX_MOVES] codes


cdef class MoveGenerator:
    cdef object __weakref__
    cdef State state
    cdef int take_board(self, State board) except -1
    cdef State asked_board(self)


cdef class LegalMoveGenerator(MoveGenerator):
    pass


cdef class PseudoLegalMoveGenerator(MoveGenerator):
    pass


# The moves of men on the board of some types (bits counted from 0, in their numbers), and drops of
# some types.
cdef MoveIterator legal_moves(State state, int kinds, int dropped)
cdef MoveIterator pseudo_legal_moves(State state, int kinds, int dropped)

# Return an iterator over what a method in Python generates, and what one says, within Python's
# limit of recursion.
cdef object asked(object generate)
cdef object told(object method, tuple arguments)

cdef enum:
    ALL_KINDS = 0x7ffe
    ALL_DROPS = 0xfe
