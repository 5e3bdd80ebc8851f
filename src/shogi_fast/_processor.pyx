# cython: language_level=3
"""Refuse a processor that lacks what the package was compiled for.

The first module to be imported, and the only one that is compiled for every x86-64 processor: from
the others an older one would get an illegal instruction, and the process would die.
"""

from libc.stdint cimport uint32_t


cdef extern from "processor.h" nogil:
    const int PROCESSOR_BASIC
    const int PROCESSOR_LATER
    const int PROCESSOR_EXTENDED
    const int PROCESSOR_STATES
    const int PROCESSOR_WORDS
    bint processor_read(uint32_t* words)

# setup.py: the level that the other modules are compiled for, 1 to 4; 0 where that is not known.
cdef extern from *:
    """
    #ifndef SHOGI_FAST_LEVEL
    #define SHOGI_FAST_LEVEL 0
    #endif
    """
    const int SHOGI_FAST_LEVEL

BUILT_FOR = SHOGI_FAST_LEVEL

# What each level of x86-64 adds: name, word, bits that must all be set. From the x86-64 psABI,
# section 3.1.1, and Intel's manual, volume 2, CPUID; a name as compilers spell it. Instructions on
# wide registers are there only if the system saves those: XMM and YMM are states 1 and 2, the
# registers of AVX-512 are states 5 to 7.
FEATURES = {
    2: (
        ("cmpxchg16b", PROCESSOR_BASIC, 1 << 13),
        ("lahf", PROCESSOR_EXTENDED, 1 << 0),
        ("popcnt", PROCESSOR_BASIC, 1 << 23),
        ("sse3", PROCESSOR_BASIC, 1 << 0),
        ("ssse3", PROCESSOR_BASIC, 1 << 9),
        ("sse4.1", PROCESSOR_BASIC, 1 << 19),
        ("sse4.2", PROCESSOR_BASIC, 1 << 20),
    ),
    3: (
        ("avx", PROCESSOR_BASIC, 1 << 28),
        ("avx2", PROCESSOR_LATER, 1 << 5),
        ("bmi1", PROCESSOR_LATER, 1 << 3),
        ("bmi2", PROCESSOR_LATER, 1 << 8),
        ("f16c", PROCESSOR_BASIC, 1 << 29),
        ("fma", PROCESSOR_BASIC, 1 << 12),
        ("lzcnt", PROCESSOR_EXTENDED, 1 << 5),
        ("movbe", PROCESSOR_BASIC, 1 << 22),
        ("osxsave", PROCESSOR_BASIC, 1 << 27),
        ("saved ymm registers", PROCESSOR_STATES, 0b110),
    ),
    4: (
        ("avx512f", PROCESSOR_LATER, 1 << 16),
        ("avx512bw", PROCESSOR_LATER, 1 << 30),
        ("avx512cd", PROCESSOR_LATER, 1 << 28),
        ("avx512dq", PROCESSOR_LATER, 1 << 17),
        ("avx512vl", PROCESSOR_LATER, 1 << 31),
        ("saved zmm registers", PROCESSOR_STATES, 0b11100110),
    ),
}


def processor_words():
    """Return what the processor says of itself, a tuple of words; None where it is no x86-64."""
    cdef uint32_t words[PROCESSOR_WORDS]
    if not processor_read(words):
        return None
    return tuple([words[i] for i in range(PROCESSOR_WORDS)])


def missing_features(level, words):
    """Return the names of what a processor lacks of a level of x86-64, in a list."""
    return [
        name
        for each in range(2, level + 1)
        for name, word, bits in FEATURES[each]
        if words[word] & bits != bits
    ]


def require(level, words):
    """Raise ImportError unless a processor has all of a level; any is good for level 0 or 1."""
    missing = [] if words is None else missing_features(level, words)
    if missing:
        raise ImportError(
            f"this build of shogi_fast is for processors of x86-64-v{level}, and this one lacks"
            f" {', '.join(missing)}. A build for it, which counts more slowly:"
            " SHOGI_FAST_MARCH=x86-64 pip install --no-binary shogi-fast shogi-fast"
        )


require(BUILT_FOR, processor_words())
