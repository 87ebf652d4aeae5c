#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: altstacks.sh GAUDIT OPTIONS COLLECTOR ALTSTACKS: what programs do with stacks and alternate stacks
# they do under the collector as without it.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
stacks=$4

for scene in small hidden exchanging handlers leaving switching overflow on_ours; do
    timeout 300 "$stacks" $scene >plain || wrong "$scene alone: status $?: $(cat plain)"
    for clock in auto timer; do
        folder=$scene-$clock
        timeout 300 "$gaudit" collect -q -o "$folder" --clock $clock --interval 100us "$stacks" $scene >out 2>err ||
            wrong "$folder: status $?, $(cat out err)"
        cmp -s out plain || wrong "$folder: it printed $(cat out)"
        grep -qv '^gaudit: ' err && wrong "$folder: messages: $(cat err)"
        is_whole "$folder"
    done
    adds_up $scene-auto 2 # some fork
done

# Of a stack of the program, the handler takes no more than it says, next to what the kernel does.
for clock in auto timer; do
    "$gaudit" collect -q -o depth-$clock --clock $clock --interval 100us "$stacks" depth >out 2>err || wrong "depth: status $?"
    awk '/^gaudit: / { next } { n++ } $2 != "of" || $1 < 1000 || $1 > $3 + 1536 { bad = 1 } END { exit bad || n != 1 }' err || wrong "depth-$clock: $(cat err)"
    done

# On a stack that has no room for it the handler does not run, which is reported; then it does.
for clock in auto timer; do
    timeout 300 "$gaudit" collect -o too_small-$clock --clock $clock --interval 1ms "$stacks" too_small >out 2>err || wrong "too_small: status $?, $(cat out err)"
    warning="1 thread was not sampled while the program's alternate signal stack was too small for it"
    grep -q "warning: $warning" err || wrong "too_small-$clock: it said: $(cat err)"
    for view in summary hotspots; do
        "$gaudit" report $view too_small-$clock >out 2>&1 || wrong "too_small-$clock: $view: status $?"
        grep -q "$warning" out || wrong "too_small-$clock: $view: $(cat out)"
    done
    # On a loaded machine the thread loses the processor before a tick, where the clock is a timer.
    awk -v all="$(value too_small-$clock sampled_s)" -v tick="$(value too_small-$clock tick_s)" -v clock=$clock 'BEGIN {
        exit !(all > (tick > 0 || clock == "timer" ? 0.03 : 0.15) && all < 0.27)
    }' || wrong "too_small-$clock: $(value too_small-$clock sampled_s) s"
done
finish
