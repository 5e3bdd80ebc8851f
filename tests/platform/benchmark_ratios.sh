#!/usr/bin/env bash
# Count the instructions of this commit and of another one, both built here.
#
#   tests/platform/benchmark_ratios.sh COMMIT FILE.json
#
# Installs valgrind (Debian) unless it is there. A quarter of an hour.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

(($# == 2)) || usage
need valgrind valgrind
file=$(realpath "$2")
make_work
install_clone '.[test]'
python benchmarks/instructions.py --no-baseline --against "$1" --json "$file"
done_with
