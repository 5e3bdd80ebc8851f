# cython: language_level=3
"""The last two plies of a perft, counted together."""

from libc.stdint cimport uint64_t

from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport move_t

# Return the number of positions two plies away, path by path. The position is as it was
# afterwards; `moves` has room for MAX_MOVES.
cdef uint64_t count_pairs(Position* p, move_t* moves) noexcept nogil
