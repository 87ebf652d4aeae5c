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

# Without the option nothing is recorded.
"$gaudit" collect -q -o without "$timeline" paused >calls 2>err || wrong "without: status $?, $(cat err)"
"$show" without/samples.gtr >entries 2>said || wrong "without: $(cat entries)"
grep -q 'begins 0 dropped 0 ended 0 bytes 0' said || wrong "without: $(cat said)"

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
for file in killed/samples-"$pid"*.gtr; do "$show" "$file" -q >entries 2>said || wrong "killed: $(cat entries)"; done
grep -q 'dropped 0 ended 0' said || wrong "killed: $(cat said)"
finish
