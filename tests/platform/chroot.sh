# Debian's systems in a directory, for the scripts that build and test in one; sourced after common.sh.
#
# Nothing is installed from the network inside: the packages that the tests need are put into a
# directory by the pip of this machine, for the Python and the processor that will import them.

# What the suite imports; the package itself is built.
mapfile -t TEST_PACKAGES < <("$PYTHON" - "$ROOT/pyproject.toml" <<'END'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    project = tomllib.load(file)["project"]
print(*project["dependencies"], *project["optional-dependencies"]["test"], sep="\n")
END
)
[[ ${#TEST_PACKAGES[@]} -gt 1 ]] || fail "PYTHON, $PYTHON, must be CPython 3.11 or newer"

# Make $WORK/$1 Debian's suite $2 for its architecture $3, with the packages $4: only once.
make_root() {
    need debootstrap debootstrap
    if [[ -f $WORK/$1/.made ]]; then return; fi
    heading "debootstrap $2 $3: $4"
    remove "${WORK:?}/$1"
    local foreign=()
    case $3 in amd64 | i386) ;; *) foreign=(--foreign) ;; esac
    debootstrap "${foreign[@]}" --variant=minbase --arch="$3" --include="$4" "$2" "$WORK/$1" \
        >"$WORK/$1.log" 2>&1 || { tail -20 "$WORK/$1.log"; fail "debootstrap failed"; }
    if ((${#foreign[@]})); then
        # Unpacked is enough to run Python under qemu: no second stage.
        for package in "$WORK/$1"/var/cache/apt/archives/*.deb; do dpkg -x "$package" "$WORK/$1"; done
    fi
    touch "$WORK/$1/.made"
}

# Put the packages into $WORK/$1 for CPython $2 and pip's platforms $3...: only once.
make_site() {
    local site=$WORK/$1 version=$2 platforms=() platform
    shift 2
    if [[ -f $site/.made && $(<"$site/.made") == "${TEST_PACKAGES[*]}" ]]; then return; fi
    heading "packages for $version, $*"
    for platform; do platforms+=(--platform "$platform"); done
    remove "$site"
    "$PYTHON" -m pip install --quiet --target "$site" \
        --python-version "$version" --implementation cp --only-binary :all: "${platforms[@]}" \
        "${TEST_PACKAGES[@]}"
    echo "${TEST_PACKAGES[*]}" >"$site/.made"
}

# Run a command in $WORK/$1, with /proc and the directory $WORK/$1/build.
in_root() {
    local root=$WORK/$1
    shift
    mkdir -p "$root/proc" "$root/dev" "$root/tmp"
    if ! mountpoint -q "$root/proc"; then mount -t proc proc "$root/proc"; fi
    if ! mountpoint -q "$root/dev"; then
        mount --bind /dev "$root/dev"
        # Terminals and semaphores, which are file systems of their own.
        mount --bind /dev/pts "$root/dev/pts"
        mount --bind /dev/shm "$root/dev/shm"
    fi
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$root" "$@"
}

# Build what is committed in $WORK/$1 with its Python $2, and test it: build_and_test ROOT PYTHON SITE
# ARGUMENT...; SITE is a directory of make_site, the arguments are those of wheel_tests.py.
build_and_test() {
    local root=$1 python=$2 site=$3 place=$WORK/$1/build/$2
    shift 3
    if ! is_made "$place/.made"; then
        remove "$place"
        mkdir -p "$place"
        git -C "$ROOT" archive "$COMMIT" | tar -x -C "$place"
        made "$place/.made"
    fi
    remove "$place.site"
    cp -r "$WORK/$site" "$place.site"
    heading "build with $python"
    in_root "$root" sh -ec "cd /build/$python
        export PYTHONPATH=/build/$python.site
        $python setup.py --quiet bdist_wheel >build.log 2>&1 || { tail -30 build.log; exit 1; }
        rm -rf ../$python.wheel
        $python -m zipfile -e dist/*.whl ../$python.wheel
        ls dist"
    heading "test with $python"
    in_root "$root" sh -ec "cd /build/$python
        export PYTHONPATH=/build/$python.wheel:/build/$python.site
        $python tests/platform/wheel_tests.py $*"
    done_with "$python"
}
