#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: lint_tbb.sh GAUDIT [PROGRAM]: what is said about a program of oneTBB is what oneTBB does,
# counted in the log independently of the rules. Status 77: there is no program, without oneTBB.
set -u
gaudit=$1
if [ -z "${2-}" ]; then
    echo "the headers of oneTBB or the compiler g++ are missing"
    [ "${GAUDIT_REQUIRE_DATA-}" != 1 ] || exit 1
    exit 77
fi
program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "lint_tbb: $*"; failed=1; }

"$gaudit" lint --log "$work/log" "$program" >"$work/out"
status=$?
cat "$work/out"
[ "$(head -n 1 "$work/out")" = 2 ] || complain "the program did not work"

# oneTBB writes to the flags of all domains that it makes.
created=$(awk '$4 == "domain_create" { print $5 }' "$work/log" | LC_ALL=C sort -u | tr -d '"')
[ -n "$created" ] || complain "oneTBB made no domains"
printed=$(sed -n "s/^domain-flags: domain '\(.*\)': 1 time .*/\1/p" "$work/out" | LC_ALL=C sort)
[ "$created" = "$printed" ] || complain "domains: made '$created', printed '$printed'"

# Of tasks that workers leave open there are as many as begins without end, thread by thread.
open=$(awk '$4 == "task_begin" { n[$3]++ }
    $4 == "task_end" && n[$3] { n[$3]-- }
    $4 == "@exit" { exit } # workers may still end theirs, while no thread waits
    END { for (thread in n) all += n[thread]; print all + 0 }' "$work/log")
printed=$(sed -n "s/^never-ended: task '.*': \([0-9]*\) times* .*/\1/p" "$work/out" |
    awk '{ all += $1 } END { print all + 0 }')
[ "$open" = "$printed" ] || complain "open tasks: $open in the log, $printed printed"

# Nothing else is wrong, both threads are there, and the marks made it a failure.
grep -vE '^(2$|domain-flags: |never-ended: task )' "$work/out" >"$work/rest"
calls=$(awk '$4 !~ /^@/' "$work/log" | wc -l)
violations=$(grep -c ' @violation ' "$work/log")
expected="$violations violations in $calls calls from 2 threads"
[ "$(cat "$work/rest")" = "$expected" ] || complain "said '$(cat "$work/rest")', not '$expected'"
[ $status = 6 ] || complain "status $status"
exit $failed
