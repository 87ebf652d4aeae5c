#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: live_sections.sh GAUDIT PROGRAM [TIMES]: gates of 20 pairs of runs of a program with four sections, on a machine
# with other work that comes and goes: without a change, with a section 20 % faster, and with one 10 % slower; each
# TIMES times (20). It runs for some 15 minutes.
gaudit=$1 program=$2 times=${3:-20}
work=$(mktemp -d)
# Other work: a process for each processor and one more, each half of the time, for 0.1 to 1.5 s. What has a period would
# meet always the same runs.
# One process, which a signal ends: what outlives the script would load the machine for ever.
disturb() {
    exec awk "BEGIN {
        srand($1)
        do
            run = sprintf(\"timeout %f sh -c 'while :; do :; done'; sleep %f\", 0.1 + 1.4 * rand(), 0.1 + 1.4 * rand())
        while (system(run) == 0)
    }"
}
disturbers=
for seed in $(seq "$(nproc)") 100; do
    disturb "$seed" &
    disturbers="$disturbers $!"
done
# shellcheck disable=SC2086 # several
trap 'kill $disturbers; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work" || exit 1

# count NAME UNITS PATTERN: of TIMES gates, those that print a line of the pattern; all of these lines go to NAME.
count() {
    found=0
    for _ in $(seq "$times"); do
        # shellcheck disable=SC2086 # four units
        "$gaudit" gate -n 20 --progress off -- "$program" 20 40 30 10 --versus "$program" $2 >out 2>err
        [ $? -eq 0 ] || [ -s out ] || cat err
        grep '^FAILED' out >>"$1"
        grep -qE "$3" out && found=$((found + 1))
    done
    echo "$found"
}
alarms=$(count same '20 40 30 10' '^FAILED')
others=$(count faster '20 40 24 10' '^FAILED')
found=$(count slower '20 40 33 10' '^FAILED: smooth takes')
echo "of $times gates: $alarms false alarms without a change, $others beside a section that is 20 % faster; $found found a" \
    "section that is 10 % slower"
cat same faster slower 2>/dev/null
[ "$alarms" -eq 0 ] && [ "$others" -eq 0 ] && [ "$found" -ge $((times * 19 / 20)) ]
