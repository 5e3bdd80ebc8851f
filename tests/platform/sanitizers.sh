#!/usr/bin/env bash
# The test suite with gcc's address and undefined behaviour sanitizers.
#
#   tests/platform/sanitizers.sh [PYTEST ARGUMENT...]
#
# PYTHON names the interpreter, python3 unless set; with SHOGI_FAST_DEBUG=1 the build checks itself as
# well. Three tests, or files of them, are left out, each for a reason that stands below.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

make_work
export CC=${CC:-gcc}
SHOGI_FAST_SANITIZE=1 install_clone '.[test]'
heading "built"

# The interpreter is not sanitized, so the libraries must be there before it starts.
preload="$("$CC" -print-file-name=libasan.so) $("$CC" -print-file-name=libubsan.so)"
sanitize
# By a signal: the exit status that they end with otherwise is that of an exception.
ASAN_OPTIONS+=:abort_on_error=1
UBSAN_OPTIONS+=:halt_on_error=1
left_out=(
    # How much memory a process takes: the sanitizer keeps freed memory for a while to see it used.
    --ignore tests/test_memory.py
    --deselect tests/test_table.py::test_the_table_is_given_back
    # A process that may have 1 GiB of addresses: the sanitizer alone takes terabytes of them.
    --deselect tests/test_table.py::test_memory_that_is_not_there_is_an_error_that_says_how_much
)
# What a sanitizer writes is not caught: it would be lost with the process.
LD_PRELOAD=$preload python -m pytest --capture=sys -q "${left_out[@]}" "$@"
done_with
