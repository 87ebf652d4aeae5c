#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: regions.sh GAUDIT OPTIONS_FOLDER: regions of a file of k4Bench as tables, data and a picture.
. "$(dirname "$0")/../job/job.sh"
cp "$here/k4bench_regions.json" a_regions.json || exit 1

# shows FORMAT FILE [OPTION...]: what is expected.
shows() {
    format=$1 expected=$here/expected/$2
    shift 2
    "$gaudit" report regions a_regions.json -f "$format" "$@" >out 2>err || wrong "$format ended with $?: $(cat err)"
    cmp -s "$expected" out || wrong "$format $*: $(diff "$expected" out)"
}

shows text regions.text
shows csv regions.csv
shows svg regions.svg
xmllint --noout "$here/expected/regions.svg" || wrong "the picture is not well-formed"
"$gaudit" report regions a_regions.json -O a.svg >out 2>err && cmp -s a.svg "$here/expected/regions.svg" || wrong "a.svg: $(cat err)"
"$gaudit" report a_regions.json regions --table attribution -f json >out 2>err || wrong "attribution: $(cat err)"
grep -q '"region": "ECalBarrel", .*"kind": "sink"' out || wrong "no sink: $(cat out)"
"$gaudit" report regions a_regions.json --limit 3 -f csv >out
[ "$(cut -d, -f1 out | xargs)" = "region ECalBarrel HCalBarrel ECalEndcap [others] unattributed [unaccounted]" ] ||
    wrong "not three: $(cat out)"
# The share of all rows is that of the wall time.
awk -F, 'NR > 1 { sum += $4 } END { exit !(sum > 99.99 && sum < 100.01) }' "$here/expected/regions.csv" || wrong "not 100 %"

# refuses STATUS MESSAGE ARGUMENT...
refuses() {
    want_status=$1 want="gaudit: $2"
    shift 2
    "$gaudit" report "$@" >out 2>err
    status=$?
    [ $status = "$want_status" ] && [ "$(cat err)" = "$want" ] && [ ! -s out ] || wrong "$*: status $status, $(cat err)"
}
sed 's/"schema_version": 1/"schema_version": 2/' a_regions.json >future.json
refuses 5 "future.json: unsupported future schema_version 2; the newest that is read is 1" regions future.json
mkdir folder
advice="run it with a RegionAuditor, or name a file of k4Bench, LABEL_regions.json"
refuses 1 "'folder' has no regions.gtr: $advice" regions folder
refuses 1 "'folder' has no regions-Fast.gtr: $advice" regions-Fast folder
refuses 1 "'folder' has no regions-Fast.gtr: $advice" folder regions-Fast
refuses 5 "none.json: No such file or directory" regions none.json
echo damaged >folder/regions.gtr
refuses 5 "folder/regions.gtr: not a trace file" regions folder
sed 's/"event_wall_seconds": .*/"event_wall_seconds": [],/' a_regions.json >short.json
refuses 5 "short.json: mismatched array lengths: event_numbers has 40 elements, event_wall_seconds has 0" regions short.json
# Files without steps say so below the table, or on standard error.
sed '/"interval_counts"/,/^  \]/d; s/^  \],$/  ],/' a_regions.json | sed '$!N; s/],\n}/]\n}/; P; D' >old.json
"$gaudit" report regions old.json >out 2>err || wrong "old.json: $(cat err)"
grep -q '^the file has no interval_counts: ' out && [ ! -s err ] || wrong "no note: $(cat out err)"
"$gaudit" report regions old.json -f csv >out 2>err
grep -q '^gaudit: the file has no interval_counts: ' err || wrong "no warning: $(cat err)"
# The formats of other views stay theirs.
"$gaudit" report regions a_regions.json -f folded >out 2>err && wrong "folded"
grep -q "'folded' is made by 'gaudit export DIR --format folded'" err || wrong "folded: $(cat err)"

[ "$failures" = 0 ]
