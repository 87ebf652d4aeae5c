#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: timeline_kill.sh GAUDIT OPTIONS DEPTH KILLS: what is left of a timeline after SIGKILL at any moment, on a full disk, and at
# a limit of file sizes.
. "$(dirname "$0")/job.sh"
kills=$4

# whole FILE: no block is damaged and no list is missing; at most the beginning of a block is behind the last.
whole() {
    python3 - "$here" "$1" <<'EOF' || wrong "$1 after SIGKILL"
import sys
sys.path.insert(0, sys.argv[1])
from timeline_file import Timeline
t = Timeline(sys.argv[2])
assert t.rest < 70000, t.rest
assert all(lane.missing == 0 for lane in t.lanes.values()), "a list is missing"
assert t.totals is None or t.totals["ended"] == 0, t.totals
# Of one worker, all events from the first on are there.
events = [entry[4] for entry in t.log if entry[1] == "+" and entry[2] == "Event"]
assert t.totals is None or t.totals["workers"] > 1 or events == list(range(1, len(events) + 1)), events
EOF
}

# --- at any moment ---------------------------------------------------------------------
i=0
while [ $i -lt "$kills" ]; do
    rm -f k.gtr
    "$gaudit" run "$options/quickstart.xml" -q -s Events.Events=100000000 -j $((i % 2 + 1)) \
        -a "TraceAuditor:File=k.gtr;Compression=$([ $((i % 3)) = 0 ] && echo Zlib || echo None)" >/dev/null 2>&1 &
    sleep "$(awk -v seed=$i 'BEGIN { srand(seed); printf "%.3f", 1.6 * rand() }')"
    kill -9 $!
    wait $! 2>/dev/null
    [ ! -s k.gtr ] || whole k.gtr
    i=$((i + 1))
done

# --- inside a branch that runs for a quarter of an hour: what came before is there ----------------------
cat >long.xml <<END
<job>
  <sequence name="Line"><algorithm type="Spin" name="Short"><property name="Microseconds" value="10"/></algorithm>
    <algorithm type="Spin" name="Long"><property name="Microseconds" value="1000000000"/></algorithm></sequence>
</job>
END
"$gaudit" run long.xml -q -n 1 -a TraceAuditor:File=long.gtr >/dev/null 2>&1 &
n=0
until python3 "$here/timeline_file.py" long.gtr entries 2>/dev/null | grep -q '	+	Line Long	' || [ $n = 300 ]; do
    sleep 0.2
    n=$((n + 1))
done
kill -9 $!
wait $! 2>/dev/null
python3 "$here/timeline_file.py" long.gtr calls >read
[ "$(grep -v '^timeline' read | cut -f 1,2)" = "Line Short	1" ] || wrong "inside of a long branch: $(cat read)"
python3 "$here/timeline_file.py" long.gtr lanes >read
[ "$(head -n 1 read | cut -f 8)" = 3 ] || wrong "what is open: $(cat read)"

# --- a limit of file sizes, a full disk -------------------------------------------------
# What is there is whole, the run succeeds, and a warning says what is missing.
sh -c 'ulimit -f 400; exec "$@"' sh "$gaudit" run "$options/quickstart.xml" -q -s Events.Events=20000 -a TraceAuditor:File=limit.gtr >out 2>err ||
    wrong "a limit: status $?"
grep -q "^gaudit: warning: TraceAuditor: 'limit.gtr': [1-9][0-9]* blocks of the timeline are missing: File too large" err || wrong "a limit: $(cat err)"
python3 "$here/timeline_file.py" limit.gtr calls >read || wrong "a limit: the file is damaged"
grep -q '^Event	[1-9]' read || wrong "a limit: nothing is left"
[ "$(stat -c %s limit.gtr)" -le 409600 ] || wrong "a limit: $(stat -c %s limit.gtr) bytes"
finish
