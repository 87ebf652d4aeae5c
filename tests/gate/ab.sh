#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: ab.sh GAUDIT OPTIONS_FOLDER: gaudit ab interleaves the runs of both sides, keeps them with -o, and reports
# failures. Times are not checked; warnings of a run on a busy machine, and the log that it then leaves, do not count.
. "$(dirname "$0")/../job/job.sh"
TMPDIR=$work/tmp
export TMPDIR
mkdir tmp

# ab STATUS ARGUMENT...: ends so; "out" and "err" have what it prints.
ab() {
    want=$1
    shift
    "$gaudit" ab "$@" >out 2>err
    status=$?
    [ $status -eq "$want" ] || {
        wrong "gaudit ab $*: status $status, not $want"
        cat out err
    }
    [ -z "$(ls tmp)" ] || wrong "gaudit ab $* leaves $(ls tmp)"
}
# folders SIDE: the runs that it has, without the logs of those that warned.
folders() {
    (cd "$1" && ls -d ??? 2>/dev/null) | tr '\n' ' '
}
# messages: what it said on standard error, but for warnings of the timer in runs.
messages() {
    grep -v '^gaudit: run [ab]/[0-9]* says: warning: TimerAuditor: ' err
}
complains() {
    [ "$(cat err)" = "$1" ] || wrong "it said: $(cat err), not: $1"
    [ -s out ] && wrong "it printed $(cat out)"
}

cat >job.xml <<EOF
<job>
  <sequence name="Top">
    <algorithm type="Spin" name="Work"><property name="Iterations" value="2000"/></algorithm>
    <algorithm type="Fail" name="Trouble"><property name="Events" value="1000000"/></algorithm>
    <algorithm type="Allocate" name="Memory"><property name="Count" value="3"/></algorithm>
  </sequence>
</job>
EOF

# --- both sides ------------------------------------------------------------------------
ab 0 job.xml -v -n 20 --runs 5 --b "Work.Iterations=400000 env:AB_TEST='x y'" -o r
messages && wrong "it says $(cat err)"
[ "$(ls r | tr '\n' ' ')$(folders r/a)$(folders r/b)" = "a b 001 002 003 004 005 001 002 003 004 005 " ] ||
    wrong "the folder has $(ls -R r)"
for text in '^Work  .* significant$' '^all branches  .* significant$' '^baseline: A (the job as it is), 5 runs$' '^peak memory  ' \
    '^candidate: B (Work.Iterations=400000 env:AB_TEST=.*), 5 runs$' '^Work.Iterations  2000  *400000$' '^env:AB_TEST  *-  *x y$' \
    '^Self CPU time per event by branch: 5 baselines, 5 candidates, runs in pairs\(; ratios to what most rows share\)\{0,1\}$'; do # of rows that are long enough, if there are enough
    grep -q "$text" out || wrong "no '$text': $(cat out)"
done
for i in 1 2 3 4 5; do
    grep -q 'Iterations\\" value=\\"2000\\"' r/a/00$i/run.json || wrong "a/00$i has other options"
    grep -q 'Iterations\\" value=\\"400000\\"' r/b/00$i/run.json || wrong "b/00$i has other options"
    grep -q '"cpu_self_s"' r/a/00$i/timer.json || wrong "there is no CPU time"
done
# Interleaved: A B, B A, ...
ls -rt --time-style=full-iso -d r/?/00? >/dev/null 2>&1 &&
    [ "$(ls -rtd r/a/00? r/b/00? | tr '\n' ' ')" != "r/a/001 r/b/001 r/b/002 r/a/002 r/a/003 r/b/003 r/b/004 r/a/004 r/a/005 r/b/005 " ] &&
    wrong "the order was $(ls -rtd r/a/00? r/b/00? | tr '\n' ' ')"

# A timer with a name of its own is the one that measures CPU time; of several none is chosen.
clock='<auditor type="TimerAuditor" name="Clock"/>'
sed "s|<job>|<job>$clock|" job.xml >clock.xml
ab 0 clock.xml -n 5 --runs 1 --b Work.Iterations=3000 -o clocked
grep -q '"cpu_self_s"' clocked/b/001/timer-Clock.json || wrong "the timer has no CPU time: $(ls clocked/b/001)"
[ ! -f clocked/b/001/timer.json ] || wrong 'there is a second timer'
sed "s|<job>|<job>$clock<auditor type=\"TimerAuditor\" name=\"Watch\"/>|" job.xml >clocks.xml
ab 0 clocks.xml -n 5 --runs 1 --b Work.Iterations=3000 -o several
grep -q '"cpu_self_s"' several/b/001/timer.json || wrong "there is no timer of its own: $(ls several/b/001)"

# What the environments differ in is listed: values, those that are inherited, too, and variables that are removed.
# differ ARGUMENT...: the table, as CSV, without its first line, is in "out".
differ() {
    AB_TEST=old ab 0 job.xml -n 5 --runs 1 -f csv --table differences "$@"
    sed -i 1d out
}
differ --b env:AB_TEST=new
[ "$(cat out)" = "env:AB_TEST,old,new" ] || wrong "one side: $(cat out)"
differ --a 'env:AB_ONE=1 env:AB_TWO=2' --b 'env:AB_TEST= env:AB_TWO=3 env:AB_TWO=4 env:AB_ONE=1'
[ "$(cat out)" = "env:AB_TWO,2,4
env:AB_TEST,old," ] || wrong "both sides: $(cat out)"
differ --b env:AB_TEST=old
[ -s out ] && wrong "alike, but: $(cat out)"
AB_TEST=old ab 0 job.xml -n 5 --runs 1 --a env:AB_TEST=new --b env:AB_TEST=new
grep -q '^nothing$' out || wrong "alike: $(cat out)"
"$gaudit" gate job.xml -n 5 --runs 3 --b 'env:AB_TEST=new' >out 2>err
grep -qx 'not the same env:AB_TEST: - and new' out || wrong "the gate does not say it: $(cat out err)"

# The gate makes the same runs, and says the same of them afterwards.
"$gaudit" gate job.xml -n 20 --runs 4 --b Work.Iterations=400000 -o gated >out 2>err
[ $? -eq 6 ] || wrong "the gate does not fail: $(cat out err)"
"$gaudit" gate --baseline gated/a --candidate gated/b >again 2>err
cmp out again || wrong "the gate says something else of the results that it kept"

# --- formats, and results that are not kept -----------------------------------------------
ab 0 job.xml -n 5 --runs 2 -f csv
head -n 1 out | grep -q '^kind,quantity,per,root,path,module,baseline_s,candidate_s,' || wrong "csv begins with $(head -n 1 out)"
ab 0 job.xml -n 5 --runs 2 -f csv --table total
head -n 1 out | grep -qx 'path,baseline,candidate,ratio,ratio_low,ratio_high,p_corrected,verdict' || wrong "csv begins with $(head -n 1 out)"
ab 0 job.xml -n 5 --runs 2 -f json
grep -q '"path": "Top Work", ' out || wrong "json: $(cat out)"
grep -q NaN out && wrong "NaN in json"
ab 0 job.xml -n 5 --runs 1 -f markdown -j 2 -s Work.Iterations=10 -a CountAuditor
grep -q '^1 baseline has no spread to test changes with: ' out || wrong "one pair: $(cat out)"
grep -qE "__[at]san_init" "$gaudit" || # which wants to be the first of the libraries, as the collector does
    for name in branches functions total; do
        ab 0 job.xml -n 300 --runs 1 --profile -f csv --table $name -s Work.Iterations=200000
        [ "$(wc -l <out)" -ge 2 ] || wrong "--table $name: $(cat out)"
    done
ab 1 job.xml other.xml
complains "gaudit ab: unexpected argument 'other.xml' (see 'gaudit help ab')"
ab 1 job.xml --table functions
complains "gaudit ab: --table functions needs samples: --profile (see 'gaudit help ab')"
ab 1 job.xml --table rows
complains "gaudit ab: --table: there is no 'rows'; there is: differences, total, branches, tasks, events, functions (see 'gaudit help ab')"
ab 1 job.xml --filter name=x
complains "gaudit ab: --filter: 'name=x' is not KEY=PATTERN or KEY!=PATTERN, with branch, task, function, module or verdict (see 'gaudit help ab')"
sed 's|<job>|<job><auditor type="TimerAuditor"/>|' job.xml >timed.xml
ab 0 timed.xml -n 5 --runs 1 -s TimerAuditor.CpuTime=false
grep -q '^Self wall time per event by branch' out || wrong "CPU time although it was not wanted: $(head -n 3 out)"

# The one file of k4Bench that the environment names is not that of each run.
K4BENCH_EVENT_JSON=$work/shared.json
export K4BENCH_EVENT_JSON
ab 0 clock.xml -n 5 --runs 2 --b Work.Iterations=3000 --event-data -o data
unset K4BENCH_EVENT_JSON
[ ! -e shared.json ] && [ "$(ls data/?/*/k4bench_events.json | wc -l)" -eq "$(ls data/?/*/events.gtr | wc -l)" ] ||
    wrong "files of k4Bench: $(ls . data/*/*)"

# --- what is wrong is found before anything runs -------------------------------------------
ab 2 job.xml -n 5 --b Wrk.Iterations=1
complains "gaudit: --b: command line: Wrk.Iterations: no component is called 'Wrk'; did you mean 'Work'?"
ab 2 job.xml -n 5 --a Work.Iteration=1
complains "gaudit: --a: command line: Work.Iteration: class 'Spin' has no property 'Iteration'; did you mean 'Iterations'?"
ab 1 job.xml -n 5 --a x
complains "gaudit ab: --a: 'x' is neither NAME.PROPERTY=VALUE nor env:NAME=VALUE (see 'gaudit help ab')"
ab 1 job.xml --runs 0
complains "gaudit ab: --runs takes a whole number from 1 to 10000, not '0' (see 'gaudit help ab')"
ab 2 none.xml -n 1
grep -q "none.xml" err || wrong "it says $(cat err)"
ab 1 job.xml -n 5 -o r
complains "gaudit: 'r' is not empty: a result needs a new or an empty folder"
grep -qE "__[at]san_init" "$gaudit" || { # which wants to be the first of the libraries
    ab 1 job.xml -n 5 --b "env:LD_PRELOAD='libnothing.so libnone.so'" # of two, the first is reported
    complains "gaudit: --b: object 'libnothing.so' from LD_PRELOAD cannot be preloaded (cannot open shared object file): ignored."
}

# --- runs that fail --------------------------------------------------------------------
ab 4 job.xml -n 5 --runs 5 --b "Trouble.Events=3" -o f
grep -q "^gaudit: run b/001 failed with status 4: .*Trouble" err || wrong "it says $(cat err)"
grep -qx "gaudit: 0 of 5 pairs are complete; files of the others are in .f/failed." err || wrong "it says $(cat err)"
[ -z "$(ls f/a f/b | grep -v :)" ] && [ -f f/failed/b-001.log ] &&
    [ "$(ls f/failed | grep -v log | tr '\n' ' ')" = "a-001 b-001 " ] || wrong "failed runs: $(ls -R f | head -n 20)"

# --- ended from outside ------------------------------------------------------------------
"$gaudit" ab job.xml -n 200 --runs 5000 -o i >out 2>err &
pid=$!
tries=0
until [ -d i/a/003 ] || [ $tries -ge 3000 ] || ! kill -0 $pid 2>/dev/null; do
    sleep 0.02
    tries=$((tries + 1))
done
kill -TERM $pid
wait $pid
status=$?
[ $status -eq 143 ] || wrong "SIGTERM ends it with $status: $(cat err)"
grep -qE '^gaudit: ended by signal 15 after [0-9]+ of 5000 pairs$' err || wrong "it says $(cat err)"
grep -qE '^Self CPU time per event by branch: [0-9]+ baselines, ' out || wrong "it does not report: $(cat out)"
[ "$(folders i/a)" = "$(folders i/b)" ] || wrong "not all pairs are complete: $(ls i/a) and $(ls i/b)"
finish
