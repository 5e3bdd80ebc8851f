# What the scripts of this directory share; sourced by them.
#
# WORK, a directory that they keep what they made in, makes a second run go on where one stopped.
# Unset, everything is made in a temporary directory and removed.

set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Say what is wrong and end the script.
fail() {
    echo "$*" >&2
    exit 1
}

# Make $WORK, and remove it at the end if it was not given. What is mounted in it is unmounted first.
make_work() {
    if [[ -z ${WORK:-} ]]; then
        WORK=$(mktemp -d)
        trap 'unmount_work; rm -rf "$WORK"' EXIT
    else
        mkdir -p "$WORK"
        WORK=$(cd "$WORK" && pwd)
        trap unmount_work EXIT
    fi
}

unmount_work() {
    local where
    PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
    while read -r _ where _; do
        if [[ $where == "$WORK"/* ]]; then umount "$where"; fi
    done < <(tac /proc/mounts 2>/dev/null || true)
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
    if [[ ! -d $1 ]]; then git clone --quiet "$ROOT" "$1"; fi
}

# Print the seconds since the script started beside a heading.
heading() {
    printf '\n=== %s (%s s)\n' "$*" "$SECONDS"
}
