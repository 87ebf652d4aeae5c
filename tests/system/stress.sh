#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: stress.sh GAUDIT OPTIONS COLLECTOR STRESS SHOW_TRACE quick|full: programs that do what profilers do not
# like do it under the collector as without it.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
stress=$4 show=$5 amount=$6

# --- what programs do ------------------------------------------------------------------
# Each does it with both clocks, and with a short and the usual interval. Sums are right with perf events and the usual
# one. Some ways are asked for more below.
ways_of() {
    [ "$amount" = quick ] || { echo "auto-100us auto-10ms timer-100us timer-10ms" && return; }
    case $1 in
    loading | storm | itimer | blocked | waiting | coroutines | replacing | lingering | files | missing) echo "auto-10ms timer-100us" ;;
    threads) echo "auto-100us auto-10ms timer-10ms" ;;
    *) echo "auto-100us timer-10ms" ;;
    esac
}
for scene in threads loading storm itimer blocked waiting processes files coroutines deep descriptor systemv breakpoint \
    replacing children execs missing lingering crowd; do
    timeout 600 "$stress" $scene briefly >plain || wrong "$scene alone: status $?"
    for way in $(ways_of $scene); do
        folder=$scene-$way
        timeout 600 "$gaudit" collect -q -o "$folder" --clock ${way%-*} --interval ${way#*-} "$stress" $scene >out 2>err ||
            wrong "$folder: status $?, $(cat err)"
        cmp -s out plain || wrong "$folder: it printed $(cat out)"
        # Sums and stacks are checked below, where they are expected to be right.
        grep -vE 'warning: ([0-9.]+ s of [0-9.]+ s of CPU time is in no sample|the samples weigh|[0-9.]+ % of the call stacks|[0-9.]+ s of [0-9.]+ s of CPU time is in no file|[0-9]+ of [0-9]+ files end)' err >other
        [ ! -s other ] || wrong "$folder: messages: $(cat err)"
        [ $scene = breakpoint ] || is_whole "$folder"
    done
done
# Threads have what the kernel does to make and to end them outside of their samples; a library that is
# unmapped while it is walked through makes no difference to sums.
for scene in loading storm itimer blocked waiting coroutines replacing lingering; do
    adds_up $scene-auto-10ms
done
# A thread that tries exec() has no clock meanwhile; afterwards it has one again.
awk -v all="$(value missing-auto-10ms sampled_s)" 'BEGIN { exit !(all > 0.2) }' || wrong "missing: $(value missing-auto-10ms sampled_s) s"
# A thousand threads: each of them is there, and has ended.
for way in auto-100us auto-10ms timer-10ms; do
    "$show" "threads-$way/samples.gtr" >trace
    [ "$(grep -c '^thread .* ended 1 ' trace)" = 1000 ] || wrong "threads-$way: $(grep -c '^thread .* ended 1 ' trace) of 1000 threads ended"
    [ "$(sum trace samples)" = $(($(sum trace written) + $(sum trace dropped) + $(grep '^task' trace | sum - samples))) ] ||
        wrong "threads-$way: $(sum trace written) samples written"
done
# At least the time that the threads take for themselves, 1.5 s, within 4 standard errors and 5 %; not more
# than all CPU time: how long the kernel takes to make threads depends on what else the machine does. A clock that is
# looked at by ticks, where there are no perf events, misses threads of 1.5 ms that lose the processor before a tick.
awk -v all="$(value threads-auto-100us sampled_s)" -v cpu="$(value threads-auto-100us cpu_s)" -v tick="$(value threads-auto-100us tick_s)" 'BEGIN {
    error = 4 * sqrt(1000) * sqrt(0.0015 * tick)
    exit !(all > (tick > 0 ? 0 : 1.42) && all < 1.02 * cpu + 0.05 + error)
}' || wrong "threads-auto-100us: $(value threads-auto-100us sampled_s) s of $(value threads-auto-100us cpu_s) s"
# Stacks of fifty thousand callers are cut at the limit, and said to be: in 0.3 s, by far most of the program.
awk -v cut="$(value deep-auto-100us truncated)" -v all="$(value deep-auto-100us samples)" 'BEGIN { exit !(all > 0 && cut > 0.8 * all) }' ||
    wrong "deep: $(value deep-auto-100us truncated) of $(value deep-auto-100us samples) stacks are cut short"
# Clocks that the program closed come back within a quarter of a second.
awk -v all="$(value files-auto-10ms sampled_s)" 'BEGIN { exit !(all > 0.2) }' || wrong "files: $(value files-auto-10ms sampled_s) s"

# A thread that has blocked the signals of clocks has samples again when it unblocks them.
for way in $(ways_of descriptor); do
    awk -v all="$(value descriptor-$way sampled_s)" 'BEGIN { exit !(all > 0.2 && all < 0.4) }' ||
        wrong "descriptor-$way: $(value descriptor-$way sampled_s) s"
done
# Programs that replace each other have a file each.
[ "$(value replacing-auto-10ms files)" = 51 ] || wrong "replacing: $(value replacing-auto-10ms files) files"
# The main thread that ends first is there once, and so are threads that do nothing, without bursts of samples.
[ "$(value lingering-auto-10ms threads)" = 2 ] || wrong "lingering: $(value lingering-auto-10ms threads) threads"
for way in $(ways_of crowd); do
    awk -v samples="$(value crowd-$way samples)" -v cpu="$(value crowd-$way cpu_s)" -v step="$(value crowd-$way requested_interval_s)" \
        'BEGIN { exit !(samples < 2 * cpu / step + 50) }' || wrong "crowd-$way: $(value crowd-$way samples) samples of $(value crowd-$way cpu_s) s"
done
# Without preload, threads come and go while they are listed: those that stay have one record each.
mkdir alone
GAUDIT_COLLECT_OUTPUT=$work/alone GAUDIT_COLLECT_INTERVAL=1000000 INTEL_LIBITTNOTIFY64=$collector "$stress" lasting >out || wrong "alone: status $?"
"$show" alone/samples.gtr >trace || wrong "alone: $(cat trace)"
grep -q ' preloaded 0 ' trace || wrong "alone: it was preloaded: $(head -n 2 trace)"
awk '$1 == "process" { pid = $2 }
    $1 == "thread" && $4 != pid { for (i = 1; i < NF; i++) if ($i == "samples") n = $(i + 1); if (n > 40) { long++; tid[$4] = 1 } all[$4]++ }
    END { for (t in tid) { tids++; again += all[t] > 1 } exit !(long == 4 && tids == 4 && !again) }' trace ||
    wrong "alone: not four threads that last: $(grep ^thread trace)"
mkdir left
GAUDIT_COLLECT_OUTPUT=$work/left INTEL_LIBITTNOTIFY64=$collector timeout 600 "$stress" lingering >out || wrong "left: status $?"
[ "$(cat out)" = "lingering 1" ] || wrong "left: it printed $(cat out)"

# --- places that are not to be had -----------------------------------------------------
INTEL_LIBITTNOTIFY64='' LD_PRELOAD=$collector GAUDIT_COLLECT_OUTPUT=/proc/nowhere "$stress" blocked >out 2>err || wrong "no folder: status $?"
[ "$(cat err)" = "gaudit-collector: cannot write '/proc/nowhere/samples.gtr': No such file or directory; nothing is recorded" ] || wrong "no folder: $(cat err)"
if [ -n "$unprivileged" ] && as_unprivileged test -x "$stress"; then
    mkdir -m 777 nproc
    as_unprivileged bash -c "ulimit -u 0; LD_PRELOAD=$collector GAUDIT_COLLECT_OUTPUT=$work/nproc exec \"$stress\" blocked" >out 2>err || wrong "no thread: status $?"
    [ "$(cat out)" = "blocked 1" ] || wrong "no thread: $(cat out)"
    [ "$(wc -l <err)" = 1 ] || wrong "no thread: it said: $(cat err)"
fi
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
    "$gaudit" collect -q -o proc --interval 1ms unshare -m sh -c "mount -t tmpfs none /proc && exec \"$stress\" loading" >out 2>err || wrong "no /proc: status $?, $(cat err)"
    [ "$(cat out)" = "loading 4" ] || wrong "no /proc: $(cat out)"
    is_whole proc
fi
finish
