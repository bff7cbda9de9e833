#!/bin/sh
# Compares our readings with the shared corpus, part by part, then the overlapping exports, that each row of
# every file is counted under one fate, and the accounts of whole households.
#
#     SHARED=../shared PYTHON=python3 scripts/corpus.sh KOPIYKA PART…
#
# Says so and ends with 0 where there is no corpus; ends with 1 when any file is wrong. Files whose expectation we believe
# wrong, or that we refuse, are named in scripts/corpus-disputed.txt with the reason; they are printed, and an agreement where one is
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
fates=$(mktemp -d)
trap 'rm -rf "$said" "$fates"' EXIT
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
echo "== fates of rows"
"$kopiyka" init "$fates/money" >/dev/null
code=0
"$kopiyka" import --dry-run --json --workspace "$fates/money" "$shared/corpus" \
    >"$fates/counts" 2>/dev/null </dev/null || code=$?
[ "$code" -le 1 ] || { echo "  import ended with $code"; wrong=1; }
"$python" - "$fates/counts" <<'END' || wrong=1
import json, sys
fates = "new known repeated settled conflicts ambiguous rejected skipped".split()
files = [count for count in map(json.loads, open(sys.argv[1])) if "rows" in count]
lost = [f["file"] for f in files if f["rows"] != sum(f[fate] for fate in fates)]
for path in lost:
    print(f"  {path}: a row has no fate, or two")
print(f"{len(files)} files, {sum(f['rows'] for f in files)} rows, {len(lost)} wrong")
sys.exit(bool(lost) or not files)
END
if [ -d "$shared/eval/household-example" ]; then
    echo "== households"
    "$python" "$(dirname -- "$0")/households.py" "$kopiyka" "$shared/eval/household-example" || wrong=1
fi
exit $wrong
