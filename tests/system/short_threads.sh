#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: short_threads.sh GAUDIT OPTIONS COLLECTOR SHORT_THREADS: the samples of threads that live for less than an
# interval add up to their CPU time; where ticks find too few of them for that, it is said.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
program=$4

# within FOLDER PERCENT
within() {
    awk -v sampled="$(value "$1" sampled_s)" -v cpu="$(value "$1" cpu_s)" -v most="$2" \
        'BEGIN { off = 100 * (sampled / cpu - 1); exit !(cpu > 0 && off < most && off > -most) }'
}

for clock in timer perf; do
    collected 0 -o handler-$clock --clock $clock "$program" handler
    least=$(value handler-$clock samples)
    # A clock that stopped has one at most; one that is looked at by ticks has few where many programs run.
    [ "${least:-0}" -ge 3 ] || wrong "handler, $clock: $least samples of $(value handler-$clock cpu_s) s"
    for length in '100 12' '600 2'; do
        folder=$clock-${length% *}
        # shellcheck disable=SC2086 # two words
        collected 0 -o "$folder" --clock $clock "$program" $length
        is_whole "$folder"
        within "$folder" 15 || grep -q '^gaudit: warning: .*of CPU time is in no sample' err ||
            wrong "$folder: $(value "$folder" sampled_s) s sampled of $(value "$folder" cpu_s) s, and it said: $(cat err)"
    done
done
finish
