# cython: language_level=3
"""The order in which python-shogi lists moves."""

from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport move_t

# Put n moves of the side to move into that order: men on the board by type, by origin, by
# destination, promotions after the same move without; drops by destination, by type. All in their
# numbers.
cdef void put_in_order(const Position* p, move_t* moves, int n) noexcept nogil
