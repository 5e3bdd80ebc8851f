/* What threads share without a lock: flags, counters, words that may be read while written.
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

#else
#error "gcc, clang or MSVC"
#endif

#endif
