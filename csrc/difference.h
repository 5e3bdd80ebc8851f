/* Whether some arrays of eight words cancel out.
 *
 * Plain C11 with no Python.h; compiles alone with gcc, clang and MSVC.
 */
#ifndef SHOGI_FAST_DIFFERENCE_H
#define SHOGI_FAST_DIFFERENCE_H

#include <stdint.h>
#include <string.h>

/* Whether the exclusive or of six times eight words is zero throughout. Two words at a time where
 * the compiler has a type for that: it does not see by itself that it may. */
static inline int words_cancel(const uint64_t *a, const uint64_t *b, const uint64_t *c,
                               const uint64_t *d, const uint64_t *e, const uint64_t *f) {
#if defined(__GNUC__) || defined(__clang__)
    typedef uint64_t Pair __attribute__((vector_size(16), aligned(8)));
    Pair found = {0, 0};
    for (int i = 0; i < 8; i += 2)
        found |= *(const Pair *)(a + i) ^ *(const Pair *)(b + i) ^ *(const Pair *)(c + i) ^
                 *(const Pair *)(d + i) ^ *(const Pair *)(e + i) ^ *(const Pair *)(f + i);
    return (found[0] | found[1]) == 0;
#else
    uint64_t found = 0;
    for (int i = 0; i < 8; i++)
        found |= a[i] ^ b[i] ^ c[i] ^ d[i] ^ e[i] ^ f[i];
    return found == 0;
#endif
}

#endif
