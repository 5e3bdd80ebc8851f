#!/usr/bin/env bash
# Build the source archive, and from it alone the wheel; then test that wheel with the tests of the
# archive, where no compiler is on PATH.
#
#   tests/platform/sdist_alone.sh [DIRECTORY]
#
# The archive is copied to DIRECTORY, if one is given.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[[ $# -le 1 && ${1:-} != -* ]] || usage
make_work
# Nothing that an earlier run left is of use.
remove "$WORK"/{build,clone,dist,source,fresh}
# The wheel is built with the setuptools and Cython of a release. pip would split a path at a space.
cd "$ROOT"
export PIP_CONSTRAINT=tests/platform/build_constraints.txt

heading "build"
"$PYTHON" -m venv "$WORK/build"
"$WORK/build/bin/pip" install --quiet --constraint "$ROOT/tests/platform/requirements.txt" build
clone_to "$WORK/clone"
"$WORK/build/bin/python" -m build --sdist --outdir "$WORK/dist" "$WORK/clone" >"$WORK/build.log" 2>&1 ||
    { cat "$WORK/build.log"; exit 1; }
archive=$(echo "$WORK"/dist/shogi_fast-*.tar.gz)
mkdir -p "$WORK/source"
tar -xzf "$archive" -C "$WORK/source" --strip-components=1
"$WORK/build/bin/python" -m build --wheel --outdir "$WORK/dist" "$WORK/source" >"$WORK/build.log" 2>&1 ||
    { cat "$WORK/build.log"; exit 1; }
wheel=$(echo "$WORK"/dist/shogi_fast-*.whl)
# By the files of the repository: one that the archive lacks would not be missed by the archive's.
"$WORK/build/bin/python" "$WORK/clone/tests/platform/wheel_contents.py" "$wheel"
# From here on, nothing of the repository.
remove "$WORK/clone"
unset PIP_CONSTRAINT

heading "install and count"
"$PYTHON" -m venv "$WORK/fresh"
"$WORK/fresh/bin/pip" install --quiet --only-binary :all: "${wheel}[test]"
cd "$WORK/source"
# Nothing but the environment: a test that needs a compiler finds none, and skips.
PATH=$WORK/fresh/bin
hash -r
for compiler in cc gcc clang; do
    if type -P "$compiler" >/dev/null; then fail "there is a compiler in the environment: $compiler"; fi
done
counted=$(shogi-fast perft 5 --json)
case $counted in
    *19861490*) echo "shogi-fast perft 5: 19861490" ;;
    *) fail "shogi-fast perft 5: $counted" ;;
esac
heading "test"
python tests/platform/wheel_tests.py
PATH=/usr/bin:/bin
if [[ -n ${1:-} ]]; then
    mkdir -p "$ROOT/$1"
    cp "$archive" "$ROOT/$1/"
fi
done_with
