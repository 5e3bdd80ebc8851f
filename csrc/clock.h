/* A clock that only goes forward, readable without the GIL. */
#ifndef SHOGI_FAST_CLOCK_H
#define SHOGI_FAST_CLOCK_H

#include <stdint.h>

#if defined(_WIN32)
#include <windows.h>
static inline int64_t milliseconds(void) { return (int64_t)GetTickCount64(); }
#else
/* -std=c11 alone would hide POSIX's clock; Python.h, included before this, asks for it. */
#include <time.h>
static inline int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
#endif

#endif
