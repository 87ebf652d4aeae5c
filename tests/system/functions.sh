#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: functions.sh GAUDIT OPTIONS COLLECTOR FUNCTIONS: tasks that are called by functions have the names of these,
# the same in every run, although their addresses are others.
. "$(dirname "$0")/../collect/common.sh"
program=$4
for run in 1 2 3; do
    "$gaudit" collect -q -o run$run --interval 1ms "$program" >out 2>err || wrong "status $?, $(cat out err)"
    "$gaudit" report tasks --format csv run$run >tasks$run 2>err || wrong "no tasks: $(cat err)"
    cut -d , -f 1,5 tasks$run | grep -v '^Task Type\|^.Outside' | LC_ALL=C sort >names$run
    cmp -s names1 names$run || wrong "run $run has other tasks: $(cat tasks1 tasks$run)"
done
# Of both processes together; what no symbol names keeps its address.
printf 'fn@0x1234,1\nsolve_the_rows,3\n' | cmp -s - names1 || wrong "the tasks are $(cat tasks1)"
finish
