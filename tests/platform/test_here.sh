#!/usr/bin/env bash
# Build and install the package for the Python that is first on PATH, and test it.
#
#   tests/platform/test_here.sh [PYTEST ARGUMENT...]
#
# Bash is also there on GitHub's Windows machines. A free-threaded Python runs the suite with its
# GIL, and then, without it, what uses threads: the modules do not declare that they can do without
# before that has been seen to pass.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cd "$ROOT"
python -m pip install --quiet '.[test]'
if [[ $(python -c 'import sysconfig; print(sysconfig.get_config_var("Py_GIL_DISABLED"))') != 1 ]]; then
    python -m pytest "$@"
    exit
fi
PYTHON_GIL=1 python -m pytest "$@"
heading "threads, without the GIL"
PYTHON_GIL=0 python -m pytest tests/test_threads.py tests/test_workers.py tests/test_import.py \
    tests/test_shared_board.py tests/test_shared_compat.py
