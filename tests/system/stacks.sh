#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: stacks.sh GAUDIT OPTIONS COLLECTOR STRESS SHOW_TRACE: a program with more stacks than the
# collector, which here has 100 numbers, can number: it resets them, and nothing is lost.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
stress=$4 show=$5

# Unloads libraries all the time: after each, its stacks have other numbers.
"$gaudit" collect -q -o many --interval 100us "$stress" loading >out 2>err || wrong "status $?, $(cat err)"
is_whole many
"$show" many/samples.gtr >trace || wrong "$(cat trace)"
[ "$(sum trace resets)" -ge 2 ] || wrong "the numbers did not begin anew: $(cat trace)"
[ "$(sum trace largest)" = 100 ] || wrong "the largest number is $(sum trace largest)"
# The threads of all samples are in this loop, whatever the numbers of its stacks.
"$gaudit" export --format folded many >stacks 2>err || wrong "no report: $(cat err)"
grep -q ';open_and_close;' stacks || wrong "the stacks are $(cat stacks)"
finish
