/* What MSVC's <intrin.h> declares and csrc/ uses, made of what gcc and clang have: with it they
 * compile, and run, the code that is for MSVC (csrc_check.sh). Meanings from Microsoft's pages
 * "x64 (amd64) intrinsics list" and "_BitScanForward". */
#ifndef MSVC_STAND_IN_INTRIN_H
#define MSVC_STAND_IN_INTRIN_H

#include <stdint.h>

static inline unsigned char _BitScanForward64(unsigned long *index, uint64_t mask) {
    if (mask == 0)
        return 0;
    *index = (unsigned long)__builtin_ctzll(mask);
    return 1;
}

static inline uint64_t __popcnt64(uint64_t word) { return (uint64_t)__builtin_popcountll(word); }

static inline uint64_t _byteswap_uint64(uint64_t word) { return __builtin_bswap64(word); }

static inline uint64_t __umulh(uint64_t a, uint64_t b) {
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

static inline long _InterlockedExchangeAdd(volatile void *number, long more) {
    /* MSVC's long has 32 bits. */
    return (long)__atomic_fetch_add((volatile int32_t *)number, (int32_t)more, __ATOMIC_SEQ_CST);
}

static inline void __cpuidex(int registers[4], int leaf, int subleaf) {
    __asm__ volatile("cpuid"
                     : "=a"(registers[0]), "=b"(registers[1]), "=c"(registers[2]),
                       "=d"(registers[3])
                     : "a"(leaf), "c"(subleaf));
}

static inline uint64_t _xgetbv(uint32_t state) {
    uint32_t low, high;
    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(state));
    return (uint64_t)high << 32 | low;
}

#endif
