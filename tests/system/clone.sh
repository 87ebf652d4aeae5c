#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: clone.sh GAUDIT OPTIONS COLLECTOR CLONE_THREAD SHOW_TRACE RAW_EXIT: a thread that is made by clone() is
# found, reported, and has samples of its own; one that ends by the system call ends as without the collector.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
program=$4 show=$5 raw_exit=$6

for clock in auto timer; do
    "$gaudit" collect -q -o $clock --clock $clock --interval 1ms "$program" >out 2>err || wrong "$clock: status $?, $(cat err)"
    [ "$(cat out)" = 'both are over' ] || wrong "$clock: it printed $(cat out)"
    is_whole $clock
    [ "$(value $clock threads_found)" = 1 ] || wrong "$clock: $(value $clock threads_found) threads were found"
    grep -q '^gaudit: warning: 1 thread was found up to a second late: ' err || wrong "$clock: it said $(cat err)"
    for view in summary hotspots; do
        "$gaudit" report $view $clock >view 2>&1 || wrong "$clock: $view: status $?"
        grep -q '1 thread was found up to a second late' view || wrong "$clock: $view: $(cat view)"
    done
    # Each of the two has its own samples, of no more than its CPU time, 2 s; all of them are written.
    "$show" $clock/samples.gtr >trace || wrong "$clock: $(cat trace)"
    [ "$(sum trace samples)" = $(($(sum trace written) + $(grep '^task' trace | sum - samples))) ] ||
        wrong "$clock: $(sum trace samples) samples, $(sum trace written) are written"
    awk '$1 == "thread" { for (i = 2; i < NF; i++) { if ($i == "cpu") cpu = $(i + 1); if ($i == "weight") weight = $(i + 1) }
            n++; bad += weight < 3e8 || weight > 2.1e9 } END { exit bad || n != 2 }' trace ||
        wrong "$clock: $(grep ^thread trace)"
done

for way in main child; do
    "$raw_exit" $way >plain
    status=$?
    for clock in auto timer; do
        "$gaudit" collect -q -o $way-$clock --clock $clock "$raw_exit" $way >out 2>err
        [ $? = $status ] || wrong "raw_exit $way: another status than $status: $(cat err)"
        cmp -s out plain || wrong "raw_exit $way: it printed $(cat out), not $(cat plain)"
    done
done
finish
