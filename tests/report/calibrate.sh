#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: calibrate.sh GAUDIT OPTIONS_FOLDER COLLECTOR [RUNS [INTERVAL [EVENTS]]]: 50 runs of options/hlt.xml, each with the timer's CPU time
# and samples at the default interval. The differences of all branches in units of their errors, from all
# runs together, should spread by 1, and 95 % of them be within 2: prints how it is, and fails if the root of their mean
# square is not in 0.85 to 1.15, or not 93 to 97 % are within 2. doc/accuracy.md has the figures.
. "$(dirname "$0")/../collect/scene.sh"
[ ! "$sanitized" ] || exit 77
runs=${4:-50} interval=${5:-10ms} events=${6:-1200}

# measure NUMBER
measure() {
    "$gaudit" profile "$options/hlt.xml" -q --with builtin --time -s TimerAuditor.CpuTime=true \
        -s Events.Events="$events" -s Events.Seed="$1" --interval "$interval" -o "$1" 2>err || {
        cat err
        exit 1
    }
    if ! grep -q '"sees_kernel": true' "$1/collect.json" || grep -q '"clock": "POSIX timer' "$1/collect.json"; then
        echo 'no perf event that sees the kernel: nothing to calibrate'
        exit 77
    fi
    "$gaudit" compare -f csv "$1" 2>err >>all.csv
    "$gaudit" compare -f csv --table test "$1" 2>>err >>test.csv
    rm -rf "$1"
}

run=0
while [ $run -lt "$runs" ]; do
    run=$((run + 1))
    measure $run
done
LC_ALL=C awk -F, '$1 == "p" && $2 != "" { tests++; unlikely += $2 < 0.05 }
    END { printf "p < 0.05 in %d of %d runs\n", unlikely, tests }' test.csv
LC_ALL=C awk -F, '$5 != "" && $5 != "z" {
        n++; squares += $5 * $5; within += $5 <= 2 && $5 >= -2
        rows[$NF]++; mean[$NF] += $5; square[$NF] += $5 * $5
    }
    END {
        if (n == 0) { print "no branch has enough samples"; exit 1 }
        for (row in rows)
            printf "%4d z, mean %+.2f, RMS %.2f: %s\n", rows[row], mean[row] / rows[row], sqrt(square[row] / rows[row]), row
        rms = sqrt(squares / n)
        printf "all: %d z, RMS %.3f, within 2: %.1f %%\n", n, rms, 100 * within / n
        exit !(rms >= 0.85 && rms <= 1.15 && within >= 0.93 * n && within <= 0.97 * n)
    }' all.csv || wrong 'errors are not as large as they say'
finish
