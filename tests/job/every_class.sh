#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every class that ships, in jobs: results do not depend on the number of workers, which the merge of the class sees to,
# nor on an earlier run in the process.
. "$(dirname "$0")/job.sh"
run_twice=$4 collector=$5
[ "$3" = brief ] && events=60 || events=200
command -v python3 >/dev/null || { echo "there is no python3"; exit 77; }
INTEL_LIBITTNOTIFY64=$collector INTEL_LIBITTNOTIFY32=$collector FAKE_ITT_LOG=/dev/null
export INTEL_LIBITTNOTIFY64 INTEL_LIBITTNOTIFY32 FAKE_ITT_LOG

# --- jobs ------------------------------------------------------------------------------
cat >tracks.xml <<EOF2
<job>
  <input type="GeneratorInput" name="Events"><property name="Events" value="$events"/></input>
  <sequence name="Tracking">
    <algorithm type="TrackFinder" name="Finder"/>
    <algorithm type="TrackFit" name="Fit"><property name="Tracks" value="Finder"/></algorithm>
    <algorithm type="TrackSelection" name="Good">
      <property name="Input" value="Fit"/>
      <property name="MinPt" value="0.5"/>
      <property name="MaxD0" value="1"/>
      <property name="MinTracks" value="8"/>
    </algorithm>
    <algorithm type="VertexFinder" name="Vertices"><property name="Tracks" value="Good"/></algorithm>
    <algorithm type="VertexFinder" name="AllVertices"><property name="Tracks" value="Fit"/></algorithm>
  </sequence>
  <algorithm type="TrackCheck" name="CheckTracks"><property name="Tracks" value="Fit"/></algorithm>
  <algorithm type="VertexCheck" name="CheckVertices">
    <property name="Found" value="Vertices"/>
    <property name="Reference" value="AllVertices"/>
  </algorithm>
  <algorithm type="Histogram1D" name="Charge">
    <property name="Input" value="muons.charge"/>
    <property name="Weight" value="muons.pt"/>
    <property name="Min" value="-2"/>
    <property name="Max" value="1"/>
    <property name="Bins" value="3"/>
  </algorithm>
  <algorithm type="Prescaler" name="OneInThree"><property name="Keep" value="3"/></algorithm>
  <algorithm type="GlobalEventCut" name="Quiet">
    <property name="Input" value="muons"/>
    <property name="MaxCount" value="1"/>
  </algorithm>
  <algorithm type="ShowerTransport" name="Showers"><property name="MaxEnergy" value="5"/></algorithm>
  <algorithm type="Spin" name="Work"><property name="Iterations" value="10"/></algorithm>
  <algorithm type="Allocate" name="Memory"><property name="Count" value="3"/></algorithm>
  <algorithm type="Empty" name="Nothing"/>
  <algorithm type="Fail" name="Rejecting">
    <property name="Every" value="7"/>
    <property name="How" value="Reject"/>
  </algorithm>
  <algorithm type="Fail" name="Failing">
    <property name="Every" value="11"/>
    <property name="OnError" value="Reject"/>
  </algorithm>
</job>
EOF2

# 200 events: decisions of paths, and muons to compare them with.
awk 'BEGIN { print "evt,path" >"accept.csv"; print "evt,pt" >"muons.csv"
    for (i = 1; i <= 200; i++) {
        print i ",HLT_All_v1" >"accept.csv"
        if (i % 3 == 0) print i ",HLT_Mu8_v1" >"accept.csv"
        print i "," i % 20 >"muons.csv"
    } }'
printf 'menu,index,path\n1,0,HLT_All_v1\n1,1,HLT_Mu8_v1\n' >menu.csv
cat >menu.xml <<'EOF2'
<job>
  <input type="CsvInput" name="Events">
    <property name="Files" value="hlt_accept=accept.csv, muons=muons.csv"/>
    <property name="Key" value="evt"/>
  </input>
  <algorithm type="Threshold" name="Hard">
    <property name="Column" value="muons.pt"/>
    <property name="Min" value="12"/>
    <property name="Output" value="HardPassed"/>
  </algorithm>
  <algorithm type="TriggerMenu" name="Menu">
    <property name="Menu" value="menu.csv"/>
    <property name="Paths" value="HLT_Mu*"/>
    <property name="Compare" value="HardPassed=HLT_Mu*"/>
    <property name="List" value="true"/>
  </algorithm>
</job>
EOF2
cp "$options/hlt.xml" "$options/quickstart.xml" .

# --- runs ------------------------------------------------------------------------------
# resolves JOB ARGUMENT...: the job with these and with all auditors replaces it.
resolves() {
    job=$1
    shift
    "$gaudit" show -f xml "$job.xml" -a NameAuditor -a "TimeLogAuditor/Log:File=log.txt" -a LivePrintAuditor \
        -a IttAuditor -a MpiAuditor -a EventAuditor -a RegionAuditor -a TraceAuditor "$@" >resolved.xml 2>err || wrong "$job: $(cat err)"
    mv resolved.xml "$job.xml"
}
resolves tracks -a CountAuditor -a "TimerAuditor:WarmUpEvents=0;CpuTime=true;Memory=true"
resolves menu -a CountAuditor -a TimerAuditor:WarmUpEvents=0
resolves hlt -s Events.Events=$events -s TimerAuditor.WarmUpEvents=0
resolves quickstart -s Events.Events=$events -s TimerAuditor.WarmUpEvents=0 -s FastTracking.Microseconds=1 \
    -s VertexFit.Microseconds=1

# calls LOG...: all of them, with depth and label, whoever made them; without items of background work, which come when
# there is something to do.
calls() {
    cat "$@" | grep -v '^#' | cut -f 3,8 | grep -vE "	(timeline|write|live print)$" | sort
}

# agree FOLDER FOLDER
agree() {
    python3 "$here/same_documents.py" "$1" "$2" >found || wrong "results differ: $(cat found)"
}

for job in tracks menu hlt quickstart; do
    for workers in 1 4; do
        prints out "$job.xml" -q -j $workers -o "$job-$workers"
        sed -n 's/^\[[0-9]*\] //p' err | grep -vE " (timeline|live print)( |:|$)" | sort >"$job-$workers.names"
        calls log*.txt >"$job-$workers.calls" && rm log*.txt
        "$run_twice" "$job.xml" $workers "$job-$workers-first" "$job-$workers-again" >out 2>&1 ||
            wrong "run_twice $job.xml $workers: $(cat out)"
        agree "$job-$workers" "$job-$workers-first"
        agree "$job-$workers-first" "$job-$workers-again"
        rm -f log*.txt
    done
    agree "$job-1" "$job-4"
    cmp "$job-1.names" "$job-4.names" || wrong "$job: NameAuditor prints other calls with 4 workers"
    cmp "$job-1.calls" "$job-4.calls" || wrong "$job: TimeLogAuditor writes other calls with 4 workers"
    [ -s "$job-1.names" ] && [ -s "$job-1.calls" ] || wrong "$job: no calls"
done

# --- classes ---------------------------------------------------------------------------
# IntelProfilerAuditor is IttAuditor under another name.
for class in $("$gaudit" list -f csv | sed -n '2,$s/^[a-z]*,\([A-Za-z0-9]*\),.*/\1/p'); do
    grep -q "type=\"$class\"" tracks.xml menu.xml hlt.xml quickstart.xml || [ "$class" = IntelProfilerAuditor ] ||
        wrong "$class is in none of these jobs: add it to one"
done
finish
