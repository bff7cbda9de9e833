#!/bin/sh
# Installs the package in bare roots of Debian and Ubuntu, runs it there on the packaged examples, and removes it.
#
#     scripts/package/test.sh PACKAGE.deb [RELEASE…]      bookworm, trixie and noble without a release
#
# Needs mmdebstrap, and root or user namespaces. A release of which no root can be made (no mirror, no namespaces) is named and
# left out.
set -eu

package=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- bookworm trixie noble
if ! command -v mmdebstrap >/dev/null 2>&1; then
    echo "scripts/package/test.sh: note: mmdebstrap is not installed, the package was not tried in bare roots" >&2
    exit 0
fi
mode=unshare
if [ "$(id -u)" = 0 ]; then mode=root; fi
tried=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What a person does with it, in the root.
cat >"$work/try" <<'TRY'
set -eu
echo "the root is there" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get install -qq -y --no-install-recommends /tmp/kopiyka.deb >/dev/null
kopiyka --version
cp -R /usr/share/doc/kopiyka/examples /tmp/examples
mkdir /tmp/money && cd /tmp/money
kopiyka init >/dev/null
mkdir -p inbox && cp -R /tmp/examples/monobank-csv /tmp/examples/ofx1 /tmp/examples/camt inbox/
kopiyka import </dev/null | tail -1
kopiyka approve --all | grep -c approved
kopiyka report --lang en | tail -1
kopiyka check | head -1
test -f /usr/share/man/man1/kopiyka-import.1.gz || echo "no pages of the manual: this system excludes them"
apt-get remove -qq -y kopiyka >/dev/null
if [ -e /usr/bin/kopiyka ] || [ -e /usr/share/kopiyka ]; then
    echo "files are left after removing" >&2
    exit 1
fi
TRY

for release in "$@"; do
    mirror=http://deb.debian.org/debian
    [ "$release" = noble ] && mirror=http://archive.ubuntu.com/ubuntu
    echo "== $release"
    if mmdebstrap --quiet --mode="$mode" --variant=apt \
        --customize-hook="copy-in $work/try /tmp" \
        --customize-hook="upload $package /tmp/kopiyka.deb" \
        --customize-hook='chroot "$1" sh /tmp/try >&2' \
        "$release" /dev/null "$mirror" 2>"$work/errors"
    then
        tried=$((tried + 1))
        cat "$work/errors"
    elif ! grep -q "the root is there" "$work/errors"; then
        tail -3 "$work/errors" >&2
        echo "scripts/package/test.sh: note: no root of $release can be made, it was left out" >&2
    else
        cat "$work/errors" >&2
        echo "scripts/package/test.sh: error: the package failed on $release" >&2
        exit 1
    fi
done
if [ "$tried" = 0 ]; then
    echo "scripts/package/test.sh: note: the package was tried in no bare root" >&2
fi
