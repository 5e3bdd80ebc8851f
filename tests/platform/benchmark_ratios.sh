#!/usr/bin/env bash
# Count the instructions of this commit and of another one, both built here.
#
#   tests/platform/benchmark_ratios.sh COMMIT FILE.json
#
# Installs valgrind (Debian) unless it is there. A quarter of an hour.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need valgrind valgrind
file=$(realpath "$2")
make_work
clone_to "$WORK/clone"
if [[ ! -d $WORK/venv ]]; then "$(command -v python3 || command -v python)" -m venv "$WORK/venv"; fi
PATH=$WORK/venv/bin:$PATH
cd "$WORK/clone"
pip install --quiet '.[test]'
python benchmarks/instructions.py --no-baseline --against "$1" --json "$file"
