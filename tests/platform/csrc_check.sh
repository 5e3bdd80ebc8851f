#!/usr/bin/env bash
# Compile csrc_check.c, which checks the headers of csrc/, with other compilers and for other systems.
#
#   tests/platform/csrc_check.sh           # run here with cc and clang, and as MSVC; the rest compiled
#   tests/platform/csrc_check.sh --all     # linked as well, and run if this machine can; ten minutes
#
# clang is that of the ziglang package (pip install ziglang), which must be there. What this machine
# can run: 32-bit programs, those for other processors where qemu-user-static is installed,
# WebAssembly where node is. Linking takes so long because zig first makes each C library.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

all=
case $* in
    '') ;;
    --all) all=1 ;;
    *) usage ;;
esac
make_work
# A cache of its own, also for what zig makes of a C library when it is first needed.
export ZIG_GLOBAL_CACHE_DIR=${ZIG_GLOBAL_CACHE_DIR:-$WORK/zig}
"$PYTHON" -c 'import ziglang' || fail "the Python package ziglang is not installed"
zig() { "$PYTHON" -m ziglang cc "$@"; }
flags=(-O2 -Wall -Wextra -Werror -I"$ROOT/csrc" -I"$ROOT/tests/platform/msvc_stand_in"
    "$ROOT/tests/platform/csrc_check.c")
faults=0

# Run what was compiled, with a program before it if one is given: run NAME [PROGRAM].
run() {
    local name=$1
    shift
    if "$@" "$WORK/check"; then return; fi
    echo "WRONG: $name"
    faults=1
}

# Compile for a target of zig, with --all link, and run it if this machine can: target NAME FLAG...
target() {
    local name=$1
    shift
    printf '%s: ' "$name"
    if [[ -z $all ]]; then
        if zig -std=c11 -target "$name" "$@" "${flags[@]}" -c -o "$WORK/check.o"; then
            echo "compiled"
        else
            echo "WRONG: does not compile"
            faults=1
        fi
        return
    fi
    if ! zig -std=c11 -target "$name" "$@" "${flags[@]}" -o "$WORK/check"; then
        echo "WRONG: does not compile"
        faults=1
        return
    fi
    local machine=${name%%-*} emulator
    case $machine in powerpc64le) machine=ppc64le ;; x86) machine=i386 ;; esac
    emulator=qemu-$machine-static
    case $name in
        wasm32-*)
            if command -v node >/dev/null; then
                run "$name" node --no-warnings "$ROOT/tests/platform/run_wasi.mjs"
                return
            fi ;;
        *-linux-*)
            if [[ $(uname -m) == x86_64 && $machine =~ ^(x86_64|i386)$ ]]; then
                run "$name"
                return
            elif command -v "$emulator" >/dev/null; then
                run "$name" "$emulator"
                return
            fi ;;
    esac
    echo "compiled and linked"
}

printf 'cc: '
"${CC:-cc}" -std=c11 "${flags[@]}" -o "$WORK/check"
run cc
printf 'clang: '
zig -std=c11 "${flags[@]}" -o "$WORK/check"
run clang
# gcc's C with MSVC's macros and intrinsics: the code that only MSVC compiles otherwise.
for as in "X64 -DSHOGI_FAST_POPCNT" X64 ARM64 X86; do
    printf 'as MSVC, %s: ' "$as"
    # shellcheck disable=SC2086
    zig -std=gnu11 -DAS_MSVC=AS_MSVC_$as -Wno-builtin-macro-redefined "${flags[@]}" -o "$WORK/check"
    run "as MSVC, $as"
done

for machine in x86_64 x86 aarch64 powerpc64le s390x riscv64; do target "$machine-linux-musl"; done
target arm-linux-musleabihf
target aarch64-macos
# As in setup.py for both halves of a universal build.
target x86_64-macos -Xarch_x86_64 -march=x86-64-v2
for machine in x86_64 x86 aarch64; do target "$machine-windows-gnu"; done
target wasm32-wasi
echo "$SECONDS s"
exit "$faults"
