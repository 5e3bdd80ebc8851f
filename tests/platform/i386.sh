#!/usr/bin/env bash
# Build and test on 32-bit x86, at the speed of this machine: Debian's i386 in a directory.
#
#   WORK=DIRECTORY tests/platform/i386.sh [--quick]
#
# Root on Debian on x86-64; installs debootstrap. CPython 3.11 of bookworm. A quarter of an hour.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source "$ROOT/tests/platform/chroot.sh"

[[ "$*" =~ ^(--quick)?$ ]] || usage
make_work
make_root i386 bookworm i386 python3-dev,gcc,libc6-dev
make_site site-i386 3.11 manylinux2014_i686 manylinux_2_17_i686
build_and_test i386 python3.11 site-i386 "$@"
