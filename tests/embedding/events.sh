#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: events.sh GAUDIT PROGRAM: events of a program with its own loop, with the guard of C++; PROGRAM is the example
# examples/own-event-loop. Status 77: there is no program.
set -u
gaudit=$1
[ $# -eq 2 ] || exit 77
program=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT
failed=0
wrong() { echo "WRONG: $*"; failed=1; }

# value KEY FILE
value() { sed -n "s/^  \"$1\": \([^,]*\),*\$/\1/p" "$2"; }

"$program" >plain || wrong "alone: status $?"
accepted=$(sed -n 's/^\([0-9]*\) of 1000 events accepted$/\1/p' plain)
[ "${accepted:-0}" -gt 0 ] && [ "$accepted" -lt 1000 ] || wrong "it accepts $(cat plain)"

GAUDIT_AUDITORS="CountAuditor TimerAuditor:StartFromEventN=100;StopAtEventN=200;WarmUpEvents=0 TimeLogAuditor" \
    GAUDIT_RESULT=r "$program" >out 2>err || wrong "audited: status $?"
cmp plain out || wrong "it prints something else"
[ ! -s err ] || wrong "it says $(cat err)"
[ "$(value events r/counts.json) $(value accepted r/counts.json)" = "1000 $accepted" ] || wrong "counts: $(head -5 r/counts.json)"
[ "$(value events r/run.json) $(value accepted r/run.json)" = "1000 $accepted" ] || wrong "run: $(cat r/run.json)"
"$gaudit" report timing r --format csv >timing 2>&1 || wrong "timing: $(cat timing)"
for branch in Event generate select; do
    [ "$(awk -F, -v path="$branch" 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "path") p = i; if ($i == "calls") c = i } }
        $p == path { print $c }' timing)" = 100 ] || wrong "calls of '$branch': $(cat timing)"
done
"$gaudit" report timing r >timing 2>&1
grep -q ' in 100 events of a program$' timing || wrong "the table: $(cat timing)"
"$gaudit" report timing r --validate >timing 2>&1 || wrong "the times: $(cat timing)"
"$gaudit" report graph r >graph 2>&1 || wrong "graph: $(cat graph)"
grep -q '^| Run ' graph && grep -q '^|   Event  *|   100 ' graph && grep -q '^|   Program ' graph || wrong "the graph: $(cat graph)"
[ "$(awk -F'\t' '$8 ~ /^Event [0-9]+$/' r/time-log.txt | wc -l)" -eq 1000 ] || wrong "the time log: $(head -5 r/time-log.txt)"

# Frames of ITT, one per event of the window; sanitizers refuse a collector that is loaded before them.
if ! grep -q '__[at]san_init' "$program"; then
    "$gaudit" collect -q -o c env GAUDIT_AUDITORS="IttAuditor:EnableFrames=true;FramesRate=1;StartFromEventN=3;StopAtEventN=8" GAUDIT_RESULT=i "$program" >out 2>err ||
        wrong "collected: status $?, $(cat err)"
    [ "$(value events i/itt.json)" = 5 ] || wrong "itt: $(cat i/itt.json)"
    "$gaudit" report tasks c --format csv >tasks 2>err || wrong "tasks: $(cat err)"
    grep -q 'frame,5,' tasks || wrong "the frames: $(cat tasks)"
fi

# A record of each event, and the file of k4Bench.
GAUDIT_AUDITORS="EventAuditor:StartFromEventN=3;StopAtEventN=8;Label=own" GAUDIT_RESULT=e "$program" >out 2>err || wrong "EventAuditor: status $?"
[ "$(value events e/events.json)" = 5 ] || wrong "EventAuditor: $(cat e/events.json)"
grep -q '"event_numbers": \[2, 3, 4, 5, 6\],' e/own_events.json || wrong "EventAuditor: $(cat e/own_events.json)"
"$gaudit" report events e >out 2>err || wrong "report events: $(cat err)"
grep -q '^4 events of e/events.gtr; ' out && ! grep -q 'the first again\|warning' out || wrong "report events: $(cat out)"
exit $failed
