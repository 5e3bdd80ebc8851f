# cython: language_level=3, cdivision=True
"""python-shogi's numbers for squares and piece types, to the core's and back.

Its squares run along the ranks, 9a = 0, 8a = 1 ... 1i = 80; its piece types have gold before bishop
and rook. Colors are the same.
"""

from libc.stdint cimport uint64_t

from shogi_fast.core.types cimport file_of, rank_of

cdef enum:
    NONE = 0
    PIECE_KINDS = 15         # one past the largest of their piece types


cdef inline int core_square(int square) noexcept nogil:
    """Return the core's number of one of their squares."""
    # Whole nines of their number are ranks, as those of the core's are files.
    return (8 - rank_of(square)) * 9 + file_of(square)


cdef inline int their_square(int square) noexcept nogil:
    return rank_of(square) * 9 + 8 - file_of(square)


# Each hexadecimal digit is the other's number for the type that is its place, from the right.


cdef inline int core_type(int piece_type) noexcept nogil:
    """Return the core's number of one of their piece types; 0 stays 0."""
    return <uint64_t>0xedcba9865743210 >> 4 * piece_type & 15


cdef inline int their_type(int piece_type) noexcept nogil:
    return <uint64_t>0xedcba9857643210 >> 4 * piece_type & 15
