#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: event_runs.sh GAUDIT OPTIONS_FOLDER: the view of one event of real runs has the calls and times that the time log
# of the same run has.
. "$(dirname "$0")/../job/job.sh"

runs "$options/quickstart.xml" -n 60 -j 2 -a 'TraceAuditor:Detail=2;CpuTime=true' -a TimeLogAuditor -o result

# sums EVENT: each name with its calls and time is what the log says of the event, in microseconds.
sums() {
    "$gaudit" report event "$1" result -f json >event.json || wrong "event $1"
    python3 - "$1" <<'PYTHON' || wrong "event $1 is not that of the log"
import glob, json, sys
logged = {}
for name in glob.glob("result/time-log*.txt"):
    inside = False
    for line in open(name):
        if line.startswith("#"):
            continue
        fields = line.rstrip("\n").split("\t")
        depth, time, label = int(fields[2]), float(fields[6]) - float(fields[5]), fields[7]
        if depth == 1:
            inside = label == "Event " + sys.argv[1]
        if inside:
            calls, total = logged.get(label, (0, 0))
            logged[label] = calls + 1, total + time
shown = {}
for row in json.load(open("event.json")):
    if row["calls"]:
        calls, total = shown.get(row["name"], (0, 0))
        shown[row["name"]] = calls + row["calls"], total + row["time_s"]
        assert row["median_s"] > 0 and row["waiting_s"] >= 0, row
        # Waiting is known to 1 us, and may have 1 us less for each call around it.
        rest = max(row["time_s"] - row["cpu_s"], 0) - row["waiting_s"]
        assert -2e-9 < rest < (1 + row["depth"]) * 1e-6 + 2e-9, row
assert logged and logged.keys() == shown.keys(), (logged, shown)
for name, (calls, total) in logged.items():
    assert calls == shown[name][0], name
    assert abs(total - shown[name][1]) <= calls * 2e-6, (name, total, shown[name])
PYTHON
}

for event in 1 7 60; do
    sums $event
done

# The slowest event is that of the log.
slowest=$(cat result/time-log*.txt | awk -F '\t' '$3 == 1 && $8 ~ /^Event / && $7 - $6 > most { most = $7 - $6; name = $8 } END { print name }')
"$gaudit" report event result >out || wrong "the slowest event"
grep -q "^$slowest, the slowest (worker [01]), took .* times the median of 60 events (" out || wrong "not $slowest: $(cat out)"

# The number may come in three ways.
"$gaudit" report event 7 result >a && "$gaudit" report event result --event 7 >b && "$gaudit" report result event 7 >c &&
    "$gaudit" report event 7 result/timeline.gtr >d || wrong "ways to say which event"
cmp -s a b && cmp -s a c && cmp -s a d || wrong "ways to say which event differ"

# refuses MESSAGE ARGUMENT...
refuses() {
    message=$1
    shift
    "$gaudit" report "$@" >out 2>err
    status=$?
    [ $status = 1 ] && [ ! -s out ] && [ "$(head -n 1 err)" = "gaudit$message" ] || wrong "report $*: status $status: $(cat err)"
}

refuses ": 'result' has no event 61; its events are from 1 to 60" event 61 result
refuses ": either event 7 or --event 8" event 7 result --event 8
refuses " report: the view 'event' takes no --children-of (see 'gaudit help report')" event 7 result --children-of L0Muon
refuses " report: unexpected argument 'result' (see 'gaudit help report')" event 7 8 result
finish
