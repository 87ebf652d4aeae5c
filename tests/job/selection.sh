#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Which events are processed, and that they keep their numbers: -n, --skip, --only, windows.
. "$(dirname "$0")/job.sh"
need_data

cat >job.xml <<EOF
<job>
  <input type="CsvInput" name="Events">
    <property name="Files" value="muons=\${GAUDIT_DATA}/hlt/muons.csv, l1=\${GAUDIT_DATA}/hlt/l1.csv"/>
    <property name="Key" value="evt"/>
  </input>
  <auditor type="CountAuditor"/>
  <algorithm type="Histogram1D" name="Muons"><property name="Input" value="muons.pt"/></algorithm>
  <algorithm type="Fail" name="Marked"><property name="How" value="Reject"/></algorithm>
</job>
EOF

# The file itself: rows of each event, in the order of the events. The n-th line is of event n.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^ *evt *$/) key = i; next }
    $key != last { if (NR > 2) print rows; rows = 0; last = $key }
    { rows++ } END { print rows }' "$GAUDIT_DATA/hlt/muons.csv" >rows
total=$(wc -l <rows)
[ "$total" -gt 80 ] || wrong "hardly an event in muons.csv: $total"

# rows FIRST LAST: rows of these events
rows() {
    sed -n "$1,$2p" rows | awk '{ n += $1 } END { print n + 0 }'
}

# selects FOLDER EVENTS ROWS ARGUMENT...
selects() {
    folder=$1 events=$2 entries=$3
    shift 3
    for n in 1 2; do
        runs job.xml -j $n -o "$folder-$n" "$@"
        is "$folder-$n/run.json" events "$events"
        is "$folder-$n/counts.json" events "$events"
        is "$folder-$n/histogram-Muons.json" entries "$entries"
    done
    same "$folder-1" "$folder-2" counts.json histogram-Muons.json
}

# numbers ARGUMENT...: numbers of the events processed, as NameAuditor prints them.
numbers() {
    "$gaudit" run -q job.xml -a NameAuditor:IncludeAlgorithms=Muons "$@" 2>&1 |
        sed -n 's/^\[0\] event \([0-9]*\) *>.* Muons$/\1/p' | tr '\n' ' '
}

selects all "$total" "$(rows 1 "$total")"
selects some 50 "$(rows 1 50)" -n 50
selects skipped $((total - 50)) "$(rows 51 "$total")" --skip 50
selects both 20 "$(rows 51 70)" --skip 50 -n 20
selects one 1 "$(rows 77 77)" --only 77
selects most "$total" "$(rows 1 "$total")" -n 1000000000
selects last 1 "$(rows "$total" "$total")" --skip $((total - 1)) -n 10
selects beyond 0 0 --skip "$total"
selects far 0 0 --skip 9223372036854775807 -n 9223372036854775807
selects nothing 0 0 --skip "$total" -n 1
says "0 events: the input ended before event $((total + 1))"
"$gaudit" run job.xml --only $((total + 1)) >out 2>err
status=$?
[ $status -eq 1 ] && tail -n 1 err | grep -qx "gaudit: there is no event $((total + 1)): the input ended before it" ||
    wrong "--only of no event: status $status, $(cat err)"

[ "$(numbers --skip 3 -n 4)" = "4 5 6 7 " ] || wrong "--skip renumbers: $(numbers --skip 3 -n 4)"
[ "$(numbers --only 77)" = "77 " ] || wrong "--only: $(numbers --only 77)"
[ "$(numbers -n 3)" = "1 2 3 " ] || wrong "-n: $(numbers -n 3)"

# What is chosen by number is the same event, whatever comes before it.
for n in 1 2; do
    runs job.xml -j $n -s 'Marked.Events=60,61,200' --skip 59 -n 5 -o marked-$n
    grep -q '"name": "Marked", "executed": 5, "accepted": 3, "rejected": 2, ' marked-$n/counts.json ||
        wrong "other events are 60 and 61 with --skip"
done

# run.json has the requested events: [first, end).
window() {
    sed -n 's/^ *"event_window": \(\[.*\]\),$/\1/p' "$1"
}
for case in "all [1, 0]" "some [1, 51]" "skipped [51, 0]" "both [51, 71]" "one [77, 78]"; do
    [ "$(window "${case%% *}-1/run.json")" = "${case#* }" ] ||
        wrong "${case%% *}: window $(window "${case%% *}-1/run.json"), not ${case#* }"
done

# --- the window of an auditor ----------------------------------------------------------
# It is the numbers that count, with any number of workers and events skipped before it.
watches() {
    events=$1
    shift
    for n in 1 2; do
        rm -rf window
        runs job.xml -j $n -o window "$@"
        is window/counts.json events "$events"
    done
}
watches 20 -s CountAuditor.StartFromEventN=31 -s CountAuditor.StopAtEventN=51
watches 50 -s CountAuditor.StopAtEventN=51
watches $((total - 30)) -s CountAuditor.StartFromEventN=31
watches 11 -s CountAuditor.StartFromEventN=31 -s CountAuditor.StopAtEventN=51 --skip 39
watches 5 -s CountAuditor.StartFromEventN=31 -s CountAuditor.StopAtEventN=51 -n 35
watches 0 -s CountAuditor.StartFromEventN=31 -s CountAuditor.StopAtEventN=51 --skip 50
watches 0 -s CountAuditor.StartFromEventN=1000000
[ "$("$gaudit" run -q job.xml -a 'NameAuditor:IncludeAlgorithms=Muons;StartFromEventN=5;StopAtEventN=8' 2>&1 |
    sed -n 's/^\[0\] event \([0-9]*\) *>.* Muons$/\1/p' | tr '\n' ' ')" = "5 6 7 " ] ||
    wrong "NameAuditor listens to other events than 5, 6, 7"

# The slowest event has its number.
cat >slow.xml <<EOF
<job>
  <input type="GeneratorInput" name="Events"><property name="Events" value="100"/></input>
  <sequence name="Line">
    <algorithm type="Prescaler" name="Rare"><property name="Keep" value="40"/></algorithm>
    <algorithm type="Spin" name="Slow"><property name="Microseconds" value="20000"/></algorithm>
  </sequence>
  <auditor type="NameAuditor"><property name="IncludeAlgorithms" value="Slow"/></auditor>
  <auditor type="TimerAuditor"/>
</job>
EOF
"$gaudit" run -q slow.xml --skip 20 -o slow 2>err || wrong "slow.xml fails"
slow=$(sed -n 's/^\[0\] event \([0-9]*\) *>.* Slow$/\1/p' err | tr '\n' '|')
grep -Eq "\"name\": \"Event\", .*\"slowest_event\": (${slow%|})," slow/timer.json ||
    wrong "the slowest event is none of ${slow%|}"

# --- again and again -------------------------------------------------------------------
# Numbers go on when the file begins anew.
selects twice $((2 * total)) $((2 * $(rows 1 "$total"))) -s Events.Repeat=2
selects second "$total" "$(rows 1 "$total")" -s Events.Repeat=2 --skip "$total"
selects endless $((3 * total + 10)) $((3 * $(rows 1 "$total") + $(rows 1 10))) \
    -s Events.Repeat=0 -n $((3 * total + 10))
selects late 10 "$(rows 6 15)" -s Events.Repeat=3 --skip $((2 * total + 5)) -n 10
[ "$(numbers -s Events.Repeat=0 --skip "$total" -n 2)" = "$((total + 1)) $((total + 2)) " ] ||
    wrong "numbers of repeated events: $(numbers -s Events.Repeat=0 --skip "$total" -n 2)"
finish
