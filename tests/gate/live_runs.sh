#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: live_runs.sh GAUDIT OPTIONS_FOLDER: the gate on runs that are made now, 20 on each side, interleaved: ten times without
# a change, ten times with one branch 10 % slower. It runs for some 45 minutes.
. "$(dirname "$0")/../job/job.sh"
sed 's|^</job>|<algorithm type="Spin" name="Work"><property name="Iterations" value="50000"/></algorithm></job>|' \
    "$options/hlt.xml" >job.xml

# run_gate SETTINGS: how the gate ends on 20 pairs
run_gate() {
    rm -rf r
    "$gaudit" ab job.xml -n 1000 --runs 20 --progress off --b "$1" -o r >out 2>&1 || wrong "ab fails: $(cat out)"
    "$gaudit" gate --baseline r/a --candidate r/b >out 2>&1
}
alarms=0 found=0
for i in 1 2 3 4 5 6 7 8 9 10; do
    run_gate ""
    [ $? -eq 0 ] || {
        alarms=$((alarms + 1))
        grep FAILED out
    }
    run_gate "Work.Iterations=55000"
    [ $? -eq 6 ] && grep -q '^FAILED: Work takes' out && found=$((found + 1))
    grep FAILED out
done
echo "$alarms false positives in 10, $found of 10 slow-downs found"
[ $alarms -eq 0 ] || wrong "false positives"
[ $found -eq 10 ] || wrong "slow-downs that were not found"
finish
