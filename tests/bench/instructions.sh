#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: instructions.sh N COMMAND [ARGUMENT...]: prints "instructions COUNT" of each of the N things that the command
# does when N is its last argument: those of 2 N without those of N, so that its begin and end are left out. Also left
# out is the rare case of call statistics: whether a call took as long as the one before depends on the clock. Status 77
# without callgrind.
set -u
n=$1
shift
command -v valgrind >/dev/null || { echo "SKIPPED: valgrind is not installed"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# count N COMMAND...
count() {
    last=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=gau_stats_end_slowly \
        --collect-atstart=yes "$@" "$last" >"$work/out" 2>&1 ||
        { sed 's/^/  /' "$work/out" >&2; exit 1; }
    sed -n 's/.*Collected : \([0-9]*\)$/\1/p' "$work/out"
}

few=$(count "$n" "$@") && many=$(count $((2 * n)) "$@") || exit 1
awk "BEGIN { printf \"instructions %.1f\\n\", ($many - $few) / $n }"
