#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: events.sh GAUDIT OPTIONS_FOLDER: events of a file of k4Bench as tables, data and a picture.
. "$(dirname "$0")/../job/job.sh"
cp "$here/k4bench_events.json" a_events.json || exit 1

# shows FORMAT FILE [OPTION...]: what is expected.
shows() {
    format=$1 expected=$here/expected/$2
    shift 2
    "$gaudit" report events a_events.json -f "$format" "$@" >out 2>err || wrong "$format ended with $?: $(cat err)"
    cmp -s "$expected" out || wrong "$format $*: $(diff "$expected" out)"
}

shows text events.text
shows csv events.csv
shows svg events.svg
awk 'length($0) > 80 { exit 1 }' "$here/expected/events.text" || wrong "more than 80 columns"
xmllint --noout "$here/expected/events.svg" || wrong "the picture is not well-formed"
"$gaudit" report events a_events.json -f csv -O file.csv && cmp -s file.csv "$here/expected/events.csv" || wrong "a file differs"
"$gaudit" report a_events.json events --table growth -f json >out 2>err || wrong "--table growth: $(cat err)"
grep -q '"per": "per event", "slope_mib": ' out || wrong "no slope: $(cat out)"
"$gaudit" report events a_events.json --table slowest --limit 2 -f csv >out
[ "$(wc -l <out)" = 3 ] && grep -q '^17,' out || wrong "not the two slowest: $(cat out)"

# refuses STATUS MESSAGE ARGUMENT...
refuses() {
    want_status=$1 want="gaudit: $2"
    shift 2
    "$gaudit" report events "$@" >out 2>err
    status=$?
    [ $status = "$want_status" ] && [ "$(cat err)" = "$want" ] && [ ! -s out ] || wrong "$*: status $status, $(cat err)"
}

sed 's/"schema_version": 1/"schema_version": 2/' a_events.json >future.json
refuses 5 "future.json: unsupported future schema_version 2; the newest that is read is 1" future.json
refuses 5 "future.json: unsupported future schema_version 2; the newest that is read is 1" future.json -f svg
mkdir folder
refuses 1 "'folder' is a folder: give a file of events as k4Bench writes it, LABEL_events.json" folder
refuses 5 "none.json: No such file or directory" none.json
echo '{"event_numbers": [0], "event_times_s": [1], "event_rss_begin_mb": [1], "event_rss_end_mb": [1]}' >first.json
refuses 1 "'first.json' has no time to draw" first.json -f svg

[ "$failures" = 0 ]
