#!/bin/sh
# Builds every Fuzz* product with libFuzzer and the address sanitizer, and runs each for a while.
#
#     SWIFT=swift FUZZ_SECONDS=60 scripts/fuzz.sh
#
# The fuzz targets are in the package only when KOPIYKA_FUZZ is set, so that nobody pays for them otherwise.
# What a run learns is kept in .build-fuzz/corpus/<product>; a crash is left in .build-fuzz/crashes and ends with 1.
set -eu

swift=${SWIFT:-swift}
seconds=${FUZZ_SECONDS:-60}
cd "$(dirname -- "$0")/.."
export KOPIYKA_FUZZ=1

products=$("$swift" package --scratch-path .build-fuzz describe --type json | python3 -c '
import json, sys
described = json.load(sys.stdin)
print(*sorted({t["name"] for t in described["targets"] if t["name"].startswith("Fuzz") and t["type"] == "executable"}))')
if [ -z "$products" ]; then
    echo "the package has no Fuzz* products yet: nothing was fuzzed"
    exit 0
fi

mkdir -p .build-fuzz/crashes
wrong=0
for product in $products; do
    # Of two options the compiler takes the last: only the joined one gives both the checks and the coverage to steer by.
    "$swift" build -c release --product "$product" --scratch-path .build-fuzz \
        --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
    kept=.build-fuzz/corpus/$product
    mkdir -p "$kept"
    echo "== $product, $seconds s"
    ".build-fuzz/release/$product" "$kept" samples/*/ -max_total_time="$seconds" -max_len=4096 \
        -artifact_prefix=".build-fuzz/crashes/$product-" </dev/null || wrong=1
done
exit $wrong
