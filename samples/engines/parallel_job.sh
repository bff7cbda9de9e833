#!/bin/sh
# Categories of a file of records, by GNU parallel: parallel_job.sh KOPIYKA IN OUT PARTITIONS.
#
# A partition is a file of whole lines and one process of the stage. Parallel tries a broken one again, and ends the job with
# the first that stays broken; the answers come under their name when all are there. Not by --pipe-part or --pipe: a stage
# that is tried again reads nothing there, and the rest of its lines is lost with exit code 0.
set -eu
kopiyka=$1 source=$2 target=$3 partitions=$4

parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
split --number="l/$partitions" --suffix-length=4 "$source" "$parts/"
parallel --will-cite --keep-order --retries 16 --halt now,fail=1 "'$kopiyka' pipe categorize <{}" ::: "$parts"/* \
	>"$target.part"
mv "$target.part" "$target"
