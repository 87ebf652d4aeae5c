#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: events.sh GAUDIT OPTIONS MODULES: EventAuditor in real jobs: the same events with any number of workers, what
# is left after SIGKILL and on a full disk, and files that cannot be written.
. "$(dirname "$0")/job.sh"

numbers() {
    sed -n 's/^  "event_numbers": \[\(.*\)\],$/\1/p' "$1"
}

# --- memory is not read in each event, but the peak of the process is --------------------
"$gaudit" run "$options/quickstart.xml" -q -n 3 -a EventAuditor:Memory=false -o peak || wrong "without memory: status $?"
grep -q '"peak_vmem_mb": [1-9]' peak/k4bench_events.json && grep -q '"event_rss_end_mb": \[-0.001, -0.001, -0.001\],' peak/k4bench_events.json ||
    wrong "without memory: $(cat peak/k4bench_events.json)"

# --- workers, windows ------------------------------------------------------------------
for workers in 1 4; do
    "$gaudit" run "$options/quickstart.xml" -q -n 500 -j $workers -a "EventAuditor:StartFromEventN=11;StopAtEventN=411" \
        -o r$workers 2>err || wrong "$workers workers: status $?, $(cat err)"
    [ ! -s err ] || wrong "$workers workers: $(cat err)"
    [ "$(numbers r$workers/k4bench_events.json)" = "$(seq -s ', ' 10 409)" ] || wrong "$workers workers: $(numbers r$workers/k4bench_events.json)"
    grep -q '"events": 400,' r$workers/events.json || wrong "$workers workers: $(cat r$workers/events.json)"
    python3 - r$workers/k4bench_events.json <<'EOF2' || wrong "$workers workers: the file of k4Bench"
import json, sys
d = json.load(open(sys.argv[1]))
assert list(d) == ["schema_version", "peak_vmem_mb", "event_numbers", "event_times_s", "event_rss_begin_mb", "event_rss_end_mb",
                   "event_rss_anon_begin_mb", "event_rss_anon_end_mb", "event_rss_file_end_mb"], list(d)
assert d["schema_version"] == 1 and d["peak_vmem_mb"] > 1
assert all(len(d[key]) == 400 for key in list(d)[2:])
assert all(t > 0 for t in d["event_times_s"]) and all(m > 0.5 for m in d["event_rss_end_mb"])
assert all(a < m for a, m in zip(d["event_rss_anon_end_mb"], d["event_rss_end_mb"]))
EOF2
done
[ "$(sed -n 's/.*"overlapped": \([0-9]*\).*/\1/p' r1/events.json)" = 0 ] || wrong "overlaps: $(cat r1/events.json)"

# --- without a folder ------------------------------------------------------------------
mkdir empty && cd empty
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor >/dev/null
[ -z "$(ls)" ] || wrong "no folder: $(ls)"
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a "EventAuditor:K4Bench=true;Label=ddsim" >/dev/null
[ "$(ls)" = ddsim_events.json ] || wrong "no folder, K4Bench: $(ls)"
cd ..

# Two auditors without a folder have a file each for their events.
mkdir two && cd two
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor/A:File=a.json -a EventAuditor/B:File=a.json >/dev/null 2>err || wrong "two: status $?"
[ "$(numbers a.json)" = "0, 1, 2, 3, 4" ] && [ ! -s err ] && [ "$(ls)" = "$(printf 'a.json\nerr')" ] || wrong "two auditors: $(ls) $(cat err a.json)"
cd "$work" && mkdir switches && cd switches
"$gaudit" run "$options/quickstart.xml" -q -n 5 --k4bench >/dev/null
"$gaudit" run "$options/quickstart.xml" -q -n 5 --k4bench=sim >/dev/null
"$gaudit" run "$options/quickstart.xml" -q -n 5 --event-data >/dev/null
[ "$(echo *)" = "k4bench_events.json sim_events.json" ] || wrong "switches: $(ls)"
# The auditor of the job is kept as it is.
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a "EventAuditor:File=mine.json" --k4bench=other >/dev/null
[ -e mine.json ] && [ ! -e other_events.json ] || wrong "switches beside an auditor: $(ls)"
cd "$work"

# --- what goes wrong --------------------------------------------------------------------
K4BENCH_EVENT_JSON=/proc/no/file.json "$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor -o unwritable 2>err ||
    wrong "unwritable: status $?"
[ "$(cat err)" = "gaudit: warning: EventAuditor: '/proc/no/file.json' is not written: No such file or directory" ] || wrong "unwritable: $(cat err)"
(ulimit -f 64 && exec "$gaudit" run "$options/quickstart.xml" -q -n 2000 -a "EventAuditor:Label=small" -o limited) >out 2>err
grep -q "^gaudit: warning: EventAuditor: 'limited/events.gtr': .* of its blocks of events could not be written: File too large$" err ||
    wrong "a limit of file sizes: $(cat err)"
"$gaudit" report events limited >out 2>err || wrong "the report of a limited file: $(cat err)"
missing=$(sed -n 's/^warning: \([0-9]*\) of 2000 events are not in the file$/\1/p' out)
grep -q "^$((2000 - ${missing:-0} - 1)) events of " out && grep -q "^warning: 'events.gtr' is damaged: [1-9]" out ||
    wrong "limited: $(cat out err)"

# Killed: all but the last second is in the file.
"$gaudit" run "$options/empty-tree.xml" -q -n 1000000000 -a EventAuditor:Memory=false -o killed &
until [ -s killed/events.gtr ] && [ "$(stat -c %s killed/events.gtr)" -gt 100000 ]; do sleep 0.05; done
kill -9 $!
wait $! 2>/dev/null
[ "$(head -c 8 killed/events.gtr)" = GAUTRACE ] && [ ! -e killed/k4bench_events.json ] || wrong "killed: $(ls -l killed)"
"$gaudit" report events killed >out 2>err || wrong "the report of a killed job: $(cat err)"
[ ! -s err ] || wrong "the report of a killed job: $(cat err)"
in_file=$(sed -n 's/^warning: the job did not end: \([0-9]*\) events are in the file, at most those of its last second are missing$/\1/p' out)
[ "${in_file:-0}" -gt 1000 ] && grep -q "^$((in_file - 1)) events of killed/events.gtr" out || wrong "killed: $(cat out)"
"$gaudit" report events killed -f csv >out 2>err || wrong "the data of a killed job: $(cat err)"
[ "$(wc -l <out)" = $((in_file + 1)) ] && grep -q "^gaudit: warning: the job did not end: $in_file events are" err ||
    wrong "killed: $(wc -l <out) lines, $(cat err)"
awk -F, 'NR > 1 && !($4 > 0 && $4 < 1e3 && $3 >= 0) { exit 1 }' out || wrong "times of a killed job: $(head out)"
finish
