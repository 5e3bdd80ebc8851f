/* Numbers in records, which are little-endian on every platform, and hints to the cache.
 *
 * Plain C11 with no Python.h; compiles alone with gcc, clang and MSVC.
 */
#ifndef SHOGI_FAST_BYTES_H
#define SHOGI_FAST_BYTES_H

#include <stdint.h>
#include <string.h>

#include "bitboard.h"

/* MSVC has no such macro and no big-endian target. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define SHOGI_FAST_BIG_ENDIAN 1
#else
#define SHOGI_FAST_BIG_ENDIAN 0
#endif

/* A number of eight bytes at any address, the lowest first. */
static inline uint64_t load_word(const void *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return SHOGI_FAST_BIG_ENDIAN ? word_reverse_bytes(word) : word;
}

static inline void store_word(void *bytes, uint64_t word) {
    if (SHOGI_FAST_BIG_ENDIAN)
        word = word_reverse_bytes(word);
    memcpy(bytes, &word, sizeof word);
}

/* Say that the memory at an address, valid or not, will soon be asked for. */
static inline void prefetch(const void *address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

#endif
