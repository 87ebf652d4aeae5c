#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: top_five.sh GAUDIT OPTIONS_FOLDER COLLECTOR: with 20000 samples and more the shares of the five largest branches
# of options/hlt.xml differ from the timer's CPU time by less than 1 point of the total.
. "$(dirname "$0")/../collect/common.sh"
[ ! "$sanitized" ] || exit 77
"$gaudit" profile "$options/hlt.xml" -q --profiler builtin --time -s TimerAuditor.CpuTime=true -s Events.Events=12000 \
    -n 12000 --interval 200us -o result 2>err || {
    cat err
    exit 1
}
"$gaudit" compare result || wrong "gaudit compare ended with $?"
if ! grep -q '"includes_kernel_time": true' result/collect.json || grep -q '"clock": "POSIX timer' result/collect.json; then
    echo 'no perf event that sees the kernel: not compared'
    exit 77
fi
"$gaudit" compare -f csv result >shares.csv 2>err
LC_ALL=C awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        samples += $column["samples"]
        difference = $column["difference_percent"]
        if (NR > 6) next
        if (difference > most) most = difference
        if (-difference > most) most = -difference
        if (difference >= 1 || difference <= -1) { print "off by " difference " points: " $NF; failed = 1 }
    }
    END {
        printf "%d samples, the five largest branches differ by %.2f points at the most\n", samples, most
        if (samples < 20000) { print "only " samples " samples"; failed = 1 }
        exit failed
    }' shares.csv || wrong 'samples and timer differ by a point, or there are too few samples'
finish
