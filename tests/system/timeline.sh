#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: timeline.sh GAUDIT OPTIONS COLLECTOR TIMELINE SHOW_ENTRIES: the entries of a program are the calls that it
# has made, in their order, and their sums are the totals of its tasks.
. "$(dirname "$0")/../collect/common.sh"
timeline=$4 show=$5

# collects SCENE
collects() {
    "$gaudit" collect -q --timeline -o "$1" "$timeline" "$1" >calls 2>err || wrong "$1: status $?, $(cat err)"
}

# shows FILE TEXT: its entries are the calls.
shows() {
    "$show" "$1" >entries 2>said || wrong "$1: $(tail -n 3 entries said)"
    LC_ALL=C sort -s -k 1,1 entries >ordered
    cmp -s calls ordered || wrong "$1: entries and calls differ: $(diff ordered calls | head -n 5)"
    grep -qE "^$2 bytes" said || wrong "$1: $(cat said), not $2"
}

collects known
shows known/samples.gtr 'opens 0 begins [0-9]* dropped 0 ended 1'
for scene in overlapped crossed; do
    collects $scene
    shows $scene/samples.gtr 'opens 0 begins [0-9]* dropped 0 ended 1'
done

# Times of the tasks are without the pause, those of entries with it.
collects paused
"$show" paused/samples.gtr | grep '^one [a-z]*\( [a-z]\)\?$' >entries
cmp -s calls entries || wrong "paused: $(cat entries)"

collects forked
shows forked/samples.gtr 'opens 0 begins 3 dropped 0 ended 1'
"$show" forked/samples-*.gtr 2>said | grep -c end >ends
[ "$(cat ends) $(cat said)" = "3 opens 2 begins 1 dropped 0 ended 1 bytes $(sed 's/.* //' said)" ] ||
    wrong "the child has $(cat ends) ends: $(cat said)"

collects million
"$show" million/samples.gtr -q >entries 2>said || wrong "a million: $(cat entries)"
[ ! -s entries ] || wrong "a million: $(cat entries)"
grep -q 'begins 1000000 dropped 0 ended 1' said || wrong "a million: $(cat said)"

# reports SCENE: the times of tasks in the report are those of the entries, percentiles within a bin.
reports() {
    "$show" "$1/samples.gtr" -d 2>said | LC_ALL=C sort -k 1,1 -k 2,2n >times
    "$gaudit" report tasks --format csv "$1" 2>err | cut -d , -f 1,8-11 >table || wrong "$1: no tasks: $(cat err)"
    [ "$(head -n 1 table)" = "Task Type,Task Time:Min,Task Time:p50,Task Time:p99,Task Time:Max" ] ||
        wrong "$1: the columns are $(head -n 1 table)"
    awk -F '[ ,]' '
        function is(value, fraction, within,   i, want) {
            i = int(fraction * n[$1])
            i += i < fraction * n[$1] || i == 0
            want = t[$1, i]
            if (value == "" || (value * 1e9 - want) ^ 2 > (within * want + 0.5) ^ 2) {
                print $0 ": not " want " ns at " fraction
                bad = 1
            }
        }
        NR == FNR { t[$1, ++n[$1]] = $2; next }
        FNR > 1 && $1 in n { seen++; is($2, 0, 0); is($3, 0.5, 0.016); is($4, 0.99, 0.016); is($5, 1, 0) }
        END { exit bad || !seen }
    ' times table || wrong "$1: the report has other times: $(cat table)"
}
for scene in known overlapped crossed million; do reports $scene; done
"$gaudit" report tasks --wide known 2>err | grep -q ' min \[.*p50 \[.*p99 \[.*max \[' || wrong "known: no columns: $(cat err)"
COLUMNS=80 "$gaudit" report tasks known 2>err | grep -q '^hidden: .*min, p50, p99, max.* (--wide shows them)$' ||
    wrong "known: the columns that are hidden are not named: $(cat err)"

# The document says how much the file has.
for scene in known million; do
    entries=$("$gaudit" info -f csv --table lanes $scene | awk -F, 'NR > 1 { n += $6 } END { print n }')
    [ "$entries" -gt 0 ] && grep -q "\"entries\": $entries,\$" $scene/collect.json || wrong "$scene: not $entries entries in collect.json"
done

# peak SCENE: the most memory of a report, in KiB.
peak() {
    python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$gaudit" report tasks "$1"
}
if command -v python3 >/dev/null; then
    few=$(peak crossed) many=$(peak million)
    [ "$many" -lt $((few + 4096)) ] || wrong "a million: the report needs $many KiB, not $few"
fi

# Without the option nothing is recorded.
"$gaudit" collect -q -o without "$timeline" paused >calls 2>err || wrong "without: status $?, $(cat err)"
"$show" without/samples.gtr >entries 2>said || wrong "without: $(cat entries)"
grep -q 'begins 0 dropped 0 ended 0 bytes 0' said || wrong "without: $(cat said)"
for format in text csv json; do
    "$gaudit" report tasks --wide --format $format without >table 2>&1
    ! grep -q 'p50' table || wrong "without: it has times of tasks: $(cat table)"
done

# Killed: what is written can be read.
# shellcheck disable=SC2016
"$gaudit" collect -q --timeline -o killed bash -c '"$1" endless & echo $! >pid; wait' bash "$timeline" 2>err &
waits test -s pid
read -r pid <pid
is_recorded() {
    for file in killed/samples-"$pid"*.gtr; do
        "$show" "$file" -q 2>&1 | grep -q 'begins [1-9][0-9][0-9]' && return
    done
    return 1
}
waits is_recorded
kill -KILL "$pid"
wait
# Between fork() and exec() it may have had a file, too, which ended then.
for file in killed/samples-"$pid"*.gtr; do "$show" "$file" -q >entries 2>>killed.said || wrong "killed: $(cat entries)"; done
grep -q 'begins [1-9][0-9]* dropped 0 ended 0' killed.said || wrong "killed: $(cat killed.said)"
finish
