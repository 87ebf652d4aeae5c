#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: compare_events.sh GAUDIT OPTIONS_FOLDER: events of two results, or of two files of k4Bench, paired by number.
. "$(dirname "$0")/../job/job.sh"

# shows STATUS ARGUMENT...: ends so; what is printed is in "out" and "err".
shows() {
    want=$1
    shift
    "$gaudit" "$@" >out 2>err
    status=$?
    [ $status = "$want" ] || wrong "gaudit $*: status $status, not $want: $(cat err)"
}

has_line() {
    grep -qE -- "$1" out || wrong "no line '$1': $(cat out)"
}

says() {
    [ "$(cat err)" = "$1" ] || wrong "it said: $(cat err), not: $1"
}

# --- files of k4Bench: B takes 1.1 times as long; but events 5 and 9, 5 ms more and less ----
cp "$here/events_a.json" "$here/events_b.json" .
shows 0 compare events_a.json events_b.json
cmp -s "$here/expected/compared_events.text" out || wrong "$(diff "$here/expected/compared_events.text" out)"
shows 0 compare events_a.json events_b.json -f json
has_line '"path": "event_time", "pairs": 11, .*"verdict": "not tested"'
shows 0 compare --baseline events_a.json --candidate events_b.json events_a.json --table events -f csv
has_line '^event_time,11,'
shows 1 compare events_a.json events_b.json --table branches
says "gaudit: this comparison has no table 'branches'; there is: events"
sed 's/"schema_version": 1/"schema_version": 2/' events_b.json >future.json
shows 5 compare events_a.json future.json
says "gaudit: future.json: unsupported future schema_version 2; the newest that is read is 1"

# --- results -----------------------------------------------------------------------------
"$gaudit" run "$options/quickstart.xml" -q -n 100 --event-data -o a >out 2>err || wrong "a: $(cat err)"
"$gaudit" run "$options/quickstart.xml" -q -n 120 --event-data -o b >out 2>err || wrong "b: $(cat err)"
"$gaudit" run "$options/quickstart.xml" -q -n 100 -o without >out 2>err || wrong "without: $(cat err)"
shows 0 compare a b
has_line '^Event \(99 pairs\) +Baseline +Candidate +Ratio +95 % from +to +Verdict$'
has_line '^time .* not tested$'
has_line '^CPU time .* not tested$'
has_line '^events that are not paired: 20 only in the candidates, 1 warm-up$'
has_line '^growth of anonymous memory per event: '
grep -q overlapped out && wrong "one worker overlaps: $(cat out)"
"$gaudit" run "$options/hlt.xml" -q -n 60 -j 2 --event-data -o wide >out 2>err || wrong "wide: $(cat err)"
n=$("$gaudit" report events wide -f csv | awk -F, '$2 == 0 { n += $14 } END { print 2 * n }')
"$gaudit" compare wide wide >out 2>err
if [ "$n" -gt 0 ]; then
    has_line "^$n of 1[0-9]* events overlapped: the growth is of the process, not of single events\$"
fi
for side in a b; do # the only file of an auditor with a name of its own
    cp -r $side named_$side && mv named_$side/events.gtr named_$side/events-Mine.gtr
done
shows 0 compare named_a named_b
has_line '^Event \(99 pairs\) +Baseline +Candidate +Ratio +95 % from +to +Verdict$'
shows 0 compare a without
has_line "^events are not compared: 'without' has none: run the job with '--event-data'$"
grep -q '^Event (' out && wrong "events of one side: $(cat out)"
shows 1 compare a without --table events
says "gaudit: events are not compared: 'without' has none: run the job with '--event-data'"
shows 1 compare without without --table events
says "gaudit: no result has events: run the jobs with '--event-data'"
shows 1 compare --baseline events_a.json --candidate a
says "gaudit: 'events_a.json' and 'a': one is a file of k4Bench and the other a result: compare two files, or two results"
cp -r a damaged && printf 'no trace' >damaged/events.gtr
shows 5 compare a damaged
grep -q '^gaudit: damaged/events.gtr: ' err || wrong "a damaged file: $(cat err)"

# --- interleaved runs: the time of the algorithm grows a hundredfold ---------------------
shows 0 ab "$options/quickstart.xml" --b FastTracking.Microseconds=3000 -n 40 --runs 3 --event-data -v -o runs
has_line '^Event \(39 pairs\) '
has_line '^ratio: of the mean times of the paired events; its interval is of the runs$'
shows 6 gate --baseline runs/a --candidate runs/b --junit gate.xml
has_line '^FAILED: event CPU time takes [0-9.]* times as long'
has_line '^CPU time .* FAILED$'
grep -q 'name="event_cpu_time"' gate.xml || wrong "no event CPU time in $(cat gate.xml)"
[ "$(grep -c '<failure ' gate.xml)" = "$(sed -n 's/.*failures="\([0-9]*\)".*/\1/p' gate.xml)" ] || wrong "failures: $(cat gate.xml)"
shows 0 gate "$options/quickstart.xml" -n 40 --runs 3 --max-ratio 900 --event-data --table events
has_line '^CPU time '
finish
