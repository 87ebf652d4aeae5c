#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: programs.sh GAUDIT OPTIONS_FOLDER SOLVER: gaudit ab runs programs under the collector, interleaved. Times
# are not checked.
. "$(dirname "$0")/../job/job.sh"
solver=$3
TMPDIR=$work/tmp
export TMPDIR
mkdir tmp

# ab STATUS ARGUMENT...: ends so; "out" and "err" have what it prints.
ab() {
    want=$1
    shift
    "$gaudit" ab "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$want" ] || {
        wrong "gaudit ab $*: status $status, not $want"
        cat out err
    }
    [ -z "$(ls tmp)" ] || wrong "gaudit ab $* leaves $(ls tmp)"
}
# complains TEXT: it said that, and printed nothing.
complains() {
    [ "$(cat err)" = "$1" ] || wrong "it said: $(cat err), not: $1"
    [ -s out ] && wrong "it printed $(cat out)"
}
# command_is RUN TEXT: the program of a run with its arguments.
command_is() {
    grep -qF "\"command\": \"$2\"" "$1/collect.json" || wrong "$1 is of $(grep '"command"' "$1/collect.json"), not of $2"
}
usage=" (see 'gaudit help ab')"

# --- programs without marks -----------------------------------------------------------
ab 0 -v -n 3 --interval 1ms -o plain -- "$solver" none 40 --versus -- "$solver" none 60
[ "$(cd plain && echo * */*)" = "a b a/001 a/002 a/003 b/001 b/002 b/003" ] || wrong "there are $(ls -R plain)"
for i in 1 2 3; do
    command_is plain/a/00$i "$solver none 40"
    command_is plain/b/00$i "$solver none 60"
    is plain/b/00$i/run.json status finished
    is plain/b/00$i/collect.json requested_interval_s 0.001
done
grep -q '^relax ' out || wrong "no function: $(cat out)"
grep -qF "baseline: A ($solver none 40), 3 runs" out && grep -qF "candidate: B ($solver none 60), 3 runs" out || wrong "it does not say what A and B are: $(cat out)"
[ -s err ] && wrong "it said $(cat err)"

ab 0 -n 3 -- sh -c "echo a >>$work/order" --versus sh -c "echo b >>$work/order"
[ "$(tr '\n' ' ' <order)" = "a b b a a b " ] || wrong "the order of runs was $(cat order)"

# One program in two environments, which it ignores; -- behind --versus may be missing, and a later --versus
# is an argument.
ab 0 --runs 1 --b "env:AB_TEST='x y'" -o environment -- sh -c 'echo "$AB_TEST" >&2'
[ ! -e environment/a/001.log ] || [ "$(cat environment/a/001.log)" = "" ] || wrong "A has $(cat environment/a/001.log)"
[ "$(cat environment/b/001.log)" = "x y" ] || wrong "B has $(cat environment/b/001.log)"
grep -q '^env:AB_TEST  *-  *x y$' out || wrong "the environments are no difference: $(cat out)"
grep -q 'says' err && wrong "what the program said is reported: $(cat err)"
ab 0 -n 1 -o versus -- true 1 --versus echo --versus -- 2
command_is versus/a/001 "true 1"
command_is versus/b/001 "echo --versus -- 2"

# --- with marks --------------------------------------------------------------------------
ab 0 -n 1 --interval 1ms -o tasks -- "$solver" tasks 40 --versus "$solver" tasks 40
"$gaudit" report tasks -f csv tasks/b/001 >out 2>err && grep -q smooth out || wrong "no task: $(cat out err)"

ab 0 -n 1 --interval 1ms -o sections -- "$solver" sections 40 --versus "$solver" sections 60
grep -q '^smooth ' out || wrong "no section: $(cat out)"
grep -q '^command  .*solver sections 40  *.*solver sections 60$' out || wrong "the commands are no difference: $(cat out)"
for file in collect.json samples.gtr run.json timer.json; do
    [ -f sections/a/001/$file ] || wrong "there is no $file in $(ls sections/a/001)"
done
grep -q '"cpu_self_s"' sections/a/001/timer.json || wrong "sections have no CPU time"
"$gaudit" report tasks -f csv sections/b/001 >out 2>err && grep -q smooth out || wrong "sections are no tasks: $(cat out err)"
[ "$(echo sections/*)" = "sections/a sections/b" ] || wrong "there is more: $(ls sections)"

# Auditors that the user names are used; the result of a second process is inside, and no run.
GAUDIT_AUDITORS="TimerAuditor CountAuditor"
export GAUDIT_AUDITORS
ab 0 -n 1 -o asked --b env:GAUDIT_AUDITORS=TimerAuditor:CpuTime=true -- "$solver" sections 10
unset GAUDIT_AUDITORS
grep -q '^env:GAUDIT_AUDITORS  *TimerAuditor CountAuditor  *TimerAuditor:CpuTime=true$' out || wrong "auditors: $(cat out)"
[ -f asked/a/001/counts.json ] && ! grep -q '"cpu_self_s"' asked/a/001/timer.json || wrong "A has $(ls asked/a/001)"
[ ! -e asked/b/001/counts.json ] && grep -q '"cpu_self_s"' asked/b/001/timer.json || wrong "B has $(ls asked/b/001)"
ab 0 -n 1 --b env:GAUDIT_AUDITORS=TimerAuditor -- "$solver" sections 10
grep -q '^env:GAUDIT_AUDITORS  *TimerAuditor:CpuTime=true IttAuditor  *TimerAuditor$' out || wrong "its own auditors: $(cat out)"
ab 0 -n 1 -o twice --a env:ONE=1 -- "$solver" twice 10
[ "$(cd twice/a && echo *)" = "001 001.log" ] && [ -f twice/a/001/timer.json ] &&
    [ -f twice/a/001/process-2/timer.json ] || wrong "two processes have $(ls -R twice/a)"
grep -q "^gaudit: run a/001 says: warning: .*001' has sections of more than one process: those of this one are in .*process-2'$" err ||
    wrong "it said $(cat err)"

# --- what is wrong is found before anything runs ------------------------------------------
ab 127 -o new -- "$solver" none 10 --versus ./nothing
complains "gaudit: cannot run './nothing': No such file or directory"
: >text
ab 126 -o new -- "$solver" none 10 --versus ./text
complains "gaudit: cannot run './text': Permission denied"
ab 1 -- "$solver"
complains "gaudit ab: there is only one program: add '--versus PROGRAM', or set different environments with --a and --b$usage"
ab 1 --
complains "gaudit ab: a program is missing after '--'$usage"
ab 1 -- true --versus --
complains "gaudit ab: a program is missing after '--versus'$usage"
ab 1 --b x.y=z -- true --versus true
complains "gaudit ab: --b: 'x.y=z' is for jobs; programs take env:NAME=VALUE$usage"
for option in --profile --events=1 --skip=1 -j1 -sx.y=z -aTimerAuditor; do
    ab 1 "$option" -- true --versus true
    grep -q "^gaudit ab: unknown option '--*[a-z]*'" err || wrong "it said $(cat err)"
done
ab 1 job.xml -- true --versus true
complains "gaudit ab: unexpected argument 'job.xml'$usage"
ab 1 -n 0 -- true --versus true
complains "gaudit ab: --runs takes a whole number from 1 to 10000, not '0'$usage"
ab 1 --interval 1m -- true --versus true
complains "gaudit ab: --interval takes a time from 100us to 1s, such as 10ms, not '1m'$usage"
ab 1
complains "gaudit ab: the option file is missing, or '--' and the programs$usage"
ab 1 plain
complains "gaudit ab: 'plain' is a folder, not an option file; results are compared by 'gaudit compare A B', and tested by 'gaudit gate A B'$usage"
ab 1 plain plain
complains "gaudit ab: 'plain' is a folder, not an option file; results are compared by 'gaudit compare A B', and tested by 'gaudit gate A B'$usage"
[ -e new ] && wrong "there is a folder although nothing could run"

# --- runs that fail ------------------------------------------------------------------------
# Of several lines the last is reported, of the program's own if it has any.
ab 3 -n 3 -o failed -- "$solver" none 1 --versus sh -c 'echo first >&2; echo last >&2; exit 3'
complains "gaudit: run b/001 failed with status 3: last
gaudit: 0 of 3 pairs are complete; files of the others are in 'failed/failed'"
[ "$(cat failed/failed/b-001.log)" = "first
last" ] && [ -d failed/failed/a-001 ] && [ -d failed/failed/b-001 ] || wrong "failed runs: $(ls -R failed)"
ab 137 -n 3 -- "$solver" none 1 --versus sh -c 'echo mine >&2; kill -KILL $$'
complains "gaudit: run b/001 was ended by signal 9: mine
gaudit: 0 of 3 pairs are complete; use -o DIR to keep the files of the others"
ab 143 -n 3 -- "$solver" none 1 --versus sh -c 'kill -TERM $$'
complains "gaudit: run b/001 was ended by signal 15
gaudit: 0 of 3 pairs are complete; use -o DIR to keep the files of the others"

# One that fails later leaves the pairs before it.
cat >third.sh <<'END'
echo x >>"$1"
[ "$(wc -l <"$1")" -ne 3 ]
END
ab 1 -n 4 -o later -- "$solver" none 1 --versus sh third.sh "$work/count"
grep -qx 'gaudit: run b/003 failed with status 1' err && grep -q '^gaudit: 3 of 4 pairs are complete; ' err || wrong "it said $(cat err)"
[ "$(cd later/a && echo *)" = "001 002 004" ] || wrong "there are $(ls later/a)"

# --- timer against samples ------------------------------------------------------------------
"$gaudit" compare sections/a/001 --table shares -f csv >out 2>err || wrong "compare ends with $?: $(cat err)"
for branch in solve 'solve smooth'; do
    grep -q ",$branch\$" out || wrong "'$branch' is not compared: $(cat out)"
done
"$gaudit" compare -v sections/a/001 >out 2>err
grep -q '^100 %: .* in sections of the same run$' out || wrong "no sum of sections: $(cat out err)"
"$gaudit" accuracy -v --runs 2 -o kept -- "$solver" sections 60 >out 2>err
status=$?
[ $status -eq 0 ] && grep -q ' smooth$' out && grep -q '^100 %: .* in sections of the same run$' out || wrong "accuracy of sections: $status: $(cat out err)"
[ "$(cd kept && echo * && echo 001/timer.json 002/samples.gtr)" = "001 002
001/timer.json 002/samples.gtr" ] || wrong "there are $(ls -R kept)"
# accuracy STATUS MESSAGE ARGUMENT...
accuracy() {
    want=$1 message=$2
    shift 2
    "$gaudit" accuracy "$@" >out 2>err
    status=$?
    [ $status -eq "$want" ] || wrong "gaudit accuracy $*: status $status, not $want"
    complains "$message"
    [ -z "$(ls tmp)" ] || wrong "gaudit accuracy $* leaves $(ls tmp)"
}
accuracy 1 "gaudit: '$solver' timed no sections that samples could be compared with" -- "$solver" none 10
accuracy 3 "" -- sh -c 'exit 3'
accuracy 127 "gaudit: cannot run './nothing': No such file or directory" -- ./nothing
accuracy 1 "gaudit accuracy: one program is expected after '--' (see 'gaudit help accuracy')" -- true --versus true
accuracy 1 "gaudit accuracy: unknown option '-j' (see 'gaudit help accuracy')" -j 2 -- true

# --- the gate makes the same runs -----------------------------------------------------------
# gate STATUS ARGUMENT...: ends so.
gate() {
    want=$1
    shift
    "$gaudit" gate "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$want" ] || {
        wrong "gaudit gate $*: status $status, not $want"
        cat out err
    }
    [ -z "$(ls tmp)" ] || wrong "gaudit gate $* leaves $(ls tmp)"
}
# A program that is not behind "--" is no job, and no result.
misplaced() {
    gate 1 "$@"
    complains "gaudit gate: '$solver' is a program, neither an option file nor a result: put '--' before programs: 'gaudit gate [OPTION...] -- PROGRAM [ARGUMENT...] --versus PROGRAM [ARGUMENT...]' (see 'gaudit help gate')"
}
misplaced "$solver"
misplaced "$solver" -n 4 --b env:N=1
misplaced "$solver" ./script
misplaced --baseline "$solver" --candidate "$solver"
misplaced --baseline plain/a --candidate "$solver"
gate 1 "$solver" --versus "$solver"
complains "gaudit gate: '--versus' needs a program before it, and '--' before that: 'gaudit gate [OPTION...] -- PROGRAM [ARGUMENT...] --versus PROGRAM [ARGUMENT...]' (see 'gaudit help gate')"
printf '#!/bin/sh\n' >script
gate 1 ./script
grep -q "^gaudit gate: './script' is a program, neither " err || wrong "a script: $(cat err)"
ab 1 "$solver"
grep -q "^gaudit ab: '$solver' is a program, neither .*: 'gaudit ab " err || wrong "ab: $(cat err)"
printf 'x\377' >text.xml
gate 2 text.xml
complains "gaudit: text.xml:1: not UTF-8 text: byte 0xFF"
mkfifo pipe
gate 1 --baseline pipe --candidate plain/b
complains "gaudit: 'pipe' is not a result folder: Not a directory"

gate 6 -n 4 --interval 1ms -o slower --junit slower.xml -- "$solver" sections 10 --versus "$solver" sections 60
[ "$(cd slower && echo */*)" = "a/001 a/002 a/003 a/004 b/001 b/002 b/003 b/004" ] || wrong "there are $(ls -R slower)"
grep -q '^Sampled CPU time per run by function: 4 baselines, 4 candidates' out || wrong "the gate shows no functions: $(cat out)"
head -n 1 out | grep -q '^FAILED: ' || wrong "it does not begin with what failed: $(cat out)"
mv out first.out
gate 6 --baseline slower/a --candidate slower/b
cmp first.out out || wrong "the gate says something else of the results that it kept"
gate 0 -n 4 -- "$solver" sections 60 --versus "$solver" sections 10
# Programs without sections are compared by their samples.
gate 6 -n 4 --interval 1ms -- "$solver" none 20 --versus "$solver" none 120
grep -q '^FAILED: relax takes ' out || wrong "no function fails: $(cat out)"
gate 6 -n 4 --interval 1ms -- "$solver" none 60 --versus "$solver" more 60
grep -Eq "^FAILED: (all added rows|added in place of removed) take " out || wrong "a new function does not fail: $(cat out)"
gate 6 -n 4 --interval 1ms -- "$solver" tasks 20 --versus "$solver" tasks 120
grep -q '^FAILED: smooth takes ' out || wrong "no task fails: $(cat out)"
# Whether a short program has a sample is chance, so the interval is far longer than it.
too_short="^gaudit: 'true' is too short: a run with .*s of CPU time has no sample, as they are 1 s apart: --interval 100us$"
gate 1 -n 2 --interval 1s -- true --versus true
grep -q "$too_short" err || wrong "a short program: $(cat out err)"
ab 0 -n 2 --interval 1s -- true --versus true
tr '\n' ' ' <out | grep -q "'true' is too short: a run with .* of CPU time has no sample, as they are 1 s  *apart: --interval 100us " ||
    wrong "a short program: $(cat out)"
gate 5 -n 4 --junit failed.xml -- "$solver" sections 1 --versus sh -c 'exit 6'
complains "gaudit: run b/001 failed with status 6
gaudit: 0 of 4 pairs are complete; use -o DIR to keep the files of the others"
grep -q '<error type="error" message="not all runs could be made"/>' failed.xml || wrong "JUnit: $(cat failed.xml)"
ln -s "$solver" another
gate 0 -n 4 -o others --interval 1ms -- "$solver" none 20 --versus ./another none 20
gate 1 --baseline others/a --candidate others/b
grep -q "^gaudit: 'others/a/001' is a run of '.*', 'others/b/001' of './another none 20': a gate compares runs of one program$" err || wrong "other programs: $(cat err)"
"$gaudit" compare others/a others/b | grep -q '^warning: not the same program: see the commands$' || wrong "compare does not warn of other programs"
gate 127 -- "$solver" sections 1 --versus ./nothing
gate 1 --baseline slower/a --candidate slower/b -- true --versus true
complains "gaudit gate: --baseline and --candidate are results: programs, --a, --b and --output are for runs to be made (see 'gaudit help gate')"
# What is behind -- is the programs': no file of theirs is replaced.
echo mine >theirs
gate 1 --max-ratio 0 -- true --junit theirs --versus true
[ "$(cat theirs)" = mine ] || wrong "--junit of a program is read as the gate's"

# --- ended from outside ------------------------------------------------------------------
# By the one signal that Ctrl-C sends: to all of its group. The program ends by it; what is complete stays.
cat >third.sh <<'END'
echo $$ >>"$1"
[ "$(wc -l <"$1")" -lt 3 ] || exec sleep 1000
END
# none_runs FILE: the processes in it have ended, and nothing is left in the folder of what is not kept.
none_runs() {
    while read -r process; do
        kill -0 "$process" 2>/dev/null && wrong "$process of $1 still runs"
    done <"$1"
    [ -z "$(ls tmp)" ] || wrong "it leaves $(ls tmp)"
}
# started FILE PID: waits until there are three lines in it, or the process has ended.
started() {
    tries=0
    until [ "$(cat "$1" 2>/dev/null | wc -l)" -ge 3 ] || [ $tries -ge 3000 ] || ! kill -0 "$2" 2>/dev/null; do
        sleep 0.02
        tries=$((tries + 1))
    done
}
if env --default-signal=INT true 2>/dev/null; then
    env --default-signal=INT setsid "$gaudit" ab -n 1000 -o ended --b env:N=1 -- sh third.sh "$work/counted" >out 2>err &
    pid=$!
    started counted $pid
    kill -INT "-$pid"
    wait $pid
    status=$?
    [ $status -eq 130 ] || wrong "SIGINT ends it with $status: $(cat out err)"
    [ "$(cat err)" = "gaudit: ended by signal 2 after 1 of 1000 pairs" ] || wrong "it said $(cat err)"
    [ "$(cd ended && echo [ab]/*)" = "a/001 b/001" ] || wrong "there are $(ls -R ended)"
    grep -q '^wall time ' out || wrong "it does not report: $(cat out)"
    none_runs counted

    # The gate has no verdict then; nor if the signal comes to gaudit alone, which hands it on.
    for case in INT:2:130:- TERM:15:143:; do
        signal=${case%%:*} number=${case#*:}
        status_wanted=${number#*:} number=${number%%:*}
        to=${status_wanted#*:} status_wanted=${status_wanted%:*}
        env --default-signal=INT setsid "$gaudit" gate -n 1000 --junit $signal.xml --b env:N=1 -- sh third.sh "$work/$signal" >out 2>err &
        pid=$!
        started $signal $pid
        kill -$signal "$to$pid"
        wait $pid
        status=$?
        [ $status -eq "$status_wanted" ] || wrong "SIG$signal ends the gate with $status: $(cat out err)"
        [ "$(cat err)" = "gaudit: ended by signal $number after 1 of 1000 pairs" ] || wrong "it said $(cat err)"
        [ -s out ] && wrong "it has a verdict: $(cat out)"
        grep -q '<error type="error" message="not all runs could be made"/>' $signal.xml || wrong "JUnit: $(cat $signal.xml)"
        none_runs $signal
    done
fi
finish
