#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: unseen.sh GAUDIT OPTIONS COLLECTOR UNSEEN GPROF: a thread that has no clock is reported once, by the process that has it
# and not again by each of its children.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
"$gaudit" collect --clock timer -o result "$4" >out 2>err || wrong "status $?, $(cat out err)"
# Each process leaves a file, with samples or without: the program is a client of ITT.
[ "$(value result files)" = 4 ] || wrong "there are $(value result files) files: $(sums_of result)"
[ "$(value result threads_not_sampled)" = 1 ] || wrong "$(value result threads_not_sampled) threads have no clock: $(sums_of result)"
grep -qx 'gaudit: warning: 1 thread was not sampled: no clock could be had' err || wrong "it said: $(cat err)"

# Each process has one thread, and the first has another.
[ "$(value result threads)" = 5 ] || wrong "a thread that takes long to end was found again: $(sums_of result)"

# gprof sets its handler past the collector. It stays, and what that means is said, unless another signal is used.
for clock in auto timer; do
    collected 0 -o gprof-$clock --clock $clock --interval 1ms "$5"
    [ -s gmon.out ] || wrong "gprof-$clock: gprof has written nothing"
    rm -f gmon.out
    if [ $clock = auto ] && grep -q '^ *"clock": ".*SIGTRAP"' gprof-auto/collect.json; then
        adds_up gprof-auto
        continue
    fi
    complains "gaudit-collector: no more samples are taken: SIGPROF has a handler that was set past the collector, as by gprof (-pg)"
    # A sample may come before gprof does; if there is none, it is said why.
    views=summary
    [ "$(value gprof-$clock samples)" != 0 ] || views="summary hotspots"
    for view in $views; do
        "$gaudit" report $view gprof-$clock >view 2>&1 || wrong "gprof-$clock: $view: status $?"
        grep -q 'SIGPROF has a handler that was set past the collector, as by gprof (-pg)' view || wrong "gprof-$clock: $view: $(cat view)"
    done
done
finish
