#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: timeline_drops.sh GAUDIT OPTIONS DEPTH PROGRAM: a disk that takes nothing until the program is nearly over: the
# oldest blocks are dropped, which the file and the warning say, and the rest is right.
. "$(dirname "$0")/job.sh"
program=$4
size=10
[ "$3" = thorough ] || size=4

# dropped THREADS PAIRS: the program with a queue of 1 MB, of 16 blocks.
dropped() {
    rm -rf r go
    GAUDIT_AUDITORS="TraceAuditor:QueueSize=1" GAUDIT_RESULT=r BLOCKED_DISK=1 "$program" "$@" 2>err || wrong "$*: status $?"
    python3 - "$here" "$@" <<'EOF' || wrong "$*: the timeline; $(cat err)"
import json, sys
sys.path.insert(0, sys.argv[1])
from timeline_file import Timeline
threads, pairs = int(sys.argv[2]), int(sys.argv[3])
t = Timeline("r/timeline.gtr")
document = json.load(open("r/timeline.json"))
missing = sum(lane.missing for lane in t.lanes.values())
# What is missing at the end of a lane, which has no list behind it, is in the totals alone.
assert t.rest == 0 and t.totals["ended"] == 1 and missing <= t.totals["dropped"] == document["dropped"], (t.totals, missing)
assert t.totals["dropped"] > 0, "nothing was dropped"
lanes = [lane for lane in t.lanes.values() if lane.name != "gaudit timeline"]
entries = sum(lane.entries for lane in lanes)
assert entries < 2 * threads * pairs
if threads < 10:
    assert len(lanes) == threads
    assert all(not lane.open for lane in t.lanes.values()), "a section is open at the end"
    assert all(lane.missing > 0 for lane in lanes)
    # A pair needs at least 4 bytes, and at most 8 here.
    lost = 2 * threads * pairs - entries
    assert lost * 2 <= t.totals["dropped_bytes"] <= lost * 8, (lost, t.totals)
    assert "last" in t.calls and t.calls["last"][0] == threads
EOF
    grep -q "^gaudit: warning: TraceAuditor: '.*r/timeline.gtr': [0-9]* parts of the timeline, [0-9.]* MB, were dropped: the file was not written fast enough; a larger QueueSize keeps more$" err ||
        wrong "$*: $(cat err)"
}

dropped 1 ${size}00000
dropped 3 $((size / 2))00000
dropped 40 10000 # more threads than blocks

# --- events in a section -----------------------------------------------------------------
# Over many blocks: the other reader compares what is open at the beginning of each list with the list before.
for n in 1 3; do
    rm -rf r go
    GAUDIT_AUDITORS=TraceAuditor:Detail=2 GAUDIT_RESULT=r "$program" $n 100000 events 2>err || wrong "events, $n threads: status $?"
    [ ! -s err ] || wrong "events, $n threads: $(cat err)"
    python3 "$here/timeline_file.py" r/timeline.gtr calls >read 2>&1 || wrong "events, $n threads: $(tail -n 1 read)"
    grep -q "^Event	$((2000 * n))	" read && grep -q "^last	$n	" read || wrong "events, $n threads: $(head -n 5 read)"
done
finish
