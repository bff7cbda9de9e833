#!/bin/sh
# Copies the program, its completions and its manual to PREFIX (/usr/local).
set -eu
prefix=${PREFIX:-/usr/local}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${DESTDIR:-}$prefix"
cp -R "$here/bin" "$here/share" "${DESTDIR:-}$prefix/"
echo "installed ${DESTDIR:-}$prefix/bin/kopiyka"
