#!/bin/sh
# Installs the package in bare roots of Debian and Ubuntu, runs it there on the packaged examples, and removes it.
#
#     scripts/package/test.sh PACKAGE.deb [RELEASE…]      bookworm, trixie and noble without a release
#
# Needs mmdebstrap, and root or user namespaces. A release whose mirror cannot be reached is named and left out; none at all is
# an error.
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
! command -v kopiyka >/dev/null
! ls -d /usr/share/kopiyka 2>/dev/null
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
    elif grep -qE 'Could not resolve|Failed to fetch|unable to (connect|resolve)|NO_PUBKEY|does not have a Release|NO_PUBKEY|apt-get update .*failed' "$work/errors"; then
        echo "scripts/package/test.sh: note: no mirror of $release can be reached, it was left out" >&2
    else
        cat "$work/errors" >&2
        echo "scripts/package/test.sh: error: the package failed on $release" >&2
        exit 1
    fi
done
if [ "$tried" = 0 ]; then
    echo "scripts/package/test.sh: note: no mirror can be reached, the package was not tried in bare roots" >&2
fi
