#!/usr/bin/env bash
# Build for WebAssembly with Debian's emscripten, and test in node with the npm package pyodide.
#
#   WORK=DIRECTORY tests/platform/wasm.sh
#
# Root on Debian on x86-64, with node and npm; installs debootstrap. It is no build of pyodide-build,
# which needs downloads from GitHub, and its emscripten is another: it shows that the code is right
# where pointers have 32 bits and there are no threads, not that such a wheel would load. Ten minutes.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$ROOT/tests/platform/chroot.sh"

(($# == 0)) || usage
need node nodejs
need npm npm
make_work
make_root sid-wasm sid amd64 python3.14-dev,emscripten
make_site site-wasm 3.14 any
clone_to "$WORK/clone-wasm"

if [[ ! -d $WORK/node_modules/pyodide ]]; then
    heading "npm install pyodide"
    (cd "$WORK" && npm install --silent --no-audit --no-fund --ignore-scripts pyodide@314.0.7)
fi

if ! is_made "$WORK/wheel-wasm/.made"; then
    heading "build"
    work=$WORK/sid-wasm/build
    remove "$work" "$WORK/wheel-wasm"
    mkdir -p "$work"
    git -C "$ROOT" archive "$COMMIT" | tar -x -C "$work"
    cp -r "$WORK/site-wasm" "$work/site"
    in_root sid-wasm bash -ec '
        cd /build
        cp -r /usr/include/python3.14 headers
        sed -E "s/(define (SIZEOF_LONG|SIZEOF_VOID_P|SIZEOF_SIZE_T|SIZEOF_UINTPTR_T|SIZEOF_PTHREAD_T|ALIGNOF_LONG|ALIGNOF_SIZE_T|SIZEOF_TIME_T|SIZEOF_OFF_T)) [0-9]+/\1 4/" \
            /usr/include/x86_64-linux-gnu/python3.14/pyconfig.h >headers/pyconfig.h
        # Pyodide has 64-bit times and offsets where a long has 32.
        sed -i -E "s/(define (SIZEOF_TIME_T|SIZEOF_OFF_T)) 4/\1 8/" headers/pyconfig.h
        PYTHONPATH=site python3.14 - <<END
from pathlib import Path
import setuptools  # Python itself has no distutils, which cythonize imports
from Cython.Build import cythonize
cythonize([str(path) for path in Path("src").rglob("*.pyx")], include_path=["src"], build_dir="c", quiet=True)
END
        for source in $(find c -name "*.c"); do
            name=$(basename "$source" .c)
            target=${source#c/src/}
            target=src/${target%.c}.cpython-314-wasm32-emscripten.so
            emcc -std=c11 -O2 -fPIC -I csrc -I headers -c "$source" -o "$name.o"
            emcc -O2 -s SIDE_MODULE=2 -s WASM_BIGINT "-sEXPORTED_FUNCTIONS=_PyInit_$name" "$name.o" -o "$target"
        done'
    cp -r "$work/src" "$WORK/wheel-wasm"
    made "$WORK/wheel-wasm/.made"
fi

heading "test"
cd "$WORK"
cp "$ROOT/tests/platform/run_pyodide.mjs" .
node run_pyodide.mjs wheel-wasm site-wasm clone-wasm
done_with
