#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: timeline.sh GAUDIT OPTIONS MODULES PROGRAM EXTERNAL: TraceAuditor in real jobs. Its files are read by timeline_file.py, which
# knows nothing but the page of the format.
. "$(dirname "$0")/job.sh"
modules=$4 program=$5 external=$6

# reads FILE WHAT: what the other reader finds, in "read".
reads() {
    python3 "$here/timeline_file.py" "$1" "$2" >read 2>&1 || wrong "$1, $2: $(tail -n 3 read)"
}

# sums FOLDER: calls and time of each branch in the trace are those of the timer, whose hooks have the same timestamps.
sums() {
    reads "$1/timeline.gtr" calls
    python3 - "$1" <<'EOF' || wrong "$1: timer and timeline differ"
import json, sys
timer = {b["path"]: b for b in json.load(open(sys.argv[1] + "/timer.json"))["branches"] if b["calls"]}
found = 0
for line in open("read"):
    path, calls, ns = line.split("\t")[:3]
    if int(calls) == 0 or path.split()[0] == "timeline":
        continue
    b = timer.pop(path)
    assert b["calls"] == int(calls), (path, calls, b["calls"])
    assert abs(b["total_s"] * 1e9 - int(ns)) <= 2 + 1e-6 * int(ns), (path, ns, b["total_s"] * 1e9)
    found += 1
# The last items of the thread that writes the timeline are not in it.
assert found > 2 and not [path for path in timer if path != "Program" and path.split()[0] != "timeline"], timer.keys()
EOF
}

# --- the same as the timer says ----------------------------------------------------------
for workers in 1 2; do
    for compression in None Zlib; do
        f=r-$workers-$compression
        runs "$options/quickstart.xml" -n 1500 -j $workers -a TraceAuditor:Compression=$compression -s TimerAuditor.WarmUpEvents=0 -o $f
        sums $f
        is $f/timeline.json dropped 0
        reads $f/timeline.gtr totals
        grep -q "'ended': 1, 'detail': 1, 'workers': $workers, 'error': 0} .* rest 0\$" read || wrong "$f: $(cat read)"
        reads $f/timeline.gtr lanes
        sed -i '/gaudit timeline/d' read
        [ "$(cut -f 1,2,6,8 read | tr '\t\n' '  ')" = "$(seq -f '%.0f 1 0 0' $workers | tr '\n' ' ')" ] || wrong "$f: $(cat read)"
    done
    # The last bits of times do not get smaller: how much does depends on the machine and its load.
    [ "$(stat -c %s r-$workers-Zlib/timeline.gtr)" -lt "$(stat -c %s r-$workers-None/timeline.gtr)" ] ||
        wrong "compressed: $(stat -c %s r-$workers-*/timeline.gtr)"
done
reads r-2-None/timeline.gtr entries
[ "$(awk -F '\t' '$3 == "Event" { print $5 }' read | sort -n | tr '\n' ' ')" = "$(seq 1500 | tr '\n' ' ')" ] || wrong "numbers of events"
[ "$(awk -F '\t' '$2 == "+" && $3 == "Events"' read | wc -l)" -ge 1500 ] || wrong "the input is not in the timeline"

# --- windows, exclusions, CPU time -------------------------------------------------------
runs "$options/quickstart.xml" -q -n 100 -a 'TraceAuditor:StartFromEventN=11;StopAtEventN=21;CpuTime=true' -o window
reads window/timeline.gtr entries
[ "$(awk -F '\t' '$3 == "Event" { print $5 }' read | tr '\n' ' ')" = "$(seq 11 20 | tr '\n' ' ')" ] || wrong "window: $(cat read)"
[ "$(grep -c '	cpu	' read)" = "$(grep -c '	-	' read)" ] || wrong "CPU time is not there for each call"
awk -F '\t' '$2 == "cpu" && $3 + 0 > 1e9 { exit 1 }' read || wrong "CPU times: $(cat read)"

# --- details -----------------------------------------------------------------------------
cp "$modules/nested.so" .
cat >job.xml <<END
<job>
  <module path="nested.so"/>
  <sequence name="Line"><algorithm type="Nested" name="Fit"/></sequence>
</job>
END
runs job.xml -q -n 100 --timeline -o one
reads one/timeline.gtr calls
sed -i '/^timeline	/d' read # its writer has work while the job runs, or has not
[ "$(cut -f 1,2 read | tr '\t\n' '  ')" = "Event 100 Line 100 Line Fit 100 " ] || wrong "--timeline: $(cat read)"
runs job.xml -q -n 100 --timeline=2 --time -s TimerAuditor.WarmUpEvents=0 -o two
is two/timeline.json detail 2
sums two
[ "$(wc -l <read)" -gt 3 ] || wrong "--timeline=2: $(cat read)"
runs job.xml -q -n 100 --timeline=2 -a TraceAuditor/Own:ExcludeAlgorithms=Fit -o own
is own/timeline-Own.json detail 2
runs job.xml -q -n 100 --timeline -a 'TraceAuditor/Own:Detail=2;ExcludeAlgorithms=Fit' -o own-2
is own-2/timeline-Own.json detail 2
reads own/timeline-Own.gtr calls
grep -q '^Line \[excluded\]	100	' read && [ ! -f own/timeline.gtr ] || wrong "its own: $(cat read)"
"$gaudit" run job.xml -n 3 --timeline=3 2>err && wrong "--timeline=3 is taken"
grep -q "takes 1 or 2, not '3'" err || wrong "--timeline=3: $(cat err)"

# --- errors ------------------------------------------------------------------------------
"$gaudit" run "$options/quickstart.xml" -q -n 10 -a TraceAuditor -o all >/dev/null 2>&1 || wrong "all"
reads all/timeline.gtr entries
grep -q '	!	' read || wrong "algorithms that are used again are not in the timeline"

# --- numbers of branches -----------------------------------------------------------------
# many N: a job of that many algorithms.
many() {
    echo '<job><input type="GeneratorInput"/>'
    seq "$1" | sed 's|.*|<algorithm type="Prescaler" name="P&"/>|'
    echo '</job>'
}
# Above maxBranches a call has no branch, which the run says.
for n in 0 252 253 254 255 $([ -n "${TEST_SANITIZED:-}" ] || echo 70000); do
    many $n >many.xml
    runs many.xml -q -n 3 --timeline --time -o many-$n
    reads many-$n/timeline.gtr calls
    [ "$(grep -c '^P[0-9]*	3	' read)" = $((n < 65533 ? n : 65533)) ] || wrong "$n algorithms: $(head -n 5 read)"
done

# --- a program with sections in threads --------------------------------------------------
GAUDIT_AUDITORS='TraceAuditor TimerAuditor:WarmUpEvents=0' GAUDIT_RESULT=program "$program" 2>err
status=$?
[ $status = 7 ] && [ ! -s err ] || wrong "the program: status $status, $(cat err)"
sums program
reads program/timeline.gtr lanes
sed -i '/gaudit timeline/d' read
awk -F '\t' '$2 != 2 || $6 != 0 { exit 1 }' read || wrong "the lanes of the program: $(cat read)"
[ "$(cut -f 9 read | sort -u | tr "\n" ",")" = "main,track finder," ] || wrong "names of threads: $(cat read)"

# --- the work of another processor -------------------------------------------------------
GAUDIT_AUDITORS='TimerAuditor TraceAuditor' GAUDIT_RESULT=external "$external" 2>err || wrong "external: $(cat err)"
[ ! -s err ] || wrong "external: $(cat err)"
python3 - "$here" <<'EOF' || wrong "external work: its times"
import sys
sys.path.insert(0, sys.argv[1])
from timeline_file import Timeline
t = Timeline("external/timeline.gtr")
tick = t.totals["tick_ns"]
work = sorted((e for e in t.log if e[1] == "~"), key=lambda e: e[3]) # in the lanes of several threads
begins = [e[3] for e in t.log if e[1:3] == ("+", "event")]
ends = [e[3] for e in t.log if e[1:3] == ("+", "event wait for the GPU")]
assert [e[2] for e in work] == 5 * ["GPU 0 propagate"], work
for e, begin, end in zip(work, begins, begins[1:] + [t.totals["now"]]):
    assert begin <= e[3] < e[4] <= end, (begin, e, end)
    assert (e[4] - e[3]) * tick > 1.9e6, e
EOF

"$gaudit" report timeline external -O external.svg || wrong "external: no picture"
[ "$(grep -c '>GPU 0</text>' external.svg)" = 1 ] && [ "$(grep -c '<title>GPU 0 propagate$' external.svg)" = 5 ] ||
    wrong "external: the picture has $(grep -c propagate external.svg)"

# --- names -------------------------------------------------------------------------------
runs job.xml -q -n 3 -a TraceAuditor:File=a.gtr && runs job.xml -q -n 3 -a TraceAuditor:File=a.gtr
reads a.gtr totals
runs job.xml -q -n 3 -a TraceAuditor
reads timeline.gtr totals
PMIX_RANK=3 "$gaudit" run job.xml -q -n 3 -a TraceAuditor:File=rank%r-%h-100%%-%p.gtr || wrong "File=%r"
[ -s rank3-"$(uname -n)"-100%-*.gtr ] || wrong "no file of rank 3: $(ls)"
fails 5 "command line: TraceAuditor: 'nowhere/a.gtr': No such file or directory" job.xml -n 3 -a TraceAuditor:File=nowhere/a.gtr
fails 5 "command line: TraceAuditor: 'job.xml': is no trace file: it is not replaced" job.xml -n 3 -a TraceAuditor:File=job.xml
fails 5 "command line: TraceAuditor: '/dev/null': is not a regular file" job.xml -n 3 -a TraceAuditor:File=/dev/null
ln -s a.gtr link.gtr
fails 5 "command line: TraceAuditor: 'link.gtr': is a link, which is not followed" job.xml -n 3 -a TraceAuditor:File=link.gtr
fails 4 "command line: TraceAuditor: 'File' has '%x': %r is the rank, %p the number of the process, %h the host, %% a percent sign" \
    job.xml -n 3 -a TraceAuditor:File=a%x.gtr
export PMIX_RANK=1
for name in a.gtr timeline.gtr; do
    fails 4 "command line: TraceAuditor: 'File' is '$name' for each rank of the program: put %r, the rank, into it" \
        job.xml -n 3 -a "TraceAuditor$([ $name = timeline.gtr ] || echo ":File=$name")"
done
runs job.xml -q -n 3 --timeline -o rank-1
unset PMIX_RANK
SLURM_PROCID=0 SLURM_NTASKS=1 runs job.xml -q -n 3 -a TraceAuditor:File=a.gtr
fails 5 "command line: B: 'b.gtr': another auditor of this job writes it: give one of them another 'File'" \
    job.xml -n 3 -a TraceAuditor/A:File=b.gtr -a TraceAuditor/B:File=b.gtr
pid=$(od -A n -t u4 -j 16 -N 4 a.gtr | tr -d ' ')
cp a.gtr before.gtr
(
    flock -x 9
    fails 5 "command line: TraceAuditor: 'a.gtr': process $pid, or a child of it, is writing it; %p in 'File' is the number of the process" \
        job.xml -n 3 -a TraceAuditor:File=a.gtr
    exit $failures
) 9<a.gtr || failures=$?
cmp a.gtr before.gtr || wrong "a file that is being written was replaced"
finish
