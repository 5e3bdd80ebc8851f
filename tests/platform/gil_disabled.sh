#!/usr/bin/env bash
# Compile the extension as for a free-threaded Python, as far as the compiler's checks go: there may
# be none here to link with or to run.
#
#   tests/platform/gil_disabled.sh
#
# Needs the headers of CPython 3.13 or newer, with Cython and setuptools: python3, or PYTHON.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

(($# == 0)) || usage
cd "$ROOT"
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 13))' || fail "CPython 3.13 or newer is needed"
headers=$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("include"))')
make_work
"$PYTHON" - "$WORK" <<'END'
import sys
from pathlib import Path
from Cython.Build import cythonize
sources = [str(path) for path in Path("src").rglob("*.pyx")]
cythonize(sources, include_path=["src"], build_dir=sys.argv[1], quiet=True)
END
find "$WORK" -name '*.c' | while read -r source; do
    # Stricter than the build: what only a free-threaded Python compiles has no other reader here.
    "${CC:-cc}" -std=c11 -fsyntax-only -Wall -Werror -Wno-unused-function -Wno-sign-compare \
        -DPy_GIL_DISABLED=1 -I "$headers" -I csrc "$source" || exit 1
done
compiled=$(find "$WORK" -name '*.c' | wc -l)
[[ $compiled == "$(find src -name '*.pyx' | wc -l)" ]] || fail "$compiled modules became C"
echo "$compiled modules compile with Py_GIL_DISABLED ($SECONDS s)"
