#!/bin/sh
# Keeps a small workspace of a released version, which WorkspaceOfEarlierVersionTests opens with the versions after it.
#
#     Tests/Workspaces/keep.sh KOPIYKA WORKSPACE      into Tests/Workspaces/VERSION
#
# Its ledger is kept as SQL, beside what the version says of it: dump.jsonl and report.csv. Needs sqlite3. Invented payments only.
set -eu

kopiyka=$1
workspace=$2
target=$(dirname "$0")/$("$kopiyka" --version | cut -d ' ' -f 2)
rm -rf "$target"
mkdir "$target"
(cd "$workspace" && tar -c --exclude=.kopiyka --exclude='ledger.db*' .) | tar -x -C "$target"
cp "$workspace/.kopiyka/queue.index" "$target/queue.index"
chmod -R u=rwX,go=rX "$target"
{
    for name in page_size application_id user_version; do
        echo "PRAGMA $name = $(sqlite3 "$workspace/ledger.db" "PRAGMA $name");"
    done
    sqlite3 "$workspace/ledger.db" .dump
} >"$target/ledger.sql"
"$kopiyka" dump --workspace "$workspace" >"$target/dump.jsonl"
"$kopiyka" report --csv --by category --workspace "$workspace" >"$target/report.csv"
