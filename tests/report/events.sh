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
for name in a.svg a.SVG; do
    "$gaudit" report events a_events.json -O $name >out 2>err && cmp -s $name "$here/expected/events.svg" || wrong "$name: $(cat err)"
done
"$gaudit" report events a_events.json -f csv -O csv.svg && cmp -s csv.svg "$here/expected/events.csv" || wrong "csv by option"
# A PNG is made by rsvg-convert, or its stand-in that writes what it was given.
mkdir bin
cat >bin/rsvg-convert <<'EOF2'
#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = --output ] && to=$2; shift; done
{ echo PNG; cat "$1"; } >"$to"
EOF2
chmod +x bin/rsvg-convert
for format in "" "-f svg"; do
    PATH="$PWD/bin:$PATH" "$gaudit" report events a_events.json $format -O a.png >out 2>err || wrong "a.png: $(cat err)"
    { echo PNG; cat "$here/expected/events.svg"; } | cmp -s - a.png || wrong "a.png $format: $(head -c 100 a.png)"
    rm -f a.png
done

sed 's/"schema_version": 1/"schema_version": 2/' a_events.json >future.json
refuses 5 "future.json: unsupported future schema_version 2; the newest that is read is 1" future.json
refuses 5 "future.json: unsupported future schema_version 2; the newest that is read is 1" future.json -f svg
mkdir folder
refuses 1 "'a.pdf': a picture is SVG or PNG here: name the file .svg or .png" a_events.json -O a.pdf
[ ! -e a.pdf ] || wrong "a.pdf was made"
refuses 1 "'folder' has no events.gtr: run the job with '--event-data', or name a file of k4Bench, LABEL_events.json" folder
refuses 5 "none.json: No such file or directory" none.json
echo '{"event_numbers": [0], "event_times_s": [1], "event_rss_begin_mb": [1], "event_rss_end_mb": [1]}' >first.json
refuses 1 "'first.json' has no time to draw" first.json -f svg
echo damaged >folder/events.gtr
"$gaudit" report events folder >out 2>err
[ $? = 5 ] && grep -q '^gaudit: folder/events.gtr: ' err || wrong "a damaged file: $(cat err)"

# Our own events are those of the file that is made for k4Bench, which counts from 0.
cp "$options/hlt.xml" hlt.xml
"$gaudit" run hlt.xml -q -n 40 -j 2 -a EventAuditor -o r >out 2>err || wrong "the run: $(cat err)"
"$gaudit" report events r -f csv >own.csv 2>err || wrong "own events: $(cat err)"
"$gaudit" report events r/k4bench_events.json -f csv >k4bench.csv 2>err || wrong "k4Bench's file of it: $(cat err)"
columns() { LC_ALL=C awk -F, -v from="$2" 'NR > 1 { printf "%d %.5f %.2f %.2f\n", $1 - from, $4, $7, $9 }' "$1"; }
columns own.csv 1 >own && columns k4bench.csv 0 | paste -d' ' own - | awk '
    function far(a, b, most) { return a - b > most || b - a > most }
    $1 != $5 || far($2, $6, 2e-5) || far($3, $7, 0.02) || far($4, $8, 0.02) { exit 1 }' || wrong "the two files differ"
awk -F, 'NR > 1 { n++; warm += $2; bad += $3 < 0 || $5 == "" || $12 !~ /ed$/ || $13 > 1 || $14 == "" }
    END { exit !(n == 40 && warm > 0 && warm < 3 && !bad) }' own.csv || wrong "own events: $(cat own.csv)"
"$gaudit" report events r >out 2>err || wrong "own tables: $(cat err)"
# runs_again N: there are N commands below the table of "out"; the first runs.
runs_again() {
    sed -n '/^to run one of them again:$/,/^$/s/.*gaudit run/&/p' out >commands
    [ "$(wc -l <commands)" = "$1" ] || wrong "not $1 commands: $(cat out)"
    ln -sf "$gaudit" gaudit
    PATH="$PWD:$PATH" sh -c "$(head -1 commands) -q" >out 2>err || wrong "not again: $(head -1 commands): $(cat err)"
}
runs_again 10
[ "$(sed 's/.* //' commands | sort -n | uniq | wc -l)" = 10 ] || wrong "not each event: $(cat commands)"
"$gaudit" report events r --limit 12 >out 2>err
runs_again 12
"$gaudit" report events r --table slowest --limit 3 -f json >out 2>err
[ "$(grep -c '"event": \([0-9]*\), .*"replay": "gaudit run .hlt.xml. -a EventAuditor --only \1"' out)" = 3 ] || wrong "json: $(cat out)"
cp hlt.xml "it's a job.xml"
"$gaudit" run "it's a job.xml" -q -n 9 --k4bench -s EventAuditor.Memory=false -a "CountAuditor/my count" -o again >out 2>err || wrong "the run: $(cat err)"
"$gaudit" report events again --table slowest >out
runs_again 8
case $(head -1 commands) in
"gaudit run 'it'\''s a job.xml' --event-data -s EventAuditor.Memory=false -a 'CountAuditor/my count' -s 'EventAuditor.K4Bench=false' --only "[1-9]) ;;
*) wrong "the command: $(head -1 commands)" ;;
esac

# A file of k4Bench is not written again, whatever chose it.
sed 's,<auditor type="CountAuditor"/>,<auditor type="EventAuditor"><property name="File" value="chosen.json"/></auditor>,' hlt.xml >file.xml
# keeps VARIABLE ARGUMENT...: the file is chosen.json; VARIABLE is the value of K4BENCH_EVENT_JSON or empty.
keeps() {
    variable=$1
    shift
    rm -rf chosen.json kept
    (
        [ -z "$variable" ] || export K4BENCH_EVENT_JSON="$variable"
        "$gaudit" run "$@" -q -n 9 -o kept >out 2>err && [ -s chosen.json ] || wrong "no file of $*: $(cat err)"
        echo mine >chosen.json
        "$gaudit" report events kept >out 2>err
        runs_again 8
        [ "$(cat chosen.json)" = mine ] && [ ! -e k4bench_events.json ] || wrong "$variable $*: written by $(head -1 commands)"
        [ "$failures" = 0 ]
    ) || failures=1
}
keeps chosen.json hlt.xml --event-data
keeps "" hlt.xml -a "EventAuditor:Memory=false;File=chosen.json;K4Bench=true"
keeps chosen.json hlt.xml -a EventAuditor -s EventAuditor.File=chosen.json
keeps "" hlt.xml --event-data -s EventAuditor.File=x.json -s EventAuditor.File=chosen.json
keeps "" file.xml
keeps "" hlt.xml -a "EventAuditor/My own:File=chosen.json"

# Auditors with other names have files of their own.
"$gaudit" run hlt.xml -q -n 5 -a EventAuditor/Fast -a "EventAuditor/Slow:StopAtEventN=3" -o two >out 2>err || wrong "two: $(cat err)"
for name in "two events-Slow" "events-Slow two"; do
    "$gaudit" report $name -f csv >out 2>err || wrong "$name: $(cat err)"
    [ "$(cut -d, -f1 out | xargs)" = "event 1 2" ] || wrong "$name: $(cat out)"
done
refuses 1 "'two' has events of 2 auditors: say which: events-Fast, events-Slow" two
"$gaudit" report events-Slow.json two -f csv >out 2>err && ! grep -q '^event,' out || wrong "a document: $(cat out err)"
rm two/events-Slow.gtr
"$gaudit" report events two -f csv >out 2>err && [ "$(wc -l <out)" = 6 ] || wrong "the only file: $(cat out err)"

[ "$failures" = 0 ]
