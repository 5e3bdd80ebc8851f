#!/usr/bin/env bash
# Fuzz everything that reads what a user gives, in a build that libFuzzer sees into.
#
#   tests/platform/fuzz.sh            ten seconds for each target of tests/fuzz/targets.py
#   tests/platform/fuzz.sh 600        ten minutes for each
#   tests/platform/fuzz.sh 600 sfen   for one
#
# The extension modules are compiled by clang with AddressSanitizer, UndefinedBehaviorSanitizer and
# coverage, in a clone of this repository, so what is committed is fuzzed. Needed: clang with its
# sanitizers (Debian: clang, libclang-rt-14-dev) and CPython 3.11 to 3.13 as python3.
# Inputs that reach new code are kept in build/fuzz/corpus, those that find a fault in build/fuzz/faults.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
seconds=${1:-10}
target=${2:-all}
if ! command -v clang >/dev/null; then
    echo "fuzzing needs clang, with its sanitizers" >&2
    exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git clone --quiet "$root" "$scratch/clone"
cd "$scratch/clone"
python3 -m venv .venv
PATH=$PWD/.venv/bin:$PATH
unset PYTHONPATH PYTHONHOME
pip install -qq 'atheris>=3,<4' 'cython>=3.3,<3.4' 'setuptools>=77' 'rich>=13.7'
sanitizers=address,undefined,fuzzer-no-link
CC=clang LDSHARED='clang -shared' \
    CFLAGS="-gline-tables-only -fno-omit-frame-pointer -fsanitize=$sanitizers -fno-sanitize-recover=undefined" \
    LDFLAGS="-fsanitize=address,undefined" \
    pip install -qq --no-build-isolation --no-deps .
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
LD_PRELOAD=$(python -c 'import atheris; print(atheris.path())')/asan_with_fuzzer.so \
    python tests/fuzz/run.py "$target" --seconds "$seconds" \
    --corpus "$root/build/fuzz/corpus" --faults "$root/build/fuzz/faults"
