# cython: language_level=3
"""SFEN text of a packed position, for Python."""

from shogi_fast.core.position cimport Position

# Read SFEN text into a position; raises InvalidSfenError and leaves the position as it was.
# `saved` accepts what only boards that were pickled may hold; see core/sfen.pxd.
cdef int read_position(object sfen, bint saved, Position* position) except -1

cdef str position_text(const Position* position, bint with_ply)
