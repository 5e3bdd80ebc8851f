# cython: language_level=3
"""PositionBoard: the position of a Board."""

from shogi_fast.board cimport Board as FastBoard


cdef class PositionBoard:
    # The board that this one speaks for, the same one all its life; nobody else has it. Its undo
    # records carry in `note` the move as cshogi has it.
    cdef FastBoard inner


# A copy of what a board speaks for, of which no other thread knows.
cdef FastBoard copied(PositionBoard board)

# Read SFEN text into a board; raises PositionError, which is a RuntimeError.
cdef int read_into(FastBoard board, object sfen) except -1

# A color that came from Python; raises ValueError.
cdef int check_color(object color) except -1
