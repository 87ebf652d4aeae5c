#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: unseen.sh GAUDIT OPTIONS COLLECTOR UNSEEN GPROF REFUSED: a thread that has no clock is told once, by the process that has it
# and not again by each of its children.
. "$(dirname "$0")/../collect/scene.sh"
. "$(dirname "$0")/sums.sh"
"$gaudit" collect --clock timer -o result "$4" >out 2>err || wrong "status $?, $(cat out err)"
[ "$(value result files)" = 4 ] || wrong "there are $(value result files) files: $(sums_of result)"
[ "$(value result threads_unseen)" = 1 ] || wrong "$(value result threads_unseen) threads have no clock: $(sums_of result)"
grep -qx 'gaudit: warning: 1 thread was not sampled: no clock could be had' err || wrong "it said: $(cat err)"

# gprof sets its handler past the collector. It stays, and what that means is said.
for clock in auto timer; do
    collected 0 -o gprof-$clock --clock $clock --interval 1ms "$5"
    [ -s gmon.out ] || wrong "gprof-$clock: gprof has written nothing"
    rm -f gmon.out
done
[ "$(value gprof-auto samples)" -gt 500 ] || wrong "gprof-auto: $(value gprof-auto samples) samples"
complains "gaudit-collector: no more samples are taken: SIGPROF has a handler that was set past the collector, as by gprof (-pg)"
# A sample may come before gprof does; if there is none, it is said why.
views=summary
[ "$(value gprof-timer samples)" != 0 ] || views="summary hotspots"
for view in $views; do
    "$gaudit" report $view gprof-timer >view 2>&1 || wrong "gprof-timer: $view: status $?"
    grep -q 'SIGPROF has a handler that was set past the collector, as by gprof (-pg)' view || wrong "gprof-timer: $view: $(cat view)"
done

# A process that a filter allows no thread, and so no writer, is said to be missing.
collected 0 -o refused "$6"
[ "$(cat out)" = 'the child ended with 3' ] || wrong "refused: it printed $(cat out)"
has refused/collect.json processes_unrecorded 1
complains 'gaudit: warning: 1 process was not recorded: the kernel refused a thread or a file, as under a seccomp filter'
"$gaudit" report summary refused >view 2>&1 || wrong "refused: status $?"
grep -q '1 process was not recorded' view || wrong "refused: $(cat view)"
finish
