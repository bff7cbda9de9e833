#!/bin/sh
# The whole pipeline on samples/: import, look, approve what is nearly certain, report, export, import again.
#
#     scripts/demo.sh [KOPIYKA]        default .build/release/kopiyka
#
# Works in a temporary folder, which is removed at the end, and shows each command before it runs. Ends with 0
# only when everything went as a user should see it.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
kopiyka=${1:-$here/.build/release/kopiyka}
case $kopiyka in /*) ;; *) kopiyka=$PWD/$kopiyka ;; esac
if [ ! -x "$kopiyka" ]; then
    echo "scripts/demo.sh: error: $kopiyka is not there" >&2
    echo "  fix: make release" >&2
    exit 1
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
workspace=$folder/money
exports='samples/*/*.csv samples/*/*.json samples/*/*.ofx'
cd "$here"

failed() {
    echo "scripts/demo.sh: error: $1" >&2
    exit 1
}

say() { printf '\n%s\n' "$1"; }

# Runs kopiyka, the command shown as one would type it, and insists on the exit code a reader should expect.
expect() {
    wanted=$1
    shift
    printf '\n$ kopiyka %s\n' "$*"
    code=0
    # Split and expanded here, so that what is shown can keep its stars.
    KOPIYKA_WORKSPACE=$workspace "$kopiyka" $* </dev/null || code=$?
    [ "$code" = "$wanted" ] || failed "kopiyka $* ended with $code, not $wanted"
}

# The first lines of a long answer.
expect_short() {
    lines=$1
    shift
    expect 0 "$@" >"$folder/long"
    head -n "$lines" "$folder/long"
    rest=$(($(wc -l <"$folder/long") - lines))
    if [ "$rest" -gt 0 ]; then echo "… and $rest more lines"; fi
}

say "A workspace in a temporary folder."
expect 0 init "$workspace"

say "The exports of three months. One row of one file cannot be read; the rest comes in, and the exit code is 1 to say so."
expect 1 import "$exports"

say "What waits in the queue, with a suggestion and its confidence."
expect_short 24 pending

say "What is nearly certain: a household met for the first time has little that is more."
expect_short 6 approve --level high

say "Where the money went, and what is left."
expect 0 report
expect 0 balance

say "The ledger as plain text, for hledger."
printf '\n$ kopiyka export --format hledger > kopiyka.journal\n'
KOPIYKA_WORKSPACE=$workspace "$kopiyka" export --format hledger >"$folder/kopiyka.journal" </dev/null ||
    failed "the export ended with $?"
[ -s "$folder/kopiyka.journal" ] || failed "the export is empty"
head -n 12 "$folder/kopiyka.journal"
if command -v hledger >/dev/null 2>&1; then
    printf '\n$ hledger -f kopiyka.journal check\n'
    LC_ALL=C.UTF-8 hledger -f "$folder/kopiyka.journal" check || failed "hledger refuses the export"
    echo "hledger accepts it."
else
    echo "(hledger is not installed: the export was not checked)"
fi

say "The same files again, and nothing is new: every row is known, and the bad one is still bad."
KOPIYKA_WORKSPACE=$workspace "$kopiyka" dump >"$folder/before" </dev/null
expect 1 import "$exports"
KOPIYKA_WORKSPACE=$workspace "$kopiyka" dump >"$folder/after" </dev/null
cmp -s "$folder/before" "$folder/after" || failed "importing twice changed the workspace"
echo "No byte of the workspace's dump changed."

say "And the workspace proves itself."
expect 0 check
