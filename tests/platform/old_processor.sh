#!/usr/bin/env bash
# Import the package on emulated x86-64 processors: an ImportError below x86-64-v2, no illegal
# instruction; the right count from there on.
#
#   tests/platform/old_processor.sh [PYTHON]
#
# Installs qemu-user-static (Debian, root) unless it is there. PYTHON is an interpreter that has the
# package, python3 unless given; it must not itself need more than the oldest x86-64. Ten seconds.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

(($# <= 1)) || usage
need qemu-x86_64-static qemu-user-static
# The interpreter itself, not a script that starts it; and where it finds its packages.
PYTHON=${1:-$PYTHON}
python=$("$PYTHON" -c 'import os, sys; print(os.path.realpath(sys.executable))')
# Not from here, where src/ has no modules to import.
cd /
PYTHONPATH=$("$PYTHON" -c 'import os, shogi_fast; print(os.path.dirname(os.path.dirname(shogi_fast.__file__)))')
export PYTHONPATH

count='import shogi_fast; print(shogi_fast.perft(shogi_fast.STARTING_SFEN, 3))'
faults=0

# Check what one processor prints last, and how it ends: try CPU STATUS TEXT.
try() {
    local status=0 printed
    printed=$(qemu-x86_64-static -cpu "$1" "$python" -c "$count" 2>&1) || status=$?
    printed=$(tail -1 <<<"$printed")
    if [[ $status == "$2" && $printed == *"$3"* ]]; then
        echo "$1: exit status $status: ${printed:0:110}"
    else
        echo "WRONG, $1: exit status $status, not $2, or no '$3' in: $printed"
        faults=1
    fi
}

refused='processors of x86-64-v2, and this one lacks'
try core2duo 1 "ImportError: this build of shogi_fast is for $refused popcnt, sse4.1, sse4.2"
try Penryn 1 "$refused popcnt, sse4.2."
try phenom 1 "$refused ssse3, sse4.1, sse4.2."
try qemu64,-popcnt 1 "$refused popcnt, ssse3"
try max,-popcnt 1 "$refused popcnt."
try Nehalem 0 25470
try Haswell 0 25470
exit "$faults"
