#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: rbwp_output.sh GAUDIT OPTIONS DEPTH EXTERNAL THREADS: TraceAuditor's profiles in the format of Realm's background work. They are read by
# rbwp_file.py, which knows the description of the format only.
. "$(dirname "$0")/job.sh"
external=$4 threads=$5
profile=$here/../trace/rbwp_file.py

# reads FILE WHAT: what the other reader finds, in "read".
reads() {
    python3 "$profile" "$1" "$2" >read 2>note || wrong "$1, $2: $(tail -n 3 note)"
    [ ! -s note ] || wrong "$1: $(cat note)"
}

# number FILE OFFSET: 8 bytes of it.
number() {
    od -A n -t u8 -j "$2" -N 8 "$1" | tr -d ' '
}

# agrees FOLDER LEVEL: seconds of items and sub-items are those of the timer, whose hooks have the same timestamps.
agrees() {
    reads "$1/bgwork_profile_0.bin" calls
    zero_of_timeline=$(number "$1/timeline.gtr" 32)
    [ "$(number "$1/bgwork_profile_0.bin" 12)" = "$zero_of_timeline" ] || wrong "$1: profile and timeline have two zeros"
    [ "$zero_of_timeline" -ge "$before" ] && [ "$zero_of_timeline" -le "$(date +%s%N)" ] ||
        wrong "$1: the zero is not in the run"
    python3 - "$1" "$2" <<'EOF' || wrong "$1: profile and timer differ"
import json, sys
folder, level = sys.argv[1], int(sys.argv[2])
rows = {b["path"]: b for b in json.load(open(folder + "/timer.json"))["branches"] if b["calls"]}
paths = {b["branch"]: b["path"] for b in rows.values()}
inner = {}
for b in rows.values():
    if b["parent"] in paths:
        inner[paths[b["parent"]]] = inner.get(paths[b["parent"]], 0) + b["total_s"]
found, items = set(), set()
for line in open("read"):
    seconds, calls, name = line.rstrip("\n").replace(" s ", " ", 1).split(" ", 2)
    item, _, sub = name.partition(" / ")
    path = sub.rpartition(" (")[0] or item
    row = rows[path]
    expected = row["total_s"] - inner.get(path, 0) if sub else row["total_s"]
    assert abs(float(seconds) - expected) <= 2e-8 * row["calls"] + 1e-4 * row["total_s"], (path, seconds, expected)
    assert sub or int(calls) == row["calls"], (path, calls, row["calls"])
    found.add(path)
    if not sub:
        items.add(path)
depth = {path: path.count(" ") for path in rows}
assert items and {"Event", "Events"} <= items, items
# Sub-items of gaudit's own thread are written while the profile is.
missing = {path for path in rows if path not in found and not path.startswith("timeline") and path != "Program"}
assert not missing if level == 2 else found == items, (missing, found)
EOF
}

workers_of_runs="1 2"
[ -z "${TEST_SANITIZED:-}" ] || workers_of_runs=2
for level in 1 2; do
    for workers in $workers_of_runs; do
        for compression in None Zlib; do
            f=r-$level-$workers-$compression
            before=$(date +%s%N)
            runs "$options/quickstart.xml" -n 1000 -j $workers -s TimerAuditor.WarmUpEvents=0 -o $f \
                -a "TraceAuditor:Rbwp=$level;Compression=$compression;Detail=2"
            agrees $f $level
            is $f/timeline.json rbwp_lost_blocks 0
            reads $f/bgwork_profile_0.bin threads
            # gaudit's own reader finds nothing wrong, and the same times per item.
            "$gaudit" info $f/bgwork_profile_0.bin >info 2>err || wrong "$f: info: $(cat err)"
            grep -iE 'fault|damage|lost|offset' info && wrong "$f: info: $(cat info)"
        done
    done
done
[ "$(stat -c %s r-2-2-Zlib/bgwork_profile_0.bin)" -lt "$(stat -c %s r-2-2-None/bgwork_profile_0.bin)" ] ||
    wrong "compressed: $(stat -c %s r-2-2-*/bgwork_profile_0.bin)"

# --- numbers of branches -----------------------------------------------------------------
# many N: a job of that many algorithms.
many() {
    echo '<job>'
    seq "$1" | sed 's|.*|<algorithm type="Prescaler" name="P&"/>|'
    echo '</job>'
}
for n in 0 1 255 256 257 $([ -n "${TEST_SANITIZED:-}" ] || echo 70000); do
    many $n >many.xml
    runs many.xml -q -n 3 -a TraceAuditor:Rbwp=2 -o many-$n
    reads many-$n/bgwork_profile_0.bin calls
    [ "$(grep -c ' 3 Event / P[0-9]* ' read)" = $((n < 65534 ? n : 65534)) ] || wrong "$n algorithms: $(head -n 5 read)"
done
GAUDIT_AUDITORS=TraceAuditor:Rbwp=1 GAUDIT_RESULT=sections "$threads" 300 2>err || wrong "300 sections: status $?"
grep -q "bgwork_profile_0.bin': 4[5-9] branches have no item or sub-item of their own, as there are 255 and 65535 at the most: " \
    err || wrong "300 sections: $(cat err)"
reads sections/bgwork_profile_0.bin calls

# --- external work -------------------------------------------------------------------------------
GAUDIT_AUDITORS=TraceAuditor:Rbwp=1 GAUDIT_RESULT=external "$external" 2>err || wrong "external: $(cat err)"
reads external/bgwork_profile_0.bin records
[ "$(grep -ic 'gpu' read)" = 5 ] || wrong "external work: $(cat read)"

# --- threads --------------------------------------------------------------------------------------
GAUDIT_AUDITORS=TraceAuditor:Rbwp=1 GAUDIT_RESULT=threads "$threads" >said || wrong "threads: status $?"
reads threads/bgwork_profile_0.bin threads
awk '/^thread/ { sub(":", "", $2); thread = $2 } / s 1 (poll|step|Event)$/ { print "thread", thread, $NF }' read | sort >found
sort said | cmp -s - found || wrong "threads that follow each other: $(cat said read)"

# --- files ---------------------------------------------------------------------------------------
many 1 >one.xml
runs one.xml -q -n 3 -a TraceAuditor:Rbwp=1 && runs one.xml -q -n 3 -a TraceAuditor:Rbwp=1
reads bgwork_profile_0.bin calls
for rank in 0 1; do
    PMIX_RANK=$rank "$gaudit" run one.xml -q -n 3 -a 'TraceAuditor:File=%r.gtr;Rbwp=1;RbwpFile=of-%.bin' || wrong "rank $rank"
    reads of-$rank.bin calls
    [ "$(od -A n -t u4 -j 8 -N 4 of-$rank.bin | tr -d ' ')" = $rank ] || wrong "the node of rank $rank"
done
export PMIX_RANK=1
fails 4 "command line: TraceAuditor: 'RbwpFile' is 'a.bin' for each rank of the program: put %, the rank, into it" \
    one.xml -n 3 -a 'TraceAuditor:File=%r-left.gtr;Rbwp=1;RbwpFile=a.bin'
unset PMIX_RANK
fails 5 "command line: TraceAuditor: 'one.xml': is no trace file: it is not replaced" one.xml -n 3 -a 'TraceAuditor:File=left.gtr;Rbwp=1;RbwpFile=one.xml'
fails 5 "command line: TraceAuditor: 'nowhere/a.bin': No such file or directory" one.xml -n 3 -a 'TraceAuditor:File=left.gtr;Rbwp=1;RbwpFile=nowhere/a.bin'
for size in 0 x -1 1.5 99999999 ''; do
    fails 4 "command line: TraceAuditor: 'RbwpBuffer' is a number of MB from 1 on, or 'Unlimited', not '$size'" \
        one.xml -n 3 -a "TraceAuditor:File=left.gtr;Rbwp=1;RbwpBuffer=$size"
done
fails 5 "command line: TraceAuditor: 'one.xml': is no trace file: it is not replaced" one.xml -n 3 \
    -a 'TraceAuditor:File=one.xml;Rbwp=1;RbwpFile=left.bin'
[ ! -e left.gtr ] && [ ! -e 1-left.gtr ] && [ ! -e left.bin ] || wrong "an error leaves a file"
for name in same.gtr ./same.gtr "$PWD/same.gtr"; do
    fails 4 "command line: TraceAuditor: 'File' and 'RbwpFile' are both '$name': give one of them another name" \
        one.xml -n 3 -a "TraceAuditor:File=same.gtr;Rbwp=1;RbwpFile=$name"
    [ ! -e same.gtr ] || wrong "two names of a file leave it"
done
runs one.xml -q -n 3 -a 'TraceAuditor:File=same.gtr'
fails 4 "command line: TraceAuditor: 'File' and 'RbwpFile' are both './same.gtr': give one of them another name" \
    one.xml -n 3 -a 'TraceAuditor:File=same.gtr;Rbwp=1;RbwpFile=./same.gtr'
[ -s same.gtr ] || wrong "the timeline of before is gone"
runs one.xml -q -n 3 -a 'TraceAuditor:Rbwp=1;RbwpBuffer=Unlimited' -o unlimited
(
    flock -x 9
    fails 5 "command line: TraceAuditor: 'bgwork_profile_0.bin': another process is writing it: give it another 'RbwpFile'" \
        one.xml -n 3 -a TraceAuditor:Rbwp=1
    exit $failures
) 9<bgwork_profile_0.bin || failures=$?

# --- a kill, a full disk -------------------------------------------------------------------------
# An event that takes its time, or the file gets too large for the reader while it is waited for.
sed 's|/>$|><property name="Microseconds" value="4"/></algorithm>|; s|"Prescaler"|"Spin"|' one.xml >slow.xml
# killed_at BYTES PROPERTIES: what is in the file are whole blocks. It is killed when the file has so many bytes.
killed_at() {
    rm -f k.bin
    "$gaudit" run slow.xml -q -n 100000000 -a "TraceAuditor:File=k.gtr;Rbwp=2;RbwpFile=k.bin$2" >/dev/null 2>&1 &
    n=0
    until [ "$(stat -c %s k.bin 2>/dev/null || echo 0)" -gt $1 ] || [ $n = 600 ]; do
        sleep 0.1
        n=$((n + 1))
    done
    kill -9 $!
    wait $! 2>/dev/null
    python3 "$profile" k.bin summary >read 2>note || wrong "after SIGKILL$2: $(cat note)"
    [ "$(stat -c %s k.bin)" -gt $1 ] || wrong "after SIGKILL$2: $(stat -c %s k.bin) bytes"
}
killed_at 1500000 ';RbwpBuffer=1'
# A profile that the memory has room for is written nevertheless.
killed_at 1000 ''
sh -c 'ulimit -f 1000; exec "$@"' sh "$gaudit" run one.xml -q -n 100000 \
    -a 'TraceAuditor:File=l.gtr;Rbwp=2;RbwpFile=l.bin;RbwpBuffer=1' >out 2>err || wrong "a limit: status $?"
grep -q "warning: TraceAuditor: '.*l.bin': [0-9]* blocks of the profile are missing: File too large (see ulimit -f)$" err ||
    wrong "a limit: $(cat err)"
# The ends of some calls are in blocks that are missing.
python3 "$profile" l.bin summary >read 2>note || grep -q "^l.bin: thread [0-9]* does not end 'Event'$" note ||
    wrong "at a limit: $(cat note)"
finish
