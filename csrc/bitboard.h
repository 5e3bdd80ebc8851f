/* The set of squares: 81 bits in two words, and the operations that Cython cannot say well.
 *
 * Square s (file-major, 1a = 0 ... 9i = 80) is bit s of `lo` for files 1 to 7 (s < 63) and bit
 * s - 63 of `hi` for files 8 and 9. No file is split between the words, so everything that
 * happens along a file (pawns, lances, two pawns on a file) is arithmetic within one word:
 *
 *        lo, bit 9 * (file - 1) + (rank - 1)             hi
 *     | 1a..1i | 2a..2i | ... | 7a..7i | unused (63) |   | 8a..8i | 9a..9i | unused |
 *
 * Unused bits are zero in every Bitboard handed from one function to another, except where a
 * function's comment says otherwise.
 *
 * Plain C11 with no Python.h; compiles alone with gcc, clang and MSVC.
 */
#ifndef SHOGI_FAST_BITBOARD_H
#define SHOGI_FAST_BITBOARD_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#include <stdlib.h>
#endif

#define BB_LO_SQUARES 63
#define BB_LO_MASK UINT64_C(0x7fffffffffffffff)
#define BB_HI_MASK UINT64_C(0x3ffff)
/* One bit for each file, on the first rank (a) and on the last (i). */
#define BB_LO_RANK_A UINT64_C(0x0040201008040201)
#define BB_HI_RANK_A UINT64_C(0x201)
#define BB_LO_RANK_I (BB_LO_RANK_A << 8)
#define BB_HI_RANK_I (BB_HI_RANK_A << 8)

typedef struct Bitboard {
    uint64_t lo;
    uint64_t hi;
} Bitboard;

/* ---- words ------------------------------------------------------------------------------- */

static inline int word_popcount(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcountll(word);
#elif defined(SHOGI_FAST_POPCNT)
    /* MSVC emits the instruction whatever processor it compiles for: only where it is asked to. */
    return (int)__popcnt64(word);
#else
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((word * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

/* The index of the lowest bit. `word` must not be 0. */
static inline int word_lowest(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(word);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
    unsigned long index = 0;
    _BitScanForward64(&index, word);
    return (int)index;
#else
    return word_popcount((word & (0 - word)) - 1);
#endif
}

/* The word with its eight bytes in reverse order. */
static inline uint64_t word_reverse_bytes(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_bswap64(word);
#elif defined(_MSC_VER)
    return _byteswap_uint64(word);
#else
    word = (word >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (word & UINT64_C(0x00ff00ff00ff00ff)) << 8;
    word = (word >> 16 & UINT64_C(0x0000ffff0000ffff)) | (word & UINT64_C(0x0000ffff0000ffff)) << 16;
    return word >> 32 | word << 32;
#endif
}

/* Add b to *a. Returns 1 when the sum does not fit, and *a is then unchanged. */
static inline int word_add_overflows(uint64_t *a, uint64_t b) {
    if (*a > UINT64_MAX - b)
        return 1;
    *a += b;
    return 0;
}

/* ---- sets -------------------------------------------------------------------------------- */

static inline Bitboard bb_make(uint64_t lo, uint64_t hi) {
    Bitboard result = {lo, hi};
    return result;
}

static inline Bitboard bb_empty(void) { return bb_make(0, 0); }

static inline Bitboard bb_full(void) { return bb_make(BB_LO_MASK, BB_HI_MASK); }

static inline Bitboard bb_and(Bitboard a, Bitboard b) { return bb_make(a.lo & b.lo, a.hi & b.hi); }

static inline Bitboard bb_or(Bitboard a, Bitboard b) { return bb_make(a.lo | b.lo, a.hi | b.hi); }

static inline Bitboard bb_xor(Bitboard a, Bitboard b) { return bb_make(a.lo ^ b.lo, a.hi ^ b.hi); }

/* The squares of a that are not in b. */
static inline Bitboard bb_minus(Bitboard a, Bitboard b) {
    return bb_make(a.lo & ~b.lo, a.hi & ~b.hi);
}

static inline Bitboard bb_not(Bitboard a) { return bb_minus(bb_full(), a); }

static inline int bb_any(Bitboard a) { return (a.lo | a.hi) != 0; }

static inline int bb_meet(Bitboard a, Bitboard b) { return bb_any(bb_and(a, b)); }

static inline int bb_equal(Bitboard a, Bitboard b) { return ((a.lo ^ b.lo) | (a.hi ^ b.hi)) == 0; }

static inline int bb_count(Bitboard a) { return word_popcount(a.lo) + word_popcount(a.hi); }

/* Whether the set has two squares or more. */
static inline int bb_many(Bitboard a) {
    /* With a square in each word neither `&` below sees the second one. */
    return ((a.lo & (a.lo - 1)) | (a.hi & (a.hi - 1))) != 0 || (a.lo != 0 && a.hi != 0);
}

static inline Bitboard bb_square(int square) {
    int high = square >= BB_LO_SQUARES;
    uint64_t bit = UINT64_C(1) << (high ? square - BB_LO_SQUARES : square);
    return high ? bb_make(0, bit) : bb_make(bit, 0);
}

static inline int bb_has(Bitboard a, int square) {
    return square < BB_LO_SQUARES ? (int)(a.lo >> square & 1)
                                  : (int)(a.hi >> (square - BB_LO_SQUARES) & 1);
}

/* The lowest square. The set must not be empty. */
static inline int bb_first(Bitboard a) {
    return a.lo ? word_lowest(a.lo) : BB_LO_SQUARES + word_lowest(a.hi);
}

/* Remove the lowest square and return it. The set must not be empty. */
static inline int bb_pop(Bitboard *a) {
    int square;
    if (a->lo) {
        square = word_lowest(a->lo);
        a->lo &= a->lo - 1;
    } else {
        square = BB_LO_SQUARES + word_lowest(a->hi);
        a->hi &= a->hi - 1;
    }
    return square;
}

/* ---- shifts: the set moved by n squares, 0 < n < 18 -----------------------------------------
 * A square that leaves the board over the first or last rank reappears on the neighbouring file;
 * the caller masks those ranks away. Unused bits of the result are zero. */

static inline Bitboard bb_shift_up(Bitboard a, int n) {
    return bb_make((a.lo << n) & BB_LO_MASK,
                   ((a.hi << n) | (a.lo >> (BB_LO_SQUARES - n))) & BB_HI_MASK);
}

static inline Bitboard bb_shift_down(Bitboard a, int n) {
    return bb_make((a.lo >> n) | ((a.hi << (BB_LO_SQUARES - n)) & BB_LO_MASK), a.hi >> n);
}

/* ---- lines ------------------------------------------------------------------------------- */

/* The squares of `line` up to and with the first one in `occupied`. `line` runs from a square
 * (not in it) towards higher numbers. */
static inline Bitboard bb_line_up(Bitboard line, Bitboard occupied) {
    /* o ^ (o - 1) has every bit up to the lowest of o; all bits when o is 0. */
    Bitboard o = bb_and(line, occupied);
    uint64_t borrow = o.lo == 0;
    return bb_make((o.lo ^ (o.lo - 1)) & line.lo, (o.hi ^ (o.hi - borrow)) & line.hi);
}

/* The same towards lower numbers, for a rank or a diagonal. Their squares are eight to ten bits
 * apart, so no byte holds two of them, and reversing the bytes reverses the line: then the highest
 * blocker is the lowest bit. (With a count of leading zeros instead, x86-64-v2 code was 8 % slower
 * than code for newer processors.) */
static inline Bitboard bb_line_down(Bitboard line, Bitboard occupied) {
    Bitboard reversed = {word_reverse_bytes(line.hi), word_reverse_bytes(line.lo)};
    Bitboard blockers = {word_reverse_bytes(line.hi & occupied.hi),
                         word_reverse_bytes(line.lo & occupied.lo)};
    Bitboard attacked = bb_line_up(reversed, blockers);
    return bb_make(word_reverse_bytes(attacked.hi), word_reverse_bytes(attacked.lo));
}

/* The nine bits of one file, rank a in bit 0. file: 0 to 8. */
static inline unsigned bb_file_bits(Bitboard a, int file) {
    return (unsigned)((file < 7 ? a.lo >> (9 * file) : a.hi >> (9 * file - 63)) & 511);
}

/* A set with the nine bits on one file. */
static inline Bitboard bb_file_from_bits(unsigned bits, int file) {
    return file < 7 ? bb_make((uint64_t)bits << (9 * file), 0)
                    : bb_make(0, (uint64_t)bits << (9 * file - 63));
}

/* Every square of each file that has a square in a. */
static inline uint64_t word_fill_files(uint64_t word, uint64_t rank_i) {
    /* Within a file, adding 255 to the lower eight bits carries into the ninth if any is set. */
    uint64_t lower = word & ~rank_i;
    uint64_t marked = ((lower + (rank_i - (rank_i >> 8))) | word) & rank_i;
    /* 256 becomes 512 - 1 = 511, for each file on its own. */
    return (marked << 1) - (marked >> 8);
}

static inline Bitboard bb_fill_files(Bitboard a) {
    return bb_make(word_fill_files(a.lo, BB_LO_RANK_I), word_fill_files(a.hi, BB_HI_RANK_I));
}

#endif
