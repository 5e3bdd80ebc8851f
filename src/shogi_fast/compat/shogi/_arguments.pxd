# cython: language_level=3
"""Squares, colors and piece types that come from Python in python-shogi's numbers."""

from libc.stdint cimport int64_t

from shogi_fast.arguments cimport clipped, index_of
from shogi_fast.compat.shogi._numbers cimport NONE, PIECE_KINDS, core_square, core_type
from shogi_fast.core.types cimport BLACK, KING, SQUARES, WHITE, unpromoted


cdef inline int square_of(object square) except -1:
    """Return the core's number of a square that came from Python."""
    cdef int64_t number = index_of(square, "a square")
    if not 0 <= number < SQUARES:
        raise IndexError(f"squares run from 0 to 80, not {clipped(number)}")
    return core_square(<int>number)


cdef inline int color_of_number(object color) except -1:
    cdef int64_t number = index_of(color, "a color")
    if number != BLACK and number != WHITE:
        raise IndexError(f"colors are 0 (black) and 1 (white), not {clipped(number)}")
    return <int>number


cdef inline int kind_of(object piece_type) except -1:
    """Return the core's number of a piece type that came from Python."""
    cdef int64_t number = index_of(piece_type, "a piece type")
    if not 1 <= number < PIECE_KINDS:
        raise ValueError(f"piece types run from 1 to 14, not {clipped(number)}")
    return core_type(<int>number)


cdef inline int kind_or_none(object piece_type) except -1:
    """Return the core's number of a piece type that came from Python, 0 for NONE."""
    if index_of(piece_type, "a piece type") == NONE:
        return NONE
    return kind_of(piece_type)


cdef inline int hand_kind(object piece_type) except -1:
    """Return the core's number of the type that a piece has in hand."""
    cdef int kind = kind_of(piece_type)
    if kind == KING:
        raise ValueError("a king cannot be in hand")
    return unpromoted(kind)


cdef inline int hand_type(object piece_type) except -1:
    """Return a piece type that a hand may have."""
    cdef int64_t number = index_of(piece_type, "a piece type")
    if not 1 <= number <= 7:
        raise ValueError(f"hands have piece types 1 to 7, not {clipped(number)}")
    return <int>number
