# cython: language_level=3
"""The Cython face of csrc/atomics.h: numbers that threads share without a lock."""

from libc.stdint cimport int32_t, uint64_t


cdef extern from "atomics.h" nogil:
    int32_t shared_load(const int32_t* number) noexcept
    void shared_store(int32_t* number, int32_t value) noexcept
    int32_t shared_add(int32_t* number, int32_t more) noexcept
    uint64_t shared_word_load(const uint64_t* word) noexcept
    void shared_word_store(uint64_t* word, uint64_t value) noexcept


cdef inline bint poll_flag(void* flag) noexcept nogil:
    """Say whether the int32_t flag is set: a ``poll_t`` for counters on threads of their own."""
    return shared_load(<const int32_t*>flag) != 0
