/* A table that threads share without a lock: from a check word to a count.
 *
 * A bucket is a cache line of four entries of two words each, the check combined with the count,
 * and the count. A reader that meets an entry half written by another thread combines two words
 * that do not belong together, and finds no check that it looks for.
 */
#ifndef SHOGI_FAST_TABLE_H
#define SHOGI_FAST_TABLE_H

#include <stdint.h>
#include <stdlib.h>
#include "atomics.h"

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
#include <intrin.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>
#endif

#define BUCKET_ENTRIES 4
#define BUCKET_BYTES 64

typedef struct {
    uint64_t word[2 * BUCKET_ENTRIES]; /* checks, then counts; all zero when empty */
} Bucket;

/* Return the upper half of a product. */
static inline uint64_t high_product(uint64_t a, uint64_t b) {
#if defined(__SIZEOF_INT128__)
    return (uint64_t)((unsigned __int128)a * b >> 64);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
    return __umulh(a, b);
#else
    uint64_t low = (a & 0xffffffff) * (b & 0xffffffff);
    uint64_t left = (a >> 32) * (b & 0xffffffff) + (low >> 32);
    uint64_t right = (a & 0xffffffff) * (b >> 32) + (left & 0xffffffff);
    return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
#endif
}

/* Return what a count adds to its check. Where a word is written in two halves, a count may mix
 * with another, too: there each half of the result depends on both halves of the count. */
static inline uint64_t count_mark(uint64_t count) {
#if UINTPTR_MAX > 0xffffffffu
    return count;
#else
    count ^= count >> 32;
    count *= 0x9E3779B97F4A7C15u;
    return count ^ count >> 32;
#endif
}

static inline void prefetch_bucket(const Bucket *bucket) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(bucket);
#else
    (void)bucket;
#endif
}

/* Look for a check; put its count where `count` points if it is there. */
static inline int bucket_find(const Bucket *bucket, uint64_t check, uint64_t *count) {
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t found = shared_word_load(&bucket->word[BUCKET_ENTRIES + i]);
        if ((shared_word_load(&bucket->word[i]) ^ count_mark(found)) == check) {
            *count = found;
            return 1;
        }
    }
    return 0;
}

/* Write an entry over that with the smallest count, the one that is made again soonest. */
static inline void bucket_put(Bucket *bucket, uint64_t check, uint64_t count) {
    int smallest = 0;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t found = shared_word_load(&bucket->word[BUCKET_ENTRIES + i]);
        if (found < least) {
            least = found;
            smallest = i;
        }
    }
    shared_word_store(&bucket->word[smallest], check ^ count_mark(count));
    shared_word_store(&bucket->word[BUCKET_ENTRIES + smallest], count);
}

/* Return memory for buckets, all zero and aligned to them; NULL if there is none. `block` is what
 * to free. Zeroed by the system where it can be, so pages that are never used cost nothing. */
static inline Bucket *new_buckets(uint64_t number, void **block) {
    uintptr_t start;
    if (number > (SIZE_MAX - BUCKET_BYTES) / BUCKET_BYTES) {
        *block = NULL;
        return NULL;
    }
    *block = calloc((size_t)number * BUCKET_BYTES + BUCKET_BYTES, 1);
    if (*block == NULL) {
        return NULL;
    }
    start = ((uintptr_t)*block + BUCKET_BYTES - 1) & ~(uintptr_t)(BUCKET_BYTES - 1);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    {
        /* Each look-up is in another page. Refused where there are no huge pages: no harm. */
        const uintptr_t page = 4096;
        uintptr_t first = (start + page - 1) & ~(page - 1);
        uintptr_t end = (start + (size_t)number * BUCKET_BYTES) & ~(page - 1);
        if (end > first) {
            (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
        }
    }
#endif
    return (Bucket *)start;
}

#endif
