#!/bin/sh
# Checks what package.py made: the same bytes again, pages that mandoc accepts, no error of lintian, and a life in bare roots.
#
#     scripts/package/check.sh KOPIYKA FOLDER
#
# lintian, mandoc and mmdebstrap are Debian packages; the check of one that is not installed is left out, with a line that says so.
set -eu

kopiyka=$1
folder=$2
here=$(dirname "$0")
again=$(mktemp -d)
trap 'rm -rf "$again"' EXIT

for kind in deb tarball; do python3 "$here/package.py" "$kind" "$kopiyka" "$again" >/dev/null; done
for file in "$again"/*; do
    cmp "$file" "$folder/$(basename "$file")" || { echo "scripts/package/check.sh: error: other bytes the second time" >&2; exit 1; }
done
echo "same bytes twice: $(ls "$again" | tr '\n' ' ')"

deb=$(ls "$folder"/kopiyka_*.deb)
if command -v mandoc >/dev/null 2>&1; then
    mkdir "$again/root"
    dpkg-deb -x "$deb" "$again/root"
    pages=$(find "$again/root/usr/share/man" -name '*.gz')
    gunzip $pages
    find "$again/root/usr/share/man" -name '*.[1-9]' -exec mandoc -T lint -W warning {} +
    echo "mandoc: $(find "$again/root/usr/share/man" -name '*.[1-9]' | wc -l) pages"
else
    echo "scripts/package/check.sh: note: mandoc is not installed, the pages were not checked" >&2
fi
if command -v lintian >/dev/null 2>&1; then
    lintian --allow-root --fail-on error "$folder"/*.deb
    echo "lintian: no error"
else
    echo "scripts/package/check.sh: note: lintian is not installed, the packages were not checked" >&2
fi
sh "$here/test.sh" "$deb"
