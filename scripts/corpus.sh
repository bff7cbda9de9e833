#!/bin/sh
# Compares our readings with the shared corpus, part by part, and then the overlapping exports.
#
#     SHARED=../shared PYTHON=python3 scripts/corpus.sh KOPIYKA PART…
#
# Says so and ends with 0 where there is no corpus; ends with 1 when any file is wrong.
set -eu

kopiyka=$1
shift
shared=${SHARED:-../shared}
python=${PYTHON:-python3}
if [ ! -d "$shared/corpus" ]; then
    echo "no corpus at $shared/corpus: nothing compared"
    exit 0
fi

wrong=0
for part in "$@"; do
    echo "== $part"
    "$python" "$shared/tools/check_corpus.py" "$kopiyka" "$shared/corpus" --only "$part" || wrong=1
done
echo "== overlapping exports"
"$python" "$shared/tools/check_overlap.py" "$kopiyka" "$shared/corpus" || wrong=1
exit $wrong
