#!/bin/sh
# What the formatter cannot see.
#
#     scripts/lint.sh [PYTHON]
set -eu

python=${1:-python3}
cd "$(dirname -- "$0")/.."
wrong=0

complain() {
    echo "$1" >&2
    wrong=1
}

# Foundation costs 4 ms at every start and 60 MB in the program, and its dates and numbers follow the locale.
imports='^[[:space:]]*(@[A-Za-z]+(\([^)]*\))?[[:space:]]+)*((public|package|internal|fileprivate|private)[[:space:]]+)?import[[:space:]]+((struct|class|enum|protocol|func|typealias|let|var)[[:space:]]+)?Foundation'
if grep -rnE "$imports" --include='*.swift' Sources; then
    complain "Sources: error: the product does not import Foundation"
fi

if [ -f rules/compile.py ] && command -v "$python" >/dev/null 2>&1; then
    "$python" rules/compile.py --check || complain "rules: error: what is embedded is not what rules/ says; run make rules"
fi

if command -v "$python" >/dev/null 2>&1; then
    "$python" scripts/long_functions.py || complain "Sources: error: divide it into steps that have names"
    "$python" scripts/comment_columns.py || complain "Sources, Tests: error: wrap the comments"
fi

if command -v "$python" >/dev/null 2>&1; then
    "$python" scripts/readme.py || complain "README: error: both languages say the same"
    "$python" scripts/unsafe_files.py || complain "Sources: error: pointers live in few files; read by spans"
fi

if [ -f Tests/Tables/foldings.py ] && command -v "$python" >/dev/null 2>&1; then
    "$python" Tests/Tables/foldings.py --check || complain "Tests/Tables: error: foldings.csv is not what the tables say; run foldings.py"
fi

scripts=$(find scripts .ci -type f \( -name '*.sh' -o -name run \) | LC_ALL=C sort)
for script in $scripts; do
    case $(head -n 1 "$script") in
        *bash*) bash -n "$script" || complain "$script: error: bash cannot read it" ;;
        *) sh -n "$script" || complain "$script: error: sh cannot read it" ;;
    esac
done

exit $wrong
