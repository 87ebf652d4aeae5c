#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gaudit profile under a fake VTune, of jobs with a timer: VTune's report as CSV, and timer against samples. The reports
# here have the documented layout; they are not of real runs. Their numbers are tested in test_vtune_samples.c.
. "$(dirname "$0")/../job/job.sh"
if ! env --default-signal=INT true 2>/dev/null; then
    echo "env has no --default-signal"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi

# shellcheck source=/dev/null
. "$here/vtune_calls.sh"
made_csv() {
    asked -report hotspots -result-dir "$1/r000hs" -group-by task -format csv -csv-delimiter comma -report-output \
        "$1/vtune-tasks.csv" -quiet
}
title='Timer against samples: self time of branches in % of all, CPU time'
time='--time -s TimerAuditor.CpuTime=true'
job timed.xml '<auditor type="TimerAuditor"><property name="CpuTime" value="true"/></auditor>'

# mentions TEXT: it is in the output, whatever the length of its lines.
mentions() {
    tr -s '\n ' '  ' <out | grep -qF -- "$1" || wrong "the output does not mention: $1 in: $(cat out)"
}

# compares ARGUMENT...: its status must be 0; standard output and messages are in "out" and "err".
compares() {
    "$gaudit" compare "$@" >out 2>err || wrong "gaudit compare $*: status $?: $(cat err)"
}

# refuses MESSAGE ARGUMENT...: of gaudit compare.
refuses() {
    message=$1
    shift
    "$gaudit" compare "$@" >out 2>err
    complains "$message"
}

# --- after a profile -------------------------------------------------------------------
use "$work/vtune" 2025
# shellcheck disable=SC2086 # words
profiled 0 job.xml $time -o both
asked_new both/r000hs -- @ run job.xml --time --set TimerAuditor.CpuTime=true --output both --audit IttAuditor
reported both/r000hs
made_csv both
[ -s log ] && wrong "more calls: $(cat log)"
[ -s err ] && wrong "it says: $(cat err)"
mentions "$title"
mentions '[all branches]'
mentions "samples are the CPU times in VTune's report 'both/vtune-tasks.csv', counted as samples of 10 ms, its sampling"
grep -qE '^ .* 18[.0-9]* .* Event$' out || wrong "Event has not 11 of 61 samples: $(cat out)"
lists both r000hs run.json timer.json vtune-tasks.csv vtune.json
sed -n '/^Timer and samples\|^Too few samples/,$p' out >of_profile

# The same by itself, as one run, with a verdict.
compares both
diff -u of_profile out || wrong "gaudit compare both"
head -n 1 out | grep -qE '^(Timer and samples (agree|differ significantly)|Too few samples)' ||
    wrong "the verdict is not first: $(cat out)"
compares --group-by algorithm both
grep -qE '^ .* 82[.0-9]* .* A$' out || wrong "A has not 50 of 61 samples: $(cat out)"
compares --timer both --samples both/vtune-tasks.csv
diff -u of_profile out || wrong "the report in the folder is of another run"

# Views of samples say where they are.
"$gaudit" report hotspots both >out 2>err && wrong "hotspots of VTune's result"
complains ": 'both' holds VTune's result, and no samples (samples*.gtr), as 'gaudit profile --profiler builtin JOB.xml' records them; 'vtune -report hotspots -result-dir both/r000hs -group-by task' prints it, or amplxe-cl likewise"

# The interval of the run is that of its samples.
profiled 0 timed.xml --interval 100ms -o slow
mentions 'counted as samples of 100 ms, its sampling'
is slow/vtune.json interval_s 0.1
compares slow
mentions 'counted as samples of 100 ms, its sampling'
compares --interval 5ms slow
mentions 'counted as samples of 5 ms, its sampling'
"$gaudit" report vtune slow >out 2>err || wrong "gaudit report vtune: $(cat err)"

# -q makes the report, and prints nothing.
profiled 0 timed.xml -q -o quiet
[ -s out ] && wrong "-q prints $(cat out)"
lists quiet r000hs run.json timer.json vtune-tasks.csv vtune.json

# Without a timer, or without events in it, nothing more is done.
: >log
profiled 0 job.xml -o untimed
asked_new untimed/r000hs -- @ run job.xml --output untimed --audit IttAuditor
reported untimed/r000hs
[ -s log ] && wrong "a report without a timer: $(cat log)"
lists untimed r000hs run.json
profiled 0 timed.xml -s TimerAuditor.StartFromEventN=100 -o nothing
[ -e nothing/vtune-tasks.csv ] && wrong "a report of a timer that saw no event"
[ "$(cat err)" = "gaudit: warning: job: TimerAuditor: no event was audited: StartFromEventN is 100, and the last event was 20" ] ||
    wrong "it says: $(cat err)"

# --- the generations -------------------------------------------------------------------
for release in 2015 2019; do
    use "$work/amplxe" $release
    profiled 0 timed.xml -o of$release
    mentions "$title"
    tail -n 14 log >last && mv last log
    made_csv of$release
done
use "$work/amplxe" 2012
profiled 0 timed.xml -o of2012
complains ": warning: timer and samples are not compared: '@/amplxe/amplxe-cl' has no CSV report by task of 'of2012/r000hs'"
grep -q -e -format log && wrong "2012 was asked for CSV: $(cat log)"
grep -qF "$title" out && wrong "a comparison without samples"

# --- what fails is a warning -----------------------------------------------------------
use "$work/vtune" 2025
FAKE_TROUBLE=csv profiled 0 timed.xml -o failed
[ "$(tail -n 1 err)" = "gaudit: warning: timer and samples are not compared: '$vtune' has no CSV report by task of 'failed/r000hs'" ] ||
    wrong "it said: $(cat err)"
mentions "the GUI: vtune-gui failed/r000hs (Bottom-up, grouping Task Type / Function / Call Stack)"
printf 'Function,CPU Time\nspin,0.25\n' >by_function.csv
printf 'Task Type,CPU Time\nNo such branch,0.25\n' >others.csv
FAKE_CSV=$work/by_function.csv
export FAKE_CSV
profiled 0 timed.xml -o by_function
complains ": warning: timer and samples are not compared: by_function/vtune-tasks.csv:1: there is no column 'Task Type' beside 'CPU Time': the CSV of 'vtune -report hotspots -group-by task -format csv -csv-delimiter comma' is expected"
FAKE_CSV=$work/others.csv
profiled 0 timed.xml -o others
complains ": warning: timer and samples are not compared: no branch of 'others' is a task in the samples: was there an IttAuditor in that run, of the same job?"
job fail.xml '<auditor type="TimerAuditor"/>' '<algorithm type="Fail" name="Trouble"><property name="Every" value="10"/></algorithm>'
FAKE_CSV=''
profiled 4 fail.xml -o failing
mentions 'Timer against samples: self time of branches in % of all, wall time against CPU time'

# --- two runs --------------------------------------------------------------------------
rm -f both/vtune-tasks.csv both/vtune.json
cat >report.csv <<'CSV'
war:Column filter is ON.
Task Type;CPU Time
A;0.500
Event;0.110
[Outside any task];0.030
CSV
compares --timer both --samples report.csv
mentions 'No verdict: timer and samples are of two runs'
mentions "samples are the CPU times in VTune's report 'report.csv', counted as samples of 10 ms, its sampling interval"
compares --timer both --samples report.csv --interval 1ms
mentions 'counted as samples of 1 ms'
compares both report.csv
mentions 'No verdict: timer and samples are of two runs'
refuses ": none.csv: No such file or directory" --timer both --samples none.csv
printf 'Task Type,CPU Time\nA\n' >wrong.csv
refuses ": wrong.csv:2: 1 cell instead of 2 as in the header" --timer both --samples wrong.csv
mkfifo pipe.csv
refuses ": pipe.csv: not a regular file" --timer both --samples pipe.csv
refuses " compare: --interval is for timer against samples of VTune, not for B against A (see 'gaudit help compare')" --interval 1ms both slow
refuses " compare: --interval is for a report of VTune: the samples of 'both' have their own (see 'gaudit help compare')" --interval 1ms both

# --- accuracy --------------------------------------------------------------------------
: >log
env PATH="$path" "$gaudit" accuracy timed.xml --profiler vtune -n 5,10 --runs 2 -o kept >out 2>err ||
    wrong "gaudit accuracy: $(cat err)"
grep -qE '^ +5 .* Event$' out || wrong "no rows of 5 events: $(cat out)"
grep -qE '^ +10 .* Event$' out || wrong "no rows of 10 events: $(cat out)"
[ "$(grep -cx -e -collect log)" = 4 ] || wrong "not four runs: $(cat log)"
[ "$(grep -cx sampling-interval=1 log)" = 4 ] || wrong "not an interval of 1 ms: $(cat log)"
is kept/10/002/vtune.json interval_s 0.001
env PATH="$path" "$gaudit" accuracy timed.xml --profiler vtun >out 2>err
complains " accuracy: --profiler takes auto, builtin or vtune, not 'vtun'; did you mean 'vtune'? (see 'gaudit help accuracy')"

# --- options of VTune, and --dry-run ---------------------------------------------------
profiled 0 job.xml -q --vtune-option=-data-limit=0 --vtune-option -knob --vtune-option=sampling-mode=sw -o passed
asked -collect hotspots -knob sampling-mode=sw -knob sampling-interval=10 -start-paused -return-app-exitcode \
    -no-summary -quiet -result-dir passed/r000hs -data-limit=0 -knob sampling-mode=sw -- @ run job.xml --quiet \
    --output passed --audit IttAuditor
profiled 5 job.xml -q --vtune-option=--no-such-option -o refused
grep -qF "Error: unknown option '--no-such-option'" err || wrong "VTune did not see it: $(cat err)"
profiled 1 job.xml --profiler vtune --html page.html
complains " profile: --html is for the built-in profiler: VTune keeps its samples (see 'gaudit help profile')"
profiled 1 job.xml --profiler builtin --vtune-option=-data-limit=0
complains " profile: --vtune-option: '-data-limit=0' is for VTune, and this is the built-in profiler (see 'gaudit help profile')"
profiled 1 job.xml --vtune-option=--
complains " profile: --vtune-option takes a word before the '--' of VTune, not '--' (see 'gaudit help profile')"

profiled 0 timed.xml -o "x 'y" --interval 20ms --vtune-option "-data-limit=5" --dry-run
cat >want <<WANT
mkdir -p -- 'x '\''y'
GAUDIT_SHARED_RESULT='x '\''y' $vtune -collect hotspots -knob sampling-mode=sw -knob sampling-interval=20 -start-paused -return-app-exitcode -no-summary -result-dir 'x '\''y/r000hs' -data-limit=5 -- $gaudit run timed.xml --output 'x '\''y' --audit IttAuditor
$vtune -report hotspots -result-dir 'x '\''y/r000hs' -group-by task,function -limit 50 -quiet
$vtune -report hotspots -result-dir 'x '\''y/r000hs' -group-by task -format csv -csv-delimiter comma -report-output 'x '\''y/vtune-tasks.csv' -quiet
$gaudit compare --interval 20ms 'x '\''y'
WANT
diff -u want out || wrong "--dry-run"
[ -e "x 'y" ] && wrong "--dry-run made the folder"
sh -eu out >pasted 2>err || wrong "the lines of --dry-run fail: $(cat err)"
grep -qF "$title" pasted || wrong "pasted lines do not compare: $(cat pasted)"
grep -qF 'counted as samples of 20 ms' pasted || wrong "pasted lines have another interval: $(cat pasted)"
profiled 0 -q timed.xml -o -d --dry-run
grep -q 'compare' out && wrong "-q compares: $(cat out)"
grep -qF -e "-report-output ./-d/vtune-tasks.csv -quiet" out || wrong "-q makes no report: $(cat out)"
finish
