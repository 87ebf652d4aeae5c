#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The shipped jobs that need no data, and what the algorithms do in jobs.
. "$(dirname "$0")/job.sh"

# accepted FOLDER NAME: number of acceptances; executed likewise.
accepted() {
    sed -n "s/.*\"name\": \"$2\", .*\"accepted\": \([0-9]*\),.*/\1/p" "$1/counts.json" | head -1
}

# --- shipped jobs ----------------------------------------------------------------------
for threads in 1 2; do
    runs "$options/quickstart.xml" -j $threads -o quick-$threads -s FastTracking.Microseconds=1 \
        -s VertexFit.Microseconds=1
done
same quick-1 quick-2 counts.json pairs-DiMuon.json histogram-DiMuonMass.json
is quick-1/pairs-DiMuon.json events "$(accepted quick-1 HltReconstruction)"
is quick-1/histogram-DiMuonMass.json entries "$(field quick-1/pairs-DiMuon.json passing)"
[ "$(accepted quick-1 HltDiMuonLine)" -gt 100 ] || wrong "hardly a di-muon in quickstart.xml"
grep -q '"path": "HltSingleMuonLine L0Muon", .*"executed": 0, .*"reused": 5000,' quick-1/counts.json ||
    wrong "L0Muon is not reused on its second branch"
[ "$(grep -c '"name": "FastTracking"' quick-1/counts.json)" -eq 2 ] ||
    wrong "FastTracking is not on two branches"

runs "$options/quickstart.xml" -o seed -s Events.Seed=2
cmp -s quick-1/pairs-DiMuon.json seed/pairs-DiMuon.json && wrong "another seed gives the same events"

runs "$options/empty-tree.xml" -n 1000 -o tree
[ "$(grep -c '"path": ' tree/timer.json)" -ge 20 ] || wrong "not 20 branches in empty-tree.xml"
[ "$(grep '"root": "Event"' tree/timer.json | sed -n '/"depth": 4,/p' | wc -l)" -ge 4 ] ||
    wrong "no branches of depth 4 in empty-tree.xml"
fails 1 "the job has no input: give the number of events with -n" "$options/empty-tree.xml"

for threads in 1 4; do
    runs "$options/transport.xml" -j $threads -a CountAuditor -o transport-$threads
done
same transport-1 transport-4 counts.json showers-Showers.json histogram-ShowerMaximum.json
is transport-1/showers-Showers.json accepted 200
is transport-1/histogram-ShowerMaximum.json entries "$(accepted transport-1 LowLeakage)"
[ "$(accepted transport-1 LowLeakage)" -gt 100 ] && [ "$(accepted transport-1 LowLeakage)" -lt 200 ] ||
    wrong "$(accepted transport-1 LowLeakage) of 200 showers leak little"
# steps REGION: of all showers.
steps() {
    sed -n "s/.*\"region\": \"$1\", \"steps\": \([0-9]*\),.*/\1/p" transport-1/showers-Showers.json
}
[ $(($(steps ECalBarrel) + $(steps ECalEndcap))) -gt $((100 * $(steps Tracker))) ] ||
    wrong "the calorimeter has $(steps ECalBarrel) and $(steps ECalEndcap) steps, the tracker $(steps Tracker)"

# --- single algorithms -----------------------------------------------------------------
cat >job.xml <<EOF
<job>
  <input type="GeneratorInput" name="Events"><property name="Events" value="10000"/></input>
  <auditor type="CountAuditor"/>
  <algorithm type="Prescaler" name="Tenth"><property name="Keep" value="10"/></algorithm>
  <algorithm type="Threshold" name="Two">
    <property name="Column" value="muons.pt"/>
    <property name="Count" value="2"/>
  </algorithm>
  <algorithm type="GlobalEventCut" name="One">
    <property name="Input" value="muons"/>
    <property name="MaxCount" value="1"/>
  </algorithm>
  <algorithm type="Allocate" name="Memory"><property name="Count" value="3"/></algorithm>
  <algorithm type="Spin" name="Work"><property name="Iterations" value="10"/></algorithm>
  <algorithm type="Empty" name="Nothing"/>
  <algorithm type="Histogram1D" name="Charge">
    <property name="Input" value="muons.charge"/>
    <property name="Weight" value="muons.pt"/>
    <property name="Min" value="-2"/>
    <property name="Max" value="2"/>
    <property name="Bins" value="2"/>
  </algorithm>
  <algorithm type="Fail" name="Trouble"><property name="How" value="Reject"/></algorithm>
</job>
EOF
for threads in 1 2; do
    runs job.xml -j $threads -o many-$threads
done
same many-1 many-2 counts.json histogram-Charge.json
tenth=$(accepted many-1 Tenth)
[ "$tenth" -gt 850 ] && [ "$tenth" -lt 1150 ] || wrong "the prescaler kept $tenth of 10000"
[ $(($(accepted many-1 Two) + $(accepted many-1 One))) -eq 10000 ] ||
    wrong "events have two muons or not: $(accepted many-1 Two), $(accepted many-1 One)"
[ "$(accepted many-1 Nothing)" = 10000 ] && [ "$(accepted many-1 Memory)" = 10000 ] &&
    [ "$(accepted many-1 Work)" = 10000 ] || wrong "an algorithm that accepts everything did not"
runs job.xml -o seed-2 -s Tenth.Seed=2
cmp -s many-1/counts.json seed-2/counts.json && wrong "another seed keeps the same events"

# --- Spin ------------------------------------------------------------------------------
cat >spin.xml <<'XML'
<job>
  <algorithm type="Spin" name="Short"><property name="Microseconds" value="1"/></algorithm>
  <algorithm type="Spin" name="Long"><property name="Microseconds" value="2"/></algorithm>
</job>
XML
runs spin.xml -v -n 10 -j 2
sed -n 's/^gaudit: debug: [A-Z][a-z]*: \(.*\) iterations per us, .*/\1/p' out >rates
[ "$(wc -l <rates)" -eq 4 ] && [ "$(sort -u rates | wc -l)" -eq 1 ] ||
    wrong "two of Spin in two workers did not find one speed: $(cat rates)"

# --- Fail ------------------------------------------------------------------------------
runs job.xml -s "Trouble.Events=3, 17" -s Trouble.Every=1000 -o rejects
[ "$(accepted rejects Trouble)" = 9988 ] || wrong "Fail rejected others"
for threads in 1 2; do
    fails 4 "job.xml:23: Trouble: event 5: failure requested" \
        job.xml -s "Trouble.Events=9, 5" -s Trouble.How=Error -j $threads
done

# --- what is refused -------------------------------------------------------------------
fails 2 "job.xml:23: Trouble: Events: 1.5 is not the number of an event" job.xml \
    -s Trouble.Events=1.5
fails 2 "job.xml:2: Events: the fractions add up to 1.55, more than 1" job.xml -s Events.ZFraction=1
fails 2 "job.xml:5: Two: Column: 'pt' is not a column (TABLE.COLUMN)" job.xml -s Two.Column=pt
fails 2 "job.xml:5: Two: Min is 3, not below Max, 2" job.xml -s Two.Min=3 -s Two.Max=2
fails 2 "job.xml:9: One.Input: there is no table 'muon'; did you mean 'muons'?" job.xml -s One.Input=muon
fails 2 "job.xml:13: Memory: Count x Bytes is more than 1 GiB: 1000000 blocks of 1073741824 bytes" \
    job.xml -s Memory.Count=1000000 -s Memory.Bytes=1073741824
fails 2 "job.xml:14: Work: Microseconds and Iterations exclude each other" job.xml \
    -s Work.Microseconds=1
fails 2 "job.xml:16: Charge: Input: '' is not a column (TABLE.COLUMN)" job.xml -s Charge.Input=
fails 2 "job.xml:16: Charge: Min, 2, and Max, 2, are not two edges in rising order" job.xml \
    -s Charge.Min=2
finish
