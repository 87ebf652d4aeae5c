#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: export.sh GAUDIT OPTIONS_FOLDER DEPTH EVENT_PROGRAM SECTION_PROGRAM: files for other programs are those of the
# run or of the report; what a folder cannot give; the formats in help, list and messages.
. "$(dirname "$0")/../job/job.sh"

command -v python3 >/dev/null || {
    echo "there is no python3"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
}

# refuses MESSAGE ARGUMENT...: status 1, exactly this message, nothing on standard output.
refuses() {
    want=$1
    shift
    "$gaudit" "$@" >out 2>err
    status=$?
    { [ $status = 1 ] && [ ! -s out ] && [ "$(cat err)" = "gaudit$want" ]; } ||
        wrong "gaudit $*: status $status, $(cat out err), not: gaudit$want"
}

# exports FORMAT SOURCE: to "out", and to a file the same; nothing on standard error.
exports() {
    "$gaudit" export "$2" --format "$1" >out 2>err || wrong "export $2 as $1: status $?, $(cat err)"
    [ -s out ] && [ ! -s err ] || wrong "export $2 as $1: $(cat out err)"
    echo old >file
    "$gaudit" export "$2" -f "$1" -O file >printed 2>&1 || wrong "export $2 as $1 to a file: $(cat printed)"
    [ ! -s printed ] && cmp file out || wrong "export $2 as $1 to a file: $(cat printed)"
}

# same FILE WHAT: the last export is that.
same() {
    cmp out "$1" || wrong "$2: $(diff out "$1" | head -5)"
}

cat >job.xml <<'XML'
<job><input type="GeneratorInput" name="In"/><auditor type="TimerAuditor"/><auditor type="EventAuditor"/>
<sequence name="Line"><algorithm type="Spin" name="Work"/></sequence></job>
XML
runs job.xml -n 20 -j 2 -o one
runs job.xml -n 20 -a TimerAuditor/Fast -a EventAuditor/Quick -o two
mkdir none

# --- the formats -----------------------------------------------------------------------
"$gaudit" export >list 2>err || wrong "the list: status $?, $(cat err)"
"$gaudit" help export >help
"$gaudit" complete -- export --format '' | cut -f 1 >offered
sed '1,2d; s/ .*//' list >formats
cmp formats offered || wrong "offered: $(cat offered), listed: $(cat formats)"
[ "$(wc -l <formats)" -ge 4 ] || wrong "few formats: $(cat list)"
while read -r format; do
    grep -q "^  $format " help || wrong "the help has no $format"
    refuses " export: a result folder, or a file of it, is missing (see 'gaudit help export')" export -f "$format"
    # What was a format of a report names the command; csv is one of its own.
    [ "$format" = csv ] || refuses " report: --format: '$format' is made by 'gaudit export DIR --format $format' (see 'gaudit help report')" \
        report timing one -f "$format"
    [ "$format" = folded ] ||
        refuses " export: the format '$format' takes no --filter (see 'gaudit help export')" export one -f "$format" --filter task=x
done <formats
"$gaudit" report timing one -f csvv >out 2>err
grep -q "did you mean 'csv'?" err || wrong "a wrong format: $(cat err)"
refuses " export: --format takes $(sed '$d' formats | paste -sd, | sed 's/,/, /g') or $(tail -n 1 formats), not 'csvv'; did you mean 'csv'? (see 'gaudit help export')" \
    export one -f csvv
refuses " export: unexpected argument 'two' (see 'gaudit help export')" export -f csv one two

# --- what a folder cannot give ---------------------------------------------------------
refuses ": 'one' holds no samples (samples*.gtr), as 'gaudit profile JOB.xml' and 'gaudit collect -- PROGRAM' record them" \
    export one -f folded
"$gaudit" run job.xml -n 1 -q -o untimed >/dev/null
rm untimed/timer.json untimed/events.gtr
for format in csv perfgraph; do
    refuses ": 'untimed' has no times (timer*.json), as 'gaudit run --time' records them" export untimed -f $format
    refuses ": 'two' has the times of 2 timers: name one, such as 'two/timer.json'" export two -f $format
    refuses ": 'none' has no times (timer*.json), as 'gaudit run --time' records them" export none -f $format
    refuses ": 'missing' is not a result folder: No such file or directory" export missing -f $format
done
refuses ": 'untimed' has no events (events.gtr), as 'gaudit run --event-data' records them" export untimed -f k4bench

# --- times -----------------------------------------------------------------------------
"$gaudit" report timing one -f csv >wanted
exports csv one
same wanted 'times of a folder'
exports csv one/timer.json
same wanted 'times of a file'
(cd one && "$gaudit" export timer.json -f csv) >out
same wanted 'times of a file without a folder'
"$gaudit" report timing-Fast two -f csv >wanted
exports csv two/timer-Fast.json
same wanted 'times of one timer'
exports perfgraph one
grep -q '"Work": {"level": [0-9], "memory": [0-9]*, "num_calls": 20, ' out || wrong "perfgraph: $(cat out)"

# --- events of k4Bench -----------------------------------------------------------------
# The peak of memory is not in events.gtr. The length of a tick is measured again after that of events.gtr is written.
k4bench() {
    python3 - "$1" out <<'PY' || wrong "$1 and its export differ"
import json, sys
a, b = (json.load(open(name)) for name in sys.argv[1:])
assert b.pop("peak_vmem_mb") == -1 and a.pop("peak_vmem_mb"), "peak"
assert len(a["event_numbers"]) >= 3, "few events"
close = zip(a.pop("event_times_s"), b.pop("event_times_s"), strict=True)
assert all(abs(x - y) <= 1.01e-6 + 1e-3 * x for x, y in close), "times"
assert a == b and list(a) == list(b), (a, b)
PY
}
exports k4bench one
k4bench one/k4bench_events.json
exports k4bench two/events-Quick.gtr
k4bench two/k4bench-Quick_events.json
# Numbers that occur twice, so that events are counted; memory that is not known.
GAUDIT_AUDITORS=EventAuditor:Memory=false GAUDIT_RESULT=twice "$4" twice 2>/dev/null || wrong "the program: status $?"
"$gaudit" export -f k4bench twice >out 2>err || wrong "numbers twice: status $?"
[ "$(cat err)" = "gaudit: 'twice/events.gtr': numbers of events occur twice, such as 3: events are counted, from 0" ] ||
    wrong "numbers twice: $(cat err)"
grep -q '"event_rss_begin_mb": \[-0.001, -0.001, -0.001\]' out || wrong "no memory: $(cat out)"
k4bench twice/k4bench_events.json
# Those of more than 63 bits.
GAUDIT_AUDITORS=EventAuditor GAUDIT_RESULT=numbers "$4" numbers || wrong "the program: status $?"
exports k4bench numbers
k4bench numbers/k4bench_events.json

# --- time logs -------------------------------------------------------------------------
# Two auditors of one run have the same timestamps; seconds are since another moment.
calls() { cut -f 1-5,8 "$@"; }

# logs_of STEM: the logs that have entries, in the order of the workers. That of the thread of the timeline may have none.
logs_of() {
    for file in "$1.txt" $(ls "$1"-worker*.txt 2>/dev/null | sort -V); do
        [ "$(wc -l <"$file")" -le 1 ] || echo "$file"
    done
}

# same_logs FOLDER: its logs are those of its timeline, file by file; "logs" of them.
same_logs() {
    "$gaudit" export "$1" -f time-log -O "$1/out.txt" 2>err || wrong "the logs of $1: status $?, $(cat err)"
    logs=$(logs_of "$1/time-log" | wc -l)
    [ "$logs" = "$(find "$1" -name 'out*.txt' | wc -l)" ] || wrong "other files: $(ls "$1")"
    [ "$(grep -c "^gaudit: '$1/out-worker[0-9]*.txt' has the [0-9]* entries of [a-z]* [0-9]*$" err)" = $((logs - 1)) ] ||
        wrong "$logs files, and it says: $(cat err)"
    # shellcheck disable=SC2046 # several files
    calls $(logs_of "$1/out") >made
    # shellcheck disable=SC2046
    calls $(logs_of "$1/time-log") >recorded
    cmp made recorded || wrong "$1: $(diff made recorded | head -5)"
}
# LeakSanitizer itself crashes at the end of this one; job.timeline and job.time_log look for leaks of both.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export ASAN_OPTIONS
runs "$options/hlt.xml" -n 50 -j 3 -a TraceAuditor -a TimeLogAuditor -o workers
ASAN_OPTIONS=${ASAN_OPTIONS%:detect_leaks=0}
same_logs workers
GAUDIT_AUDITORS='TimeLogAuditor TraceAuditor' GAUDIT_RESULT=threads "$5" 2>/dev/null
same_logs threads
[ "$logs" -ge 2 ] && grep -q '	2	.*	inner$' threads/out.txt || wrong "threads: $logs logs"
refuses ": 'threads/timeline.gtr' has $logs lanes, and a time log has one: give -O FILE; the others go to FILE-worker1 and so on" \
    export threads -f time-log
runs job.xml -n 20 -a TraceAuditor -a TimeLogAuditor -o lane
exports time-log lane
exports time-log lane/timeline.gtr
[ "$(calls out)" = "$(calls lane/time-log.txt)" ] || wrong "one lane: $(cat out)"
# Seconds of the two begin at different moments; six digits are written.
paste out lane/time-log.txt | awk -F '\t' 'function far(a) { return a > near || -a > near }
    NR == 2 { off = $14 - $6 }
    NR > 1 { near = 2e-5 + 1e-3 * $15; if (!($6 > 0) || far($14 - $6 - off) || far($15 - $7 - off)) { print; bad = 1 } }
    END { exit bad }' >bad || wrong "seconds: $(cat bad)"

# --- profiles of background work -------------------------------------------------------
# same_profile FOLDER: items have the same calls and seconds as in the profile that the auditor wrote.
same_profile() {
    rm -f profile.bin
    "$gaudit" export "$1" -f rbwp -O profile.bin >out 2>err || wrong "rbwp of $1: status $?, $(cat err)"
    [ ! -s out ] && grep -q "^gaudit: 'profile.bin' has [1-9][0-9]* records in [1-9][0-9]* blocks\?$" err || wrong "rbwp of $1: $(cat out err)"
    python3 "$here/../trace/rbwp_file.py" profile.bin calls >made || wrong "rbwp of $1 is refused"
    python3 "$here/../trace/rbwp_file.py" "$1/bgwork_profile_0.bin" calls >recorded || wrong "the profile of $1"
    python3 - made recorded <<'PY' || wrong "$1: profiles differ: $(diff made recorded | head -5)"
import sys
def read(name):
    rows = [line.rstrip("\n").replace(" s ", " ", 1).split(" ", 2) for line in open(name)]
    # The auditor's own thread goes on while the profile is written.
    return {(what, calls): float(seconds) for seconds, calls, what in rows if not what.startswith("timeline")}
made, recorded = read(sys.argv[1]), read(sys.argv[2])
assert len(recorded) > 3 and made.keys() == recorded.keys(), made.keys() ^ recorded.keys()
assert all(abs(made[key] - s) <= 1e-6 + 1e-4 * s for key, s in recorded.items()), (made, recorded)
PY
}
runs "$options/hlt.xml" -n 50 -j 2 -a TraceAuditor:Rbwp=2 -o profile
same_profile profile
refuses ": the format 'rbwp' is binary: give -O FILE" export lane -f rbwp
rm lane/timeline.gtr lane/timeline.json
refuses ": 'lane' has no timeline (timeline.gtr), as 'gaudit run -a TraceAuditor' records it" export lane -f rbwp -O none.bin
refuses ": 'lane' has no timeline (timeline.gtr), as 'gaudit run -a TraceAuditor' records it" export lane -f time-log
finish
