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
clone_to "$WORK/clone"
cd "$WORK/clone"
if [[ ! -d $WORK/venv ]]; then "${PYTHON:-python3}" -m venv "$WORK/venv"; fi
PATH=$WORK/venv/bin:$PATH
unset PYTHONPATH PYTHONHOME

if [[ ! -d $WORK/installed ]]; then
    pip install --quiet 'atheris>=3,<4'
    CC=clang SHOGI_FAST_SANITIZE=fuzzer pip install --quiet .
    mkdir "$WORK/installed"
fi
heading "built"

# Python has leaks of its own. A file may say that a list is as long as memory is: that is an error.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
LD_PRELOAD=$(python -c 'import atheris; print(atheris.path())')/asan_with_fuzzer.so \
    python tests/fuzz/run.py "${arguments[@]}" \
    --corpus "$ROOT/build/fuzz/corpus" --faults "$ROOT/build/fuzz/faults"
heading "done"
