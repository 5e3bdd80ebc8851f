# cython: language_level=3
"""The moves that a board had when it was asked for them."""

cimport cython

from shogi_fast.compat.cshogi._position cimport PositionBoard
from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport move_t


cdef class MoveList:
    cdef bint asked                  # whether the moves are still to be listed
    cdef int next                    # of the moves, the first not yet given out
    cdef int length                  # how many there are, or -1 if nobody has counted
    cdef move_t* codes               # of the moves; NULL until they are listed
    cdef Position position           # when the list was asked for

    cdef int count(self) noexcept
    cdef int fill(self, move_t* codes) noexcept
    cdef bint list_moves(self) noexcept


cdef class LegalMoveList(MoveList):
    pass


cdef class PseudoLegalMoveList(MoveList):
    pass


cdef class CheckMoveList(MoveList):
    pass


cdef inline MoveList look_at(MoveList moves, PositionBoard board):
    """Return a list, from now on of the moves that a board has now."""
    with cython.critical_section(moves, board):
        moves.position = board.inner.position
        moves.length = -1
        moves.asked = True
    return moves


# Say whether a move is pseudo-legal as cshogi has it; for the code of any Move.
cdef bint is_pseudo_legal_there(const Position* p, move_t move) noexcept nogil
