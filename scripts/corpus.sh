#!/bin/sh
# Compares our readings with the shared corpus, part by part, and then the overlapping exports.
#
#     SHARED=../shared PYTHON=python3 scripts/corpus.sh KOPIYKA PART…
#
# Says so and ends with 0 where there is no corpus; ends with 1 when any file is wrong. Files whose expectation we believe
# wrong are named in scripts/corpus-disputed.txt with the reason; they are printed, and an agreement where one is
# disputed is wrong too, so that the list cannot rot.
set -eu

kopiyka=$1
shift
shared=${SHARED:-../shared}
python=${PYTHON:-python3}
disputed=$(dirname -- "$0")/corpus-disputed.txt
if [ ! -d "$shared/corpus" ]; then
    echo "no corpus at $shared/corpus: nothing compared"
    exit 0
fi

said=$(mktemp)
trap 'rm -f "$said"' EXIT
wrong=0
for part in "$@"; do
    echo "== $part"
    "$python" "$shared/tools/check_corpus.py" "$kopiyka" "$shared/corpus" --only "$part" --show 1000 \
        >"$said" || true
    cat "$said"
    # The checker ended early, or printed no total: nothing was compared.
    grep -q '^total: ' "$said" || wrong=1
    # A difference stands two blanks in, as `  path: what`.
    for path in $(sed -n 's/^  \([^ ][^:]*\): .*/\1/p' "$said"); do
        reason=$(sed -n "s|^$path  *||p" "$disputed")
        if [ -n "$reason" ]; then
            echo "  disputed: $path: $reason"
        else
            wrong=1
        fi
    done
    while read -r path reason; do
        case $path in
            "$part"*) grep -q "^  $path: " "$said" || {
                echo "  $path is disputed ($reason), but agrees"
                wrong=1
            } ;;
        esac
    done <"$disputed"
done
echo "== overlapping exports"
"$python" "$shared/tools/check_overlap.py" "$kopiyka" "$shared/corpus" || wrong=1
exit $wrong
