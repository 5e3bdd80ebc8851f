#!/usr/bin/env bash
# Fuzz everything that reads what a user gives, in a build that libFuzzer sees into.
#
#   tests/platform/fuzz.sh                                        ten seconds for each target
#   tests/platform/fuzz.sh --seconds 600 --inputs 1000000         ten minutes, and a million inputs
#   tests/platform/fuzz.sh board sfen --seconds 600               these targets of tests/fuzz
#
# The extension modules are compiled by clang with AddressSanitizer, UndefinedBehaviorSanitizer and
# coverage (setup.py: SHOGI_FAST_SANITIZE=fuzzer), in a clone of this repository, so what is committed
# is fuzzed. Needed: clang, which is installed on Debian if it is not there, with its sanitizers, and
# CPython 3.11 to 3.13; PYTHON names it, python3 unless set. What is kept are inputs that reach new
# code, in build/fuzz/corpus, and those that find a fault, in build/fuzz/faults.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need clang clang
if ! clang -shared -fsanitize=address,undefined -x c /dev/null -o /dev/null; then
    fail "clang is here without its sanitizers (Debian 12: libclang-rt-14-dev)"
fi
arguments=("$@")
if [[ $# == 0 || $1 == --* ]]; then arguments=(all "$@"); fi
if [[ " $* " != *" --seconds "* ]]; then arguments+=(--seconds 10); fi

make_work
CC=clang SHOGI_FAST_SANITIZE=fuzzer install_clone \
    --constraint tests/platform/requirements.txt atheris .
heading "built"

sanitize
LD_PRELOAD=$(python -c 'import atheris; print(atheris.path())')/asan_with_fuzzer.so \
    python tests/fuzz/run.py "${arguments[@]}" \
    --corpus "$ROOT/build/fuzz/corpus" --faults "$ROOT/build/fuzz/faults"
done_with
