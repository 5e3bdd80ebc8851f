# What the scripts of this directory share; sourced by them.
#
# WORK, a directory that they keep what they made in, makes a second run go on where one stopped.
# Unset, everything is made in a temporary directory and removed. What is of a commit is made anew for
# another one; systems and packages that were installed stay. PYTHON is an interpreter, python3 unless
# set.

set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# Windows has no python3.
PYTHON=${PYTHON:-$(command -v python3 || command -v python || true)}
# Once, as somebody may commit while a script runs. An unpacked source archive has none.
COMMIT=$(git -C "$ROOT" rev-parse HEAD 2>/dev/null || true)

# Say what is wrong and end the script.
fail() {
    echo "$*" >&2
    exit 1
}

# Print what the script says of itself at its top, and end it.
usage() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

# Make $WORK, and remove it at the end if it was not given. What is mounted in it is unmounted first.
make_work() {
    if [[ -z ${WORK:-} ]]; then
        WORK=$(mktemp -d)
        trap 'unmount_work; remove "$WORK"' EXIT
    else
        mkdir -p "$WORK"
        trap unmount_work EXIT
    fi
    # Without symbolic links, as the kernel names what is mounted.
    WORK=$(cd "$WORK" && pwd -P)
    # A run that was killed left it so.
    unmount_work
}

unmount_work() {
    local where PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
    while read -r _ where _; do
        printf -v where %b "$where" # a space is \040 there
        if [[ $where == "$WORK"/* ]]; then umount "$where"; fi
    done < <(tac /proc/mounts 2>/dev/null || true)
}

# Remove directories, but nothing that is mounted in them: it may be this system's /dev.
remove() {
    local PATH=/usr/bin:/bin:$PATH one_system=()
    if [[ -e /proc/mounts ]]; then one_system=(--one-file-system); fi
    rm -rf "${one_system[@]}" "$@"
}

# Say whether what the file $1 is about was made of this commit, and of the further words.
is_made() {
    [[ -f $1 && $(<"$1") == "$COMMIT ${*:2}" ]]
}

# Note in the file $1 that it is: made FILE [WORD...].
made() {
    echo "$COMMIT ${*:2}" >"$1"
}

# Install Debian's packages, unless the commands that they are for are there: need COMMAND PACKAGE.
need() {
    local get=(env DEBIAN_FRONTEND=noninteractive apt-get -qq --yes)
    if command -v "$1" >/dev/null; then return; fi
    if [[ $(id -u) != 0 ]] && sudo -n true 2>/dev/null; then get=(sudo -n "${get[@]}"); fi
    if [[ $(id -u) != 0 && ${get[0]} != sudo ]] || ! command -v apt-get >/dev/null; then
        fail "$1 is not here, and only root on Debian could install it: package $2"
    fi
    echo "installing $2"
    "${get[@]}" install "$2" >/dev/null || { "${get[@]}" update && "${get[@]}" install "$2" >/dev/null; }
}

# Put what is committed into the directory $1, unless it is there.
clone_to() {
    if is_made "$1/.git/made"; then return; fi
    [[ -n $COMMIT ]] || fail "$ROOT is no clone: this needs one"
    remove "$1"
    git clone --quiet --no-checkout "$ROOT" "$1"
    git -C "$1" checkout --quiet --detach "$COMMIT"
    made "$1/.git/made"
}

# Go to a clone, and into an environment in which pip has installed what it is told to, "." among it:
# install_clone PIP_ARGUMENT... Once, unless the build is another.
install_clone() {
    local build=("${CC:-}" "${!SHOGI_FAST_@}" "$*") name
    for name in "${!SHOGI_FAST_@}"; do build+=("${!name}"); done
    clone_to "$WORK/clone"
    cd "$WORK/clone"
    if ! is_made "$WORK/venv/made" "${build[@]}"; then
        # With what an earlier build left: some of it may have been of other options.
        remove "$WORK/venv" build
        "$PYTHON" -m venv "$WORK/venv"
        "$WORK/venv/bin/pip" install --quiet "$@"
        made "$WORK/venv/made" "${build[@]}"
    fi
    PATH=$WORK/venv/bin:$PATH
    unset PYTHONPATH PYTHONHOME
}

# Have sanitizers stop at what they find, and only at that.
sanitize() {
    # The interpreter has leaks of its own. A file may say that a list is as long as memory is: that
    # is an error.
    export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
    export UBSAN_OPTIONS=print_stacktrace=1
    # Its allocator hands out parts of blocks, whose ends nobody watches.
    export PYTHONMALLOC=malloc
}

# Print the seconds since the script started beside a heading.
heading() {
    printf '\n=== %s (%s s)\n' "$*" "$SECONDS"
}

# Print that all went well, and with what: done_with [WORDS...].
done_with() {
    heading "done${*:+ with $*}, commit $COMMIT"
}
