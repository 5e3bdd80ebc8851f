# cython: language_level=3
"""The Cython face of csrc/bitboard.h: an 81-square set and its operations."""

from libc.stdint cimport uint64_t


cdef extern from "bitboard.h" nogil:
    ctypedef struct Bitboard:
        uint64_t lo
        uint64_t hi

    const uint64_t BB_LO_RANK_A
    const uint64_t BB_HI_RANK_A

    int word_popcount(uint64_t word) noexcept
    int word_lowest(uint64_t word) noexcept
    bint word_add_overflows(uint64_t* a, uint64_t b) noexcept

    Bitboard bb_make(uint64_t lo, uint64_t hi) noexcept
    Bitboard bb_empty() noexcept
    Bitboard bb_full() noexcept
    Bitboard bb_and(Bitboard a, Bitboard b) noexcept
    Bitboard bb_or(Bitboard a, Bitboard b) noexcept
    Bitboard bb_xor(Bitboard a, Bitboard b) noexcept
    Bitboard bb_minus(Bitboard a, Bitboard b) noexcept
    Bitboard bb_not(Bitboard a) noexcept
    bint bb_any(Bitboard a) noexcept
    bint bb_meet(Bitboard a, Bitboard b) noexcept
    bint bb_equal(Bitboard a, Bitboard b) noexcept
    int bb_count(Bitboard a) noexcept
    bint bb_many(Bitboard a) noexcept
    Bitboard bb_square(int square) noexcept
    bint bb_has(Bitboard a, int square) noexcept
    int bb_first(Bitboard a) noexcept
    int bb_pop(Bitboard* a) noexcept
    Bitboard bb_shift_up(Bitboard a, int n) noexcept
    Bitboard bb_shift_down(Bitboard a, int n) noexcept
    Bitboard bb_line_up(Bitboard line, Bitboard occupied) noexcept
    Bitboard bb_line_down(Bitboard line, Bitboard occupied) noexcept
    unsigned bb_file_bits(Bitboard a, int file) noexcept
    Bitboard bb_file_from_bits(unsigned bits, int file) noexcept
    Bitboard bb_fill_files(Bitboard a) noexcept
