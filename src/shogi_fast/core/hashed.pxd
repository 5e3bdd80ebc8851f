# cython: language_level=3
"""Perft kernel with a table: what lies below equal positions is counted once."""

from libc.stdint cimport uint64_t

from shogi_fast.core.counting cimport Counter
from shogi_fast.core.position cimport Position
from shogi_fast.core.table cimport Table
from shogi_fast.core.types cimport move_t

# Add to a counter what lies `depth` plies below a position, as count_nodes does by METHOD_PAIRS or
# METHOD_BULK. Other threads may use the table at the same time.
cdef void count_hashed(
    int method, const Table* table, Position* p, int depth, move_t* buffer, Counter* counter,
) noexcept nogil
