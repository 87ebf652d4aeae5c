#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: stress.sh GAUDIT OPTIONS COLLECTOR STRESS SHOW_TRACE: programs that do what profilers do not
# like do it under the collector as without it.
. "$(dirname "$0")/../collect/scene.sh"
. "$(dirname "$0")/sums.sh"
stress=$4 show=$5

# --- what programs do ------------------------------------------------------------------
for scene in threads loading storm itimer blocked waiting processes files coroutines deep; do
    timeout 60 "$stress" $scene >plain || wrong "$scene alone: status $?"
    for clock in auto timer; do
        for interval in 100us 10ms; do
            folder=$scene-$clock-$interval
            timeout 60 "$gaudit" collect -q -o "$folder" --clock $clock --interval $interval "$stress" $scene >out 2>err ||
                wrong "$folder: status $?, $(cat err)"
            cmp -s out plain || wrong "$folder: it printed $(cat out)"
            [ ! -s err ] || wrong "$folder: messages: $(cat err)"
            is_whole "$folder"
        done
    done
done
# Threads have what the kernel does to make and to end them outside of their samples; a library that is
# unmapped while it is walked through makes no difference to sums.
for scene in loading storm itimer blocked waiting coroutines; do
    adds_up $scene-auto-10ms
done
# A thousand threads: each of them is there, and has ended.
for way in auto-100us auto-10ms timer-10ms; do
    "$show" "threads-$way/samples.gtr" >trace
    [ "$(grep -c '^thread .* ended 1 ' trace)" = 1000 ] || wrong "threads-$way: $(grep -c '^thread .* ended 1 ' trace) of 1000 threads ended"
    [ "$(sum trace samples)" = $(($(sum trace written) + $(sum trace dropped) + $(grep '^task' trace | sum - samples))) ] ||
        wrong "threads-$way: $(sum trace written) samples written"
done
# At least the time that the threads take for themselves, 1.5 s, within 4 standard errors and 5 %.
awk -v all="$(value threads-auto-100us sampled_s)" 'BEGIN { exit !(all > 1.42 && all < 1.9) }' || wrong "threads-auto-100us: $(value threads-auto-100us sampled_s) s"
# Stacks of fifty thousand callers are cut at the limit, and said to be.
[ "$(value deep-auto-100us truncated)" -gt 1000 ] || wrong "deep: $(value deep-auto-100us truncated) stacks are cut short"
# Clocks that the program closed come back within a tenth of a second.
awk -v all="$(value files-auto-10ms sampled_s)" 'BEGIN { exit !(all > 0.2) }' || wrong "files: $(value files-auto-10ms sampled_s) s"

# --- little room -----------------------------------------------------------------------
# Without files for the clocks of threads: timers do.
(ulimit -n 1004 && "$gaudit" collect -q -o few --interval 1ms "$stress" threads >out) || wrong "few files: status $?"
is_whole few
"$gaudit" collect -q -o small --buffer 1M --interval 100us "$stress" loading >out || wrong "small buffer: status $?"
"$show" small/samples.gtr >trace
[ "$(grep ^thread trace | sum - samples)" = $(($(sum trace written) + $(sum trace dropped))) ] || wrong "small buffer: $(grep ^thread trace)"

# --- sudden ends -----------------------------------------------------------------------
# What is lost is a second at most: nothing is said of less than the file has.
for round in $(seq 20); do
    rm -rf killed
    "$gaudit" collect -q -o killed --interval 1ms sh -c "\"$stress\" endless & sleep 0.$((RANDOM % 8 + 1)); kill -KILL \$!; wait" >out 2>err
    awk -v cpu="$(tail -n 1 out)" 'END { exit !(NR > 0) }' out || continue
    cat killed/samples*.gtr >/dev/null || wrong "round $round: no file"
    all=0
    for file in killed/samples*.gtr; do
        "$show" "$file" >trace || wrong "round $round: $(cat trace)"
        grep -q '^blocks [0-9]* missing 0 .* bad 0 dangling 0$' trace || wrong "round $round: $(head -n 1 trace)"
        all=$((all + $(sum trace written_weight)))
    done
    [ $((all + 1000000000)) -ge "$(tail -n 1 out)" ] || wrong "round $round: $all ns of $(tail -n 1 out)"
done

# --- places that are not to be had -----------------------------------------------------
INTEL_LIBITTNOTIFY64='' LD_PRELOAD=$collector GAUDIT_COLLECT_OUTPUT=/nowhere "$stress" blocked >out 2>err || wrong "no folder: status $?"
[ "$(cat err)" = "gaudit-collector: cannot write '/nowhere/samples.gtr': No such file or directory; nothing is recorded" ] || wrong "no folder: $(cat err)"
if [ -n "$nobody" ] && as_nobody test -x "$stress"; then
    mkdir -m 777 nproc
    as_nobody bash -c "ulimit -u 0; LD_PRELOAD=$collector GAUDIT_COLLECT_OUTPUT=$work/nproc exec \"$stress\" blocked" >out 2>err || wrong "no thread: status $?"
    [ "$(cat out)" = "blocked 1" ] || wrong "no thread: $(cat out)"
    [ "$(wc -l <err)" = 1 ] || wrong "no thread: it said: $(cat err)"
fi
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
    "$gaudit" collect -q -o proc --interval 1ms unshare -m sh -c "mount -t tmpfs none /proc && exec \"$stress\" loading" >out 2>err || wrong "no /proc: status $?, $(cat err)"
    [ "$(cat out)" = "loading 4" ] || wrong "no /proc: $(cat out)"
    is_whole proc
fi
finish
