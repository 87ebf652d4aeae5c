#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: events.sh GAUDIT OPTIONS DEPTH PROGRAM: EventAuditor in real jobs: the same events with any number of workers, what
# is left after SIGKILL and on a full disk, and files that cannot be written.
. "$(dirname "$0")/job.sh"
program=$4

numbers() {
    sed -n 's/^  "event_numbers": \[\(.*\)\],$/\1/p' "$1"
}

# --- memory is not read in each event, but the peak of the process is --------------------
"$gaudit" run "$options/quickstart.xml" -q -n 3 -a EventAuditor:Memory=false -o peak || wrong "without memory: status $?"
grep -q '"peak_vmem_mb": [1-9]' peak/k4bench_events.json && grep -q '"event_rss_end_mb": \[-0.001, -0.001, -0.001\],' peak/k4bench_events.json ||
    wrong "without memory: $(cat peak/k4bench_events.json)"

# --- workers, windows ------------------------------------------------------------------
for workers in 1 4; do
    "$gaudit" run "$options/quickstart.xml" -q -n 500 -j $workers -a "EventAuditor:StartFromEventN=11;StopAtEventN=411" \
        -o r$workers 2>err || wrong "$workers workers: status $?, $(cat err)"
    quiet err || wrong "$workers workers: $(cat err)"
    [ "$(numbers r$workers/k4bench_events.json)" = "$(seq -s ', ' 10 409)" ] || wrong "$workers workers: $(numbers r$workers/k4bench_events.json)"
    grep -q '"events": 400,' r$workers/events.json || wrong "$workers workers: $(cat r$workers/events.json)"
    python3 - r$workers/k4bench_events.json <<'EOF2' || wrong "$workers workers: the file of k4Bench"
import json, sys
d = json.load(open(sys.argv[1]))
assert list(d) == ["schema_version", "peak_vmem_mb", "event_numbers", "event_times_s", "event_rss_begin_mb", "event_rss_end_mb",
                   "event_rss_anon_begin_mb", "event_rss_anon_end_mb", "event_rss_file_end_mb"], list(d)
assert d["schema_version"] == 1 and d["peak_vmem_mb"] > 1
assert all(len(d[key]) == 400 for key in list(d)[2:])
assert all(t > 0 for t in d["event_times_s"]) and all(m > 0.5 for m in d["event_rss_end_mb"])
assert all(a < m for a, m in zip(d["event_rss_anon_end_mb"], d["event_rss_end_mb"]))
EOF2
done
[ "$(sed -n 's/.*"overlapped": \([0-9]*\).*/\1/p' r1/events.json)" = 0 ] || wrong "overlaps: $(cat r1/events.json)"

# --- without a folder ------------------------------------------------------------------
mkdir empty && cd empty
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor >/dev/null
[ -z "$(ls)" ] || wrong "no folder: $(ls)"
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a "EventAuditor:K4Bench=true;Label=ddsim" >/dev/null
[ "$(ls)" = ddsim_events.json ] || wrong "no folder, K4Bench: $(ls)"
cd ..

# Two auditors do not write one file: the first has it, whatever its name looks like.
mkdir two && cd two
ln -s a.json link.json
for name in a.json ./a.json "$work/two/a.json" ../two/a.json link.json; do
    rm -f a.json
    "$gaudit" run "$options/quickstart.xml" -q -n 5 -a "EventAuditor/A:File=a.json;StopAtEventN=4" \
        -a "EventAuditor/B:File=$name;StartFromEventN=3" >/dev/null 2>err || wrong "two: status $?"
    [ "$(numbers a.json)" = "0, 1, 2" ] && [ "$(echo *)" = "a.json err link.json" ] || wrong "two, $name: $(ls) $(cat a.json)"
    [ "$(cat err)" = "gaudit: warning: B: '$name' is that of A: no file for k4Bench is written; give one of the two a property File of its own" ] ||
        wrong "two, $name: $(cat err)"
done
K4BENCH_EVENT_JSON=v.json "$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor -a EventAuditor/Other -o v >/dev/null 2>err
[ "$(cat err)" = "gaudit: warning: Other: 'v.json' is that of EventAuditor: no file for k4Bench is written; give one of the two a property File of its own" ] &&
    [ "$(numbers v.json)" = "0, 1, 2, 3, 4" ] && [ -s v/events-Other.gtr ] || wrong "two, by the variable: $(cat err)"
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor/A:File=a.json -a EventAuditor/B:File=b.json >/dev/null 2>err
[ "$(numbers a.json) $(numbers b.json)" = "0, 1, 2, 3, 4 0, 1, 2, 3, 4" ] && quiet err || wrong "two files: $(cat err)"

# Where there can be no file beside it.
for where in /dev/stdout /proc/self/fd/1; do
    for folder in "" "-o to$(basename $where)"; do
        mkdir empty
        # shellcheck disable=SC2086 # no folder is no argument
        TMPDIR=$PWD/empty "$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor:File=$where $folder 2>err | cat >out
        [ "$(numbers out)" = "0, 1, 2, 3, 4" ] && [ "$(tail -n 1 out)" = "}" ] && quiet err || wrong "$where $folder: $(cat out err)"
        rmdir empty || wrong "$where $folder leaves $(ls empty)"
    done
done
[ ! -e /dev/stdout.* ] || wrong "beside /dev/stdout: $(ls /dev)"
cd "$work" && mkdir switches && cd switches
"$gaudit" run "$options/quickstart.xml" -q -n 5 --k4bench >/dev/null
"$gaudit" run "$options/quickstart.xml" -q -n 5 --k4bench=sim >/dev/null
"$gaudit" run "$options/quickstart.xml" -q -n 5 --event-data >/dev/null
[ "$(echo *)" = "k4bench_events.json sim_events.json" ] || wrong "switches: $(ls)"
# The auditor of the job is kept as it is.
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a "EventAuditor:File=mine.json" --k4bench=other >/dev/null
[ -e mine.json ] && [ ! -e other_events.json ] || wrong "switches beside an auditor: $(ls)"
cd "$work"

# --- what goes wrong --------------------------------------------------------------------
K4BENCH_EVENT_JSON=/proc/no/file.json "$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor -o unwritable 2>err ||
    wrong "unwritable: status $?"
[ "$(cat err)" = "gaudit: warning: EventAuditor: '/proc/no/file.json' is not written: No such file or directory" ] || wrong "unwritable: $(cat err)"
(ulimit -f 64 && exec "$gaudit" run "$options/quickstart.xml" -q -n 2000 -a "EventAuditor:Label=small" -o limited) >out 2>err
said=$(sed -n "s/^gaudit: warning: EventAuditor: 'limited\/events.gtr' and 'limited\/small_events.json': \([0-9]*\) of 2000 events are missing: File too large (see ulimit -f)$/\1/p" err)
[ "${said:-0}" -gt 0 ] && [ "$(numbers limited/small_events.json | wc -w)" -eq $((2000 - ${said:-0})) ] && [ "$(wc -l <err)" -eq 1 ] ||
    wrong "a limit of file sizes: $(cat err)"
"$gaudit" report events limited >out 2>err || wrong "the report of a limited file: $(cat err)"
missing=$(sed -n 's/^warning: \([0-9]*\) of 2000 events are not in the file$/\1/p' out)
[ "${missing:-0}" = "${said:-0}" ] && grep -q "^$((2000 - ${missing:-0} - 1)) events of " out && grep -q "^warning: 'events.gtr' is damaged: [1-9]" out ||
    wrong "limited: $(cat out err)"

# Killed: all but the last second is in the file.
"$gaudit" run "$options/empty-tree.xml" -q -n 1000000000 -a EventAuditor:Memory=false -o killed &
until [ -s killed/events.gtr ] && [ "$(stat -c %s killed/events.gtr)" -gt 100000 ]; do sleep 0.05; done
kill -9 $!
wait $! 2>/dev/null
[ "$(head -c 8 killed/events.gtr)" = GAUTRACE ] && [ ! -e killed/k4bench_events.json ] || wrong "killed: $(ls -l killed)"
"$gaudit" report events killed >out 2>err || wrong "the report of a killed job: $(cat err)"
[ ! -s err ] || wrong "the report of a killed job: $(cat err)"
in_file=$(sed -n 's/^warning: the job did not end: \([0-9]*\) events are in the file, at most those of its last second are missing$/\1/p' out)
[ "${in_file:-0}" -gt 1000 ] && grep -q "^$((in_file - 1)) events of killed/events.gtr" out || wrong "killed: $(cat out)"
"$gaudit" report events killed -f csv >out 2>err || wrong "the data of a killed job: $(cat err)"
[ "$(wc -l <out)" = $((in_file + 1)) ] && grep -q "^gaudit: warning: the job did not end: $in_file events are" err ||
    wrong "killed: $(wc -l <out) lines, $(cat err)"
awk -F, 'NR > 1 && !($4 > 0 && $4 < 1e3 && $3 >= 0) { exit 1 }' out || wrong "times of a killed job: $(head out)"
"$gaudit" export killed -f k4bench -O killed.json 2>err || wrong "k4Bench's file of a killed job: $(cat err)"
[ "$(numbers killed.json | wc -w)" = "$in_file" ] && "$gaudit" report events killed.json >out ||
    wrong "k4Bench's file of a killed job: $(numbers killed.json | wc -w) events of $in_file"

# --- programs -----------------------------------------------------------------------------
# scene NAME NUMBERS VARIABLE=VALUE...: runs it in the folder NAME; it says nothing, but for the results without a folder.
scene() {
    name=$1 want=$2
    shift 2
    mkdir "$work/$name" && cd "$work/$name" || exit 1
    env GAUDIT_AUDITORS=EventAuditor "$@" "$program" "$name" >out 2>err || wrong "$name: status $?"
    [ ! -s out ] && ! sed '/^gaudit: results of process /d' err | grep -q gaudit && { [ ! -d r ] || [ ! -s err ]; } || wrong "$name says $(cat out err)"
    [ "$(numbers mine.json)" = "$want" ] && [ "$(tail -n 1 mine.json)" = "}" ] || wrong "$name: $(cat mine.json)"
}
five="0, 1, 2, 3, 4"
for folder in GAUDIT_RESULT=r X=; do
    rm -rf "$work/numbers" "$work/fork" "$work/chdir" "$work/close"
    scene numbers "0, 1, 2, 8, 9, 9223372036854775806" $folder K4BENCH_EVENT_JSON=mine.json
    ASAN_OPTIONS=detect_leaks=0 scene fork "$five" $folder K4BENCH_EVENT_JSON=mine.json
    scene chdir "$five" $folder K4BENCH_EVENT_JSON=mine.json
    [ -z "$(ls away)" ] || wrong "chdir: $(ls away)"
    scene close "$five" $folder K4BENCH_EVENT_JSON=mine.json
    [ ! -d r ] || [ "$(cat own)" = "$(printf 'own\nown\nown')" ] || wrong "files of the program: $(cat own)"
    rm -rf r
    [ "$(echo *)" = "err mine.json out own" ] || wrong "close leaves $(ls)"
done
cd "$work" || exit 1
(exec <&- >&- 2>&- && GAUDIT_AUDITORS=EventAuditor GAUDIT_RESULT=streams "$program" events) || wrong "without streams: status $?"
[ "$(numbers streams/k4bench_events.json)" = "$five" ] || wrong "without streams: $(cat streams/k4bench_events.json)"
(exec <&- >&- 2>&- && exec "$gaudit" run "$options/quickstart.xml" -q -n 5 -a EventAuditor -o job) || wrong "a job without streams: status $?"
[ "$(numbers job/k4bench_events.json)" = "$five" ] || wrong "a job without streams: $(cat job/k4bench_events.json)"
finish
