#!/usr/bin/env bash
# Build for another processor with zig, and test under qemu-user: no such machine, no docker.
#
#   WORK=DIRECTORY tests/platform/emulated.sh aarch64|s390x|ppc64le|riscv64 [--quick]
#
# Root on Debian; installs qemu-user-static and debootstrap, and ziglang into an environment of its
# own. Needs a CPython 3.11, which is what Debian bookworm has for all of these but riscv64 (there
# CPython 3.13, of trixie). s390x is big-endian. About an hour; a quarter of one with --quick. Not for
# armv7l: headers of a 64-bit Python do not do for it (i386.sh is for 32 bits).
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$ROOT/tests/platform/chroot.sh"

[[ "${*:2}" =~ ^(--quick)?$ ]] || usage
machine=${1:-}
suite=bookworm version=3.11
case $machine in
    aarch64) arch=arm64 zig=aarch64-linux-gnu.2.17 ;;
    s390x) arch=s390x zig=s390x-linux-gnu.2.17 ;;
    ppc64le) arch=ppc64el zig=powerpc64le-linux-gnu.2.17 ;;
    riscv64) arch=riscv64 zig=riscv64-linux-gnu.2.31 suite=trixie version=3.13 ;;
    *) usage ;;
esac
need "qemu-$machine-static" qemu-user-static
make_work

# Modules are built by the same Python on this machine, whose headers do for every 64-bit Linux.
host=
for candidate in "python$version" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/python"$version"; do
    if "$candidate" -c 'import ensurepip' 2>/dev/null; then host=$candidate; break; fi
done
[[ -n $host ]] || fail "no CPython $version with venv, neither on PATH nor under pyenv"

root=root-$machine site=site-$machine
make_root "$root" "$suite" "$arch" "python$version"
make_site "$site" "$version" "manylinux2014_$machine" "manylinux_2_17_$machine" "manylinux_2_31_$machine"

clone_to "$WORK/clone-$machine"
if ! is_made "$WORK/wheel-$machine/.made"; then
    heading "build for $zig"
    if [[ ! -d $WORK/zig-venv ]]; then "$host" -m venv "$WORK/zig-venv"; fi
    "$WORK/zig-venv/bin/pip" install --quiet --constraint "$ROOT/tests/platform/requirements.txt" \
        ziglang setuptools Cython
    printf '#!/bin/sh\nexec %s -m ziglang cc -target %s "$@"\n' "$WORK/zig-venv/bin/python" "$zig" \
        >"$WORK/cc-$machine"
    chmod +x "$WORK/cc-$machine"
    (
        cd "$WORK/clone-$machine"
        suffix=.cpython-${version/./}-${zig%%-*}-linux-gnu.so
        CC=$WORK/cc-$machine LDSHARED="$WORK/cc-$machine -shared" CFLAGS= LDFLAGS= \
            _PYTHON_HOST_PLATFORM=linux-$machine SETUPTOOLS_EXT_SUFFIX=$suffix \
            ZIG_GLOBAL_CACHE_DIR=$WORK/zig-cache \
            "$WORK/zig-venv/bin/python" setup.py --quiet bdist_wheel >build.log 2>&1 ||
            { tail -30 build.log; exit 1; }
    )
    remove "$WORK/wheel-$machine"
    "$host" -m zipfile -e "$WORK/clone-$machine"/dist/*.whl "$WORK/wheel-$machine"
    ls "$WORK/clone-$machine/dist"
    made "$WORK/wheel-$machine/.made"
fi

heading "test"
# What the tests start as another Python must be emulated, too, and there is no compiler for them.
mkdir -p "$WORK/bin-$machine" "$WORK/start-$machine"
emulated=$WORK/bin-$machine/python
printf '#!/bin/sh\nexec %s -L %s %s "$@"\n' "$(command -v "qemu-$machine-static")" "$WORK/$root" \
    "$WORK/$root/usr/bin/python$version" >"$emulated"
chmod +x "$emulated"
printf 'import os, sys\nsys.executable = os.environ["EMULATED_PYTHON"]\n' \
    >"$WORK/start-$machine/sitecustomize.py"
cd "$WORK/clone-$machine"
EMULATED_PYTHON=$emulated PATH=$WORK/bin-$machine PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH=$WORK/start-$machine:$WORK/wheel-$machine:$WORK/$site \
    "$emulated" tests/platform/wheel_tests.py "${@:2}"
done_with "$machine"
