#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What options/quickstart.xml prints and writes, with one worker and with two.
. "$(dirname "$0")/job.sh"
job=$options/quickstart.xml

for threads in 1 2; do
    prints by-$threads.out "$job" -v -j $threads -o by-$threads \
        -s FastTracking.Microseconds=1 -s VertexFit.Microseconds=1
    closes by-$threads.out
    for document in pairs-DiMuon histogram-DiMuonMass timing counts; do
        shows $document by-$threads
        echo
    done >reports
    sed 1,2d by-$threads.out | cmp reports - || wrong "gaudit report shows something else (-j $threads)"
    masked by-$threads.out | without_loop_times | expected quickstart
done
# Without -v the times come first, with the decisions beside them, and the rest is short.
prints first.out "$job" -o first -s FastTracking.Microseconds=1 -s VertexFit.Microseconds=1
masked_first first.out | expected quickstart_first
runs "$job" -o again -s FastTracking.Microseconds=1 -s VertexFit.Microseconds=1
same by-1 by-2 counts.json pairs-DiMuon.json histogram-DiMuonMass.json
same by-1 again counts.json pairs-DiMuon.json histogram-DiMuonMass.json
[ "$(loop_times by-1.out)" = "0 " ] || wrong "the loop times of one worker have rows $(loop_times by-1.out)"
[ "$(loop_times by-2.out)" = "0 1 all " ] || wrong "the loop times of two workers have rows $(loop_times by-2.out)"

# An algorithm on two branches runs once: what the second line asked for is what it reused.
shows counts by-2 --format csv >counts.csv
column() { # column of counts.csv for a path
    awk -F, -v path="$1" -v name="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) of[$i] = i }
        $of["path"] == path { print $of[name] }' counts.csv
}
[ "$(column 'HltSingleMuonLine FastTracking' executed)" = 0 ] || wrong "FastTracking ran on two branches"
[ "$(column 'HltSingleMuonLine FastTracking' reused)" = "$(column 'HltSingleMuonLine HighPt' accepted)" ] ||
    wrong "FastTracking is not reused behind every HighPt"
[ "$(column 'HltSingleMuonLine L0Muon' reused)" = 5000 ] || wrong "L0Muon is not reused in every event"
[ "$(column 'HltDiMuonLine L0Muon' executed)" = 5000 ] || wrong "L0Muon does not run in every event"

# The summary of the folder is that of the run.
shows summary by-2 >summary
accepted=$(sed -n '1s/.*; \([0-9]*\) accepted; quickstart.xml$/\1/p' by-2.out)
for line in "Status        finished" "Exit status   0" "Events        5000" \
    "Accepted      $accepted (14.58 %)" "Workers       2" \
    "Documents     counts, histogram-DiMuonMass, pairs-DiMuon, timer"; do
    grep -qxF "$line" summary || wrong "the summary does not say: $line"
done
finish
