#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: unseen.sh GAUDIT OPTIONS COLLECTOR UNSEEN: a thread that has no clock is told once, by the process that has it
# and not again by each of its children.
. "$(dirname "$0")/../collect/scene.sh"
. "$(dirname "$0")/sums.sh"
"$gaudit" collect --clock timer -o result "$4" >out 2>err || wrong "status $?, $(cat out err)"
[ "$(value result files)" = 4 ] || wrong "there are $(value result files) files: $(sums_of result)"
[ "$(value result threads_unseen)" = 1 ] || wrong "$(value result threads_unseen) threads have no clock: $(sums_of result)"
grep -qx 'gaudit: warning: 1 thread was not sampled: no clock could be had' err || wrong "it said: $(cat err)"
finish
