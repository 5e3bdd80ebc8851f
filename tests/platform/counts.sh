#!/usr/bin/env bash
# What only one system is asked: counting on a Dask scheduler, and instructions a node. Installs
# valgrind (Debian) unless it is there.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need valgrind valgrind
"$ROOT/.ci/run" dask instructions
