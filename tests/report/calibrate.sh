#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: calibrate.sh GAUDIT OPTIONS_FOLDER COLLECTOR [RUNS [INTERVAL [EVENTS]]]: 50 runs of options/hlt.xml, each with the timer's CPU time
# and samples, by default 600 events at 1 ms: some 1000 samples, and five branches that have a z. The differences of all
# branches in units of their errors should spread by 1, and 95 % of them be within 2. Prints how it is,
# and fails if the root of their mean square is not in 0.85 to 1.15, or if fewer than 93 or more than 97 % are within 2 by
# more than two standard errors of that many. doc/method/accuracy.md has the figures.
. "$(dirname "$0")/../collect/common.sh"
[ ! "$sanitized" ] || exit 77
runs=${4:-50} interval=${5:-1ms} events=${6:-600}

# measure NUMBER
measure() {
    "$gaudit" profile "$options/hlt.xml" -q --profiler builtin --time -s TimerAuditor.CpuTime=true \
        -s Events.Events="$events" -s Events.Seed="$1" -n "$events" --interval "$interval" -o "$1" 2>err || {
        cat err
        exit 1
    }
    if ! grep -q '"includes_kernel_time": true' "$1/collect.json" || grep -q '"clock": "POSIX timer' "$1/collect.json"; then
        echo 'no perf event that sees the kernel: nothing to calibrate'
        exit 77
    fi
    "$gaudit" compare -f csv "$1" 2>err >>all.csv
    "$gaudit" compare -f csv --table test "$1" 2>>err >>test.csv
    rm -rf "$1"
}

spread() {
    LC_ALL=C awk -F, '
        /^events,/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            z = $column["z"]
            if (z == "") next
            n++; squares += z * z; within += z <= 2 && z >= -2
            rows[$NF]++; mean[$NF] += z; square[$NF] += z * z
        }
        END {
            if (n == 0) { print "no branch has enough samples"; exit 1 }
            for (row in rows)
                printf "%4d z, mean %+.2f, RMS %.2f: %s\n", rows[row], mean[row] / rows[row], sqrt(square[row] / rows[row]), row
            rms = sqrt(squares / n)
            part = within / n
            some = 2 * sqrt(0.05 * 0.95 / n)
            printf "%d z, RMS %.3f, within 2: %.1f %%\n", n, rms, 100 * part
            exit !(rms >= 0.85 && rms <= 1.15 && part >= 0.93 - some && part <= 0.97 + some)
        }' all.csv
}

run=0
while [ $run -lt "$runs" ]; do
    run=$((run + 1))
    measure $run
done
LC_ALL=C awk -F, '/^events,/ { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        samples += $column["samples"]
        runs++
        if ($column["p"] != "") { tests++; unlikely += $column["p"] < 0.05 }
        if ($column["row_p"] != "") alarms += $column["row_p"] < 0.05
    }
    END {
        printf "p < 0.05 in %d of %d runs, of the branch that is furthest off in %d; %d samples a run\n",
            unlikely, tests, alarms, samples / runs
    }' test.csv
spread || wrong 'errors are not as large as they say'
finish
