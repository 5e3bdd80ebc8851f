#!/usr/bin/env bash
# Build and test with CPython 3.14 and 3.15, as Debian's unstable has them.
#
#   WORK=DIRECTORY tests/platform/newer_python.sh [--quick]
#
# Root on Debian on x86-64; installs debootstrap. Ten minutes for each.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$ROOT/tests/platform/chroot.sh"

[[ "$*" =~ ^(--quick)?$ ]] || usage
make_work
make_root sid sid amd64 python3.14-dev,python3.15-dev,gcc,libc6-dev
for version in 3.14 3.15; do
    make_site "site-$version" "$version" manylinux2014_x86_64 manylinux_2_17_x86_64
    build_and_test sid "python$version" "site-$version" "$@"
done
