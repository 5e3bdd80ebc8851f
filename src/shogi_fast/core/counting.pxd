# cython: language_level=3, cdivision=True
"""Perft kernels: how many positions a number of plies away, path by path."""

from libc.stdint cimport uint64_t

from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport move_t

ctypedef bint (*poll_t)(void* context) noexcept nogil


cdef struct Counter:
    uint64_t nodes
    # Called after about every `interval` inner nodes; True stops the count.
    poll_t poll
    void* context
    int interval
    int left                 # inner nodes until the next poll
    bint stopped
    bint overflowed


cdef void count_visiting(Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil
cdef void count_bulk(Position* p, int depth, move_t* buffer, Counter* counter) noexcept nogil
