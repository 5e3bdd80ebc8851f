/* What an x86-64 processor and its operating system say they can do.
 *
 * This runs before anything that a processor might lack, so it is compiled for the oldest one
 * (setup.py), and asks with the instruction that all of them have. __builtin_cpu_supports would
 * need a library of the compiler's, and MSVC has no such thing.
 *
 * Plain C11 with no Python.h; compiles alone with gcc, clang and MSVC.
 */
#ifndef SHOGI_FAST_PROCESSOR_H
#define SHOGI_FAST_PROCESSOR_H

#include <stdint.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <cpuid.h>
#define SHOGI_FAST_HAS_CPUID 1
#elif defined(_MSC_VER) && defined(_M_X64) && !defined(_M_ARM64EC)
#include <intrin.h>
#define SHOGI_FAST_HAS_CPUID 1
#else
#define SHOGI_FAST_HAS_CPUID 0
#endif

/* The words in which the features are bits. A word that the processor does not have is 0. */
enum {
    PROCESSOR_BASIC,    /* leaf 1, ECX */
    PROCESSOR_LATER,    /* leaf 7, EBX */
    PROCESSOR_EXTENDED, /* leaf 0x80000001, ECX */
    PROCESSOR_STATES,   /* XCR0: the registers that the operating system saves */
    PROCESSOR_WORDS
};

#if SHOGI_FAST_HAS_CPUID

/* Fill EAX, EBX, ECX, EDX of one leaf, subleaf 0. */
static inline void processor_leaf(uint32_t leaf, uint32_t *registers) {
#if defined(__GNUC__) || defined(__clang__)
    __cpuid_count(leaf, 0, registers[0], registers[1], registers[2], registers[3]);
#else
    int values[4];
    __cpuidex(values, (int)leaf, 0);
    for (int i = 0; i < 4; i++)
        registers[i] = (uint32_t)values[i];
#endif
}

/* XGETBV is there only if bit 27 of the basic word is set. */
static inline uint32_t processor_states(void) {
#if defined(__GNUC__) || defined(__clang__)
    uint32_t low, high;
    /* Its bytes: an assembler told to know only the oldest processor may refuse its name. */
    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#else
    return (uint32_t)_xgetbv(0);
#endif
}

#endif

/* Fill PROCESSOR_WORDS words. Return 0, and fill nothing, where this is no x86-64 processor. */
static inline int processor_read(uint32_t *words) {
#if SHOGI_FAST_HAS_CPUID
    uint32_t registers[4], last;
    processor_leaf(0, registers);
    last = registers[0];
    processor_leaf(1, registers);
    words[PROCESSOR_BASIC] = registers[2];
    words[PROCESSOR_STATES] = registers[2] >> 27 & 1 ? processor_states() : 0;
    words[PROCESSOR_LATER] = 0;
    if (last >= 7) {
        processor_leaf(7, registers);
        words[PROCESSOR_LATER] = registers[1];
    }
    words[PROCESSOR_EXTENDED] = 0;
    processor_leaf(0x80000000u, registers);
    if (registers[0] > 0x80000000u) {
        processor_leaf(0x80000001u, registers);
        words[PROCESSOR_EXTENDED] = registers[2];
    }
    return 1;
#else
    (void)words;
    return 0;
#endif
}

#endif
