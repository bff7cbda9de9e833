#!/bin/sh
# Builds the packages of the last commit in two folders of different names and compares their bytes.
#
#     scripts/package/reproduce.sh [PACKAGES]      with a folder of packages made already, builds once and compares with them
#
# Two release builds from nothing. What is not committed is not built.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() {
    git clone -q --no-hardlinks "$root" "$work/$1"
    echo "building $(git -C "$work/$1" rev-parse --short=8 HEAD) in $work/$1"
    ${MAKE:-make} -C "$work/$1" deb tarball >"$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }
}

if [ $# -gt 0 ]; then
    first=$(cd "$1" && pwd)
else
    build one
    first=$work/one/.build/packages
fi
build another/place
second=$work/another/place/.build/packages

differing=0
for file in "$second"/*; do
    name=$(basename "$file")
    if cmp "$first/$name" "$file"; then
        echo "same bytes: $name $(sha256sum <"$file" | cut -c1-16)"
    else
        differing=1
    fi
done
if [ "$differing" != 0 ]; then
    # For diffoscope, or readelf and cmp of the objects.
    trap - EXIT
    echo "scripts/package/reproduce.sh: error: other bytes in another folder; $work is left" >&2
fi
exit "$differing"
