#!/usr/bin/env bash
# Build, test and audit the wheels of one machine, into wheelhouse/.
#
#   tests/platform/build_wheels.sh PLATFORM ARCHITECTURE [manylinux|musllinux [cp311|cp314t|...]]
#
# PLATFORM is linux (docker must run), macos, windows or pyodide, on such a machine; ARCHITECTURE is
# cibuildwheel's name. Where that is another than the machine's, qemu must be registered with the
# kernel. For an emulated processor, hours for each Python. An empty argument is as none.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

(($# >= 2 && $# <= 4)) || usage
platform=$1 architecture=$2
case ${3:-} in
    manylinux) export CIBW_SKIP='*-musllinux_*' ;;
    musllinux) export CIBW_SKIP='*-manylinux_*' ;;
    '') ;;
    *) fail "neither manylinux nor musllinux: $3" ;;
esac
if [[ -n ${4:-} ]]; then export CIBW_BUILD="$4-*"; fi
cd "$ROOT"
python -m pip install --quiet --constraint tests/platform/requirements.txt cibuildwheel
python -m cibuildwheel --platform "$platform" --archs "$architecture" --output-dir wheelhouse
