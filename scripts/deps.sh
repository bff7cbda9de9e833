#!/bin/sh
# Installs the Debian packages that building, testing and showing Kopiyka need, when they are missing.
# With names of packages as arguments, it installs these instead.
#
# Silent, without network and in milliseconds when all are there. As root it calls apt-get directly, else through sudo;
# where neither works it names the packages and ends with 1. hledger, ledger and beancount only check our exports:
# without them the demo and the tests leave that out. valgrind counts instructions for `make gate`.
# poppler-utils is looked for at run time to read PDF statements: without it they are refused with its name. Failing to install one of
# these is told once and is no error.
set -eu

required="libxml2-dev libsqlite3-dev libyaml-dev libzstd-dev libncurses-dev zlib1g-dev pkg-config python3"
wanted="hledger ledger beancount poppler-utils valgrind"
if [ $# -gt 0 ]; then required=$* wanted=""; fi
stamp="${KOPIYKA_BUILD_DIR:-.build}/wanted-cannot-be-installed"

is_installed() {
    if command -v dpkg-query >/dev/null 2>&1; then
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ] && return 0
    fi
    case $1 in    # not from Debian, but there
        beancount) command -v bean-check >/dev/null 2>&1 ;;
        poppler-utils) command -v pdftotext >/dev/null 2>&1 ;;
        python3 | hledger | ledger | valgrind) command -v "$1" >/dev/null 2>&1 ;;
        pkg-config) command -v pkg-config >/dev/null 2>&1 ;;
        libxml2-dev) pkg-config --exists libxml-2.0 2>/dev/null ;;
        libsqlite3-dev) pkg-config --exists sqlite3 2>/dev/null ;;
        libyaml-dev) pkg-config --exists yaml-0.1 2>/dev/null ;;
        libzstd-dev) pkg-config --exists libzstd 2>/dev/null ;;
        libncurses-dev) [ -f /usr/include/curses.h ] && ls /usr/lib/*/libncursesw.a >/dev/null 2>&1 ;;
        zlib1g-dev) pkg-config --exists zlib 2>/dev/null ;;
        *) false ;;
    esac
}

missing_of() {
    for package in "$@"; do
        is_installed "$package" || printf ' %s' "$package"
    done
}

# How apt-get can be run here: "" as root, "sudo -n" or "sudo", or the word none.
way_to_root() {
    if ! command -v apt-get >/dev/null 2>&1; then echo none
    elif [ "$(id -u)" = 0 ]; then echo ""
    elif ! command -v sudo >/dev/null 2>&1; then echo none
    elif sudo -n true 2>/dev/null; then echo "sudo -n"
    elif [ -t 0 ]; then echo "sudo"
    else echo none
    fi
}

# $root is split on purpose: it is nothing, or a command with an option.
apt() {
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" </dev/null
}

missing=$(missing_of $required)
extra=$(missing_of $wanted)
if [ -f "$stamp" ]; then extra=""; fi
if [ -z "$missing$extra" ]; then exit 0; fi

root=$(way_to_root)
if [ "$root" = none ]; then
    if [ -z "$missing" ]; then exit 0; fi
    echo "scripts/deps.sh: error: packages are missing:$missing" >&2
    echo "  why: this user is not root and sudo is not available without a question" >&2
    echo "  fix: sudo apt-get install$missing" >&2
    exit 1
fi

echo "installing:$missing$extra" >&2
apt update >&2 || echo "scripts/deps.sh: note: the package lists could not be renewed" >&2
if [ -n "$missing" ]; then
    apt install -y --no-install-recommends $missing >&2 || {
        echo "scripts/deps.sh: error: these packages could not be installed:$missing" >&2
        echo "  fix: sudo apt-get install$missing" >&2
        exit 1
    }
fi
if [ -n "$extra" ]; then
    apt install -y --no-install-recommends $extra >&2 || {
        echo "scripts/deps.sh: note: these could not be installed, nothing needs them to build:$extra" >&2
        mkdir -p "$(dirname "$stamp")"
        : >"$stamp"
    }
fi
