#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What options/empty-tree.xml prints and writes, with one worker and with two.
. "$(dirname "$0")/job.sh"
job=$options/empty-tree.xml

for threads in 1 2; do
    prints by-$threads.out "$job" -n 20000 -j $threads -a CountAuditor -v -o by-$threads
    closes by-$threads.out
    { shows timing by-$threads && echo && shows counts by-$threads && echo; } >reports
    sed 1,2d by-$threads.out | cmp reports - || wrong "gaudit report shows something else (-j $threads)"
    masked by-$threads.out | without_loop_times | expected empty_tree
done
runs "$job" -n 20000 -a CountAuditor -o again
same by-1 by-2 counts.json
same by-1 again counts.json
is by-2/run.json status finished
is by-2/run.json workers 2
is by-2/run.json events 20000

# Tables are sorted and cut by the report alone; the numbers are the same.
shows timing by-1 --sort calls --limit 1 --table branches | grep -q '^Event ' ||
    wrong "Event is not called most often"
[ "$(shows timing by-1 --format csv | wc -l)" -eq 21 ] || wrong "not 20 branches"

# Where there is nothing but the loop, what it costs is a large share: it is allowed.
echo '<job><auditor type="TimerAuditor"/><algorithm type="Empty"/></job>' >nothing.xml
if [ "${3:-}" = thorough ]; then
    prints nothing.out nothing.xml -v -n 5000000
    closes nothing.out
fi

# Loop times do not depend on the filter: half a second of work must be found in them.
cat >setup.xml <<EOF
<job>
  <auditor type="TimerAuditor"><property name="Phases" value="Initialize"/></auditor>
  <algorithm type="Spin"><property name="Microseconds" value="6000"/></algorithm>
</job>
EOF
for threads in 1 2; do
    prints out setup.xml -n 100 -j $threads -o setup-$threads
    "$gaudit" report timing setup-$threads --table loop_times --format csv |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) of[$i] = i }
            NR > 1 && $of["event_s"] < 0.9 * $of["loop_s"] { bad = 1 } END { exit bad || NR < 2 }' ||
        wrong "an auditor of Initialize alone has no loop times (-j $threads)"
done
finish
