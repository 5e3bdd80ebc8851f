#!/usr/bin/env bash
# The test suite with gcc's address and undefined behaviour sanitizers.
#
#   tests/platform/sanitizers.sh [PYTEST ARGUMENT...]
#
# PYTHON names the interpreter, python3 unless set. Three tests, or files of them, are left out, each
# for a reason that stands below.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

make_work
clone_to "$WORK/clone"
cd "$WORK/clone"
if [[ ! -d $WORK/venv ]]; then "${PYTHON:-python3}" -m venv "$WORK/venv"; fi
PATH=$WORK/venv/bin:$PATH
unset PYTHONPATH PYTHONHOME

export CC=${CC:-gcc}
if [[ ! -d $WORK/installed ]]; then
    SHOGI_FAST_SANITIZE=1 pip install --quiet '.[test]'
    mkdir "$WORK/installed"
fi
heading "built"

# The interpreter is not sanitized, so the libraries must be there before it starts. Its own leaks
# are not ours; its allocator hands out parts of blocks, whose ends nobody watches.
preload="$("$CC" -print-file-name=libasan.so) $("$CC" -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export PYTHONMALLOC=malloc
left_out=(
    # How much memory a process takes: the sanitizer keeps freed memory for a while to see it used.
    --ignore tests/test_memory.py
    --deselect tests/test_table.py::test_the_table_is_given_back
    # A process that may have 1 GiB of addresses: the sanitizer alone takes terabytes of them.
    --deselect tests/test_table.py::test_memory_that_is_not_there_is_an_error_that_says_how_much
)
LD_PRELOAD=$preload python -m pytest -s -q "${left_out[@]}" "$@"
heading "done"
