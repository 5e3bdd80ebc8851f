/* What threads share without a lock: flags, counters, words that may be read while written.
 *
 * A number of 32 bits is read and written whole. A word of 64 bits may be read half old, half new
 * where pointers have 32 bits: what is made of it must bear that.
 *
 * Relaxed order throughout: nothing here says that other memory was written before. Results are
 * read after the threads were joined, which orders everything.
 */
#ifndef SHOGI_FAST_ATOMICS_H
#define SHOGI_FAST_ATOMICS_H

#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)

static inline int32_t shared_load(const int32_t *number) {
    return __atomic_load_n(number, __ATOMIC_RELAXED);
}

static inline void shared_store(int32_t *number, int32_t value) {
    __atomic_store_n(number, value, __ATOMIC_RELAXED);
}

/* Add to a number and return what it was. */
static inline int32_t shared_add(int32_t *number, int32_t more) {
    return __atomic_fetch_add(number, more, __ATOMIC_RELAXED);
}

/* On some 32-bit processors there is no access to 64 bits at once, or only by a library call. */
#if UINTPTR_MAX > 0xffffffffu
static inline uint64_t shared_word_load(const uint64_t *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void shared_word_store(uint64_t *word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
#else
static inline uint64_t shared_word_load(const uint64_t *word) {
    return *(const volatile uint64_t *)word;
}

static inline void shared_word_store(uint64_t *word, uint64_t value) {
    *(volatile uint64_t *)word = value;
}
#endif

#elif defined(_MSC_VER)

#include <intrin.h>

/* An aligned volatile access of this size is one access on every processor MSVC compiles for. */
static inline int32_t shared_load(const int32_t *number) { return *(const volatile int32_t *)number; }

static inline void shared_store(int32_t *number, int32_t value) {
    *(volatile int32_t *)number = value;
}

static inline int32_t shared_add(int32_t *number, int32_t more) {
    return (int32_t)_InterlockedExchangeAdd((volatile long *)number, (long)more);
}

static inline uint64_t shared_word_load(const uint64_t *word) {
    return *(const volatile uint64_t *)word;
}

static inline void shared_word_store(uint64_t *word, uint64_t value) {
    *(volatile uint64_t *)word = value;
}

#else
#error "gcc, clang or MSVC"
#endif

#endif
