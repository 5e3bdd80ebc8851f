/* From here on a compiler looks like MSVC, for the processor AS_MSVC names. The system's headers, which
 * know better, are read before. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#undef __GNUC__
#undef __clang__
#undef __linux__
#undef __x86_64__
#undef __aarch64__
#undef __SIZEOF_INT128__
#define _MSC_VER 1940
#define AS_MSVC_X64 1
#define AS_MSVC_ARM64 2
#define AS_MSVC_X86 3
#if AS_MSVC == AS_MSVC_X64
#define _M_X64 100
#elif AS_MSVC == AS_MSVC_ARM64
#define _M_ARM64 1
#elif AS_MSVC == AS_MSVC_X86
#define _M_IX86 600
#else
#error "AS_MSVC names no processor"
#endif
