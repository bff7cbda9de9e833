#!/bin/sh
# The golden readings beside the samples.
#
#     scripts/golden.sh KOPIYKA            rewrites samples/**/<file>.expected and <file>.errors
#     scripts/golden.sh KOPIYKA --check    writes nothing; shows the differences and ends with 1 when there are any
#
# <file>.expected is the standard output of `kopiyka read --json <file>`, <file>.errors its standard error, where it
# says anything. Each is read from its own folder, so that no path of this machine gets into a reading.
set -eu

kopiyka=$1
mode=${2:-write}
case $kopiyka in /*) ;; *) kopiyka=$PWD/$kopiyka ;; esac
if [ ! -x "$kopiyka" ]; then
    echo "scripts/golden.sh: error: $kopiyka is not there" >&2
    echo "  fix: make build" >&2
    exit 1
fi
cd "$(dirname -- "$0")/../samples"

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
wrong=0

# One language, one time zone that is not the bank's: neither may show in a reading.
reading_of() {
    env LC_ALL=C.UTF-8 LANG=C.UTF-8 LANGUAGE=en TZ=America/New_York \
        "$kopiyka" read --json "$1" </dev/null
}

settle() {    # fresh file, its place beside the sample
    if [ "$mode" = --check ]; then
        if [ -s "$1" ] || [ -e "$2" ]; then
            diff -u "$2" "$1" || { echo "samples/${2#./}: error: the reading changed" >&2; wrong=1; }
        fi
    elif [ -s "$1" ]; then cp "$1" "$2"
    else rm -f "$2"
    fi
}

files=$(find . -type f \( -name '*.csv' -o -name '*.json' -o -name '*.ofx' -o -name '*.qfx' \
    -o -name '*.xml' -o -name '*.sta' -o -name '*.qif' -o -name '*.xlsx' -o -name '*.journal' \
    -o -name '*.ledger' -o -name '*.beancount' \) | LC_ALL=C sort)
for file in $files; do
    folder=$(dirname "$file")
    name=$(basename "$file")
    code=0
    (cd "$folder" && reading_of "$name") >"$fresh/out" 2>"$fresh/err" || code=$?
    case $code in
        0 | 1) ;;
        *) echo "samples/${file#./}: error: kopiyka read ended with $code" >&2; wrong=1; continue ;;
    esac
    settle "$fresh/out" "$file.expected"
    settle "$fresh/err" "$file.errors"
done
exit $wrong
