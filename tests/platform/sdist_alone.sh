#!/usr/bin/env bash
# Build the source archive, and from it alone the wheel; then test that wheel with the tests of the
# archive, where no compiler is on PATH.
#
#   tests/platform/sdist_alone.sh [--quick] [DIRECTORY]
#
# The archive is copied to DIRECTORY, if one is given. --quick runs the tests of
# tests/platform/wheel_tests.py --quick instead of all of them.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

quick=()
if [[ ${1:-} == --quick ]]; then quick=(--quick); shift; fi
make_work
python=$(command -v python3 || command -v python)

heading "build"
"$python" -m venv "$WORK/build"
"$WORK/build/bin/pip" install --quiet --constraint "$ROOT/tests/platform/requirements.txt" build
clone_to "$WORK/clone"
"$WORK/build/bin/python" -m build --sdist --outdir "$WORK/dist" "$WORK/clone" >"$WORK/build.log" 2>&1 ||
    { cat "$WORK/build.log"; exit 1; }
archive=$(echo "$WORK"/dist/shogi_fast-*.tar.gz)
# From here on, nothing of the repository.
rm -rf "$WORK/clone"
mkdir -p "$WORK/source"
tar -xzf "$archive" -C "$WORK/source" --strip-components=1
"$WORK/build/bin/python" -m build --wheel --outdir "$WORK/dist" "$WORK/source" >"$WORK/build.log" 2>&1 ||
    { cat "$WORK/build.log"; exit 1; }
wheel=$(echo "$WORK"/dist/shogi_fast-*.whl)
"$WORK/build/bin/python" "$WORK/source/tests/platform/wheel_contents.py" "$wheel"

heading "install and count"
"$python" -m venv "$WORK/fresh"
"$WORK/fresh/bin/pip" install --quiet --only-binary :all: "$wheel[test]"
cd "$WORK/source"
# Nothing but the environment: a test that needs a compiler finds none, and skips.
PATH=$WORK/fresh/bin
hash -r
if type -P cc gcc clang >/dev/null; then fail "there is a compiler in the environment"; fi
counted=$(shogi-fast perft 5 --json)
case $counted in
    *19861490*) echo "shogi-fast perft 5: 19861490" ;;
    *) fail "shogi-fast perft 5: $counted" ;;
esac
heading "test"
python tests/platform/wheel_tests.py "${quick[@]}"
PATH=/usr/bin:/bin
if [[ -n ${1:-} ]]; then
    mkdir -p "$ROOT/$1"
    cp "$archive" "$ROOT/$1/"
fi
heading "done"
