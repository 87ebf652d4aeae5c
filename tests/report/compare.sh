#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: compare.sh GAUDIT OPTIONS_FOLDER COLLECTOR: `gaudit compare` and `gaudit accuracy` on real runs. What the
# numbers must be is in test_agreement.c; how exact they are, in calibrate.sh.
. "$(dirname "$0")/../collect/common.sh"
[ ! "$sanitized" ] || exit 77
job=$options/quickstart.xml

# run STATUS ARGUMENT...: standard output and messages are in "out" and "err".
run() {
    want_status=$1
    shift
    "$gaudit" "$@" >out 2>err
    status=$?
    [ $status -eq "$want_status" ] || wrong "gaudit $*: status $status, not $want_status: $(cat err)"
    ! grep -qwiE 'nan|inf' out || wrong "gaudit $*: no number: $(grep -wiE 'nan|inf' out)"
}

# says PATTERN...: lines of the output.
says() {
    for pattern; do
        grep -qE -- "$pattern" out || wrong "not said: $pattern in: $(cat out)"
    done
}

# Task types have another delimiter here.
run 0 profile "$job" -q --profiler builtin --time -s TimerAuditor.CpuTime=true -a 'IttAuditor:TaskTypeNameDelimiter=/' \
    -n 1500 -s Events.Events=1500 --interval 200us -o both
has both/itt.json delimiter '"/"'
grep -q '"end_s"' both/itt.json || wrong 'with CPU times ITT delays are not measured'
run 0 compare -v both
says '^Timer against samples: self time of branches in % of all, CPU time$' ' VertexFit$' \
    '\[all branches\]$' 'in 1500 events' 'chi-square|Too few samples' '\+-1'
run 0 compare -f csv both
head -1 out | grep -q '^events,timer_percent,sampled_percent,error_percent,difference_percent,z,samples,cpu_per_wall,' || wrong "$(head -1 out)"
LC_ALL=C awk -F, 'NR > 1 { timer += $2; sampled += $3 }
    END { exit !(timer > 99.99 && timer < 100.01 && sampled > 99.99 && sampled < 100.01) }' out ||
    wrong 'shares do not add up to 100 %'
grep -q 'largest difference' err || wrong "no verdict for programs: $(cat err)"
run 0 compare -f json --table test both
says '"chi_square": [0-9n]' '"p": [0-9n]' '"events_for_one_point": [0-9]'
run 0 compare -f markdown --limit 2 both
says '^\| *[0-9.]* \|'
run 0 compare -f latex both
says '^\\toprule$' '\{\[\}all branches\{\]\}'
if command -v pdflatex >/dev/null && [ -f "$(kpsewhich booktabs.sty)" ]; then
    # shellcheck disable=SC2016 # of TeX
    printf '%s\n' '\documentclass{article}' '\usepackage{booktabs}' '\begin{document}' '\input{out}' '\end{document}' >t.tex
    mv out out.tex
    pdflatex -interaction=nonstopmode -halt-on-error t.tex >tex.log 2>&1 || wrong "LaTeX: $(grep '^!' tex.log)"
fi
run 0 compare -O table.txt both
[ -s table.txt ] || wrong 'no table.txt'

# As in the paper: two runs.
run 0 profile "$job" -q --profiler builtin -n 2000 --interval 500us -o sampled
run 0 run "$job" -q -n 2000 -o timed
rm -f sampled/timer.json
! grep -q '"end_s"' sampled/itt.json || wrong 'without CPU times ITT delays are measured'
for pair in 'timed sampled' 'sampled timed'; do
    # shellcheck disable=SC2086 # two words
    run 0 compare $pair
    says 'timer and samples are of different runs' 'the timer measured wall time' '^No verdict: timer and samples are of two runs' \
        '^Timer  Sampled  Error  Diff\.  Samples  '
    ! grep -qE 'p = |p < |differ significantly' out || wrong "two runs are tested: $(cat out)"
done

# Stock jobs have a timer, so that a sampled run has both.
run 0 compare both timed
complains "gaudit: both have a timer, so this is 'timed' against 'both'; the timer of one against the samples of the other: \
--timer 'timed' --samples 'both'"
run 0 compare --timer timed --samples both
says '^Timer against samples: self time of branches in % of all, wall time against CPU time$' 'timer and samples are of different runs'
run 0 compare -v --timer both --samples ./both/.
says ' events of the same$| events of the same run$' '\+-1'
cp -R both copy
run 0 compare -v --timer both --samples copy
says ' events of the same$| events of the same run$'
run 1 compare --timer timed
complains "gaudit compare: --samples is missing (see 'gaudit help compare')"
run 1 compare --timer timed --samples both sampled
complains "gaudit compare: 'sampled' is too much: --timer and --samples are compared (see 'gaudit help compare')"

# Wrong input gets a sentence.
run 1 compare
run 1 compare nowhere
run 1 compare timed
complains "gaudit: 'timed' holds no samples (samples*.gtr), as 'gaudit profile JOB.xml' and 'gaudit collect -- PROGRAM' record them"
run 1 compare sampled
grep -q "'sampled' has no timer.json" err || wrong "$(cat err)"
run 1 compare --table loop_times both
complains "gaudit compare: --table: there is no 'loop_times'; there is: shares, test, differences, total, branches, tasks, events, functions \
(see 'gaudit help compare')"
run 1 compare --limit 0 both
run 1 compare --format roff both
mkdir empty
run 1 compare empty

# All at once; a timer with a name of its own. Nothing is left behind.
sed 's|<auditor type="TimerAuditor"/>|<auditor type="TimerAuditor" name="Clock"/>|' "$job" >named.xml
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR
run 0 accuracy named.xml --events 20,1500 --runs 2 --interval 500us --limit 3 -s Events.Events=1500
says '^Events  Timer  Sampled  Error  Diff\. ' '^    20  +[0-9.]+ ' '^  1500  +[0-9.]+ ' '^    20     2 ' '^  1500     2 ' '\+-1 point'
[ "$(grep -cE '^ *(20|1500)  .*[A-Z]' out)" = 6 ] || wrong "not three branches of each: $(cat out)"
[ -z "$(ls -A tmp)" ] || wrong "left behind: $(ls -A tmp)"

# Single runs of few events are without samples: not several of them together. One alone, or so it may be.
run 0 accuracy named.xml --events 40,1000 --runs 30 --interval 500us --limit 3 -s Events.Events=1000
says '^    40    30  '
"$gaudit" accuracy named.xml -n 1 --interval 1s >out 2>err
status=$?
case $status in
0) ;;
1) complains "gaudit: 1 event: not one sample in the event loop; more events, more runs (--runs), or a shorter --interval" ;;
*) wrong "accuracy of one event: status $status: $(cat err)" ;;
esac
[ -z "$(ls -A tmp)" ] || wrong "left behind: $(ls -A tmp)"
run 0 accuracy named.xml -n 1000 --interval 500us -f csv --limit 5 -o kept
[ "$(wc -l <out)" = 6 ] || wrong "not five rows: $(cat out)"
run 0 compare -f csv --limit 5 kept/1000/001
mv out once
run 0 accuracy named.xml -n 50,1000 --interval 500us -f csv
[ "$(head -1 out)" = "$(head -1 once)" ] || wrong "accuracy leads with another table: $(head -1 out)"
[ -f kept/1000/001/samples.gtr ] || wrong 'nothing is kept'
run 1 accuracy named.xml -n 1000 -o kept
# A window of one auditor is that of both; numbers are those of events in it.
window='StartFromEventN=400;StopAtEventN=1300'
sed "s|<auditor type=\"TimerAuditor\"/>|<auditor type=\"TimerAuditor\" name=\"Clock\"><property name=\"StartFromEventN\" value=\"400\"/>\\
    <property name=\"StopAtEventN\" value=\"1300\"/></auditor>|" "$job" >window.xml
run 0 accuracy window.xml -n 50,1000,2000 --interval 200us -f csv -o windows
! grep -q 'not the same events' err || wrong "two windows: $(cat err)"
[ "$(ls windows)" = "50
900" ] || wrong "not 50 and 900 events: $(ls windows)"
for events in 50 900; do
    grep -q '"event_window": \[400,' windows/$events/001/timer-Clock.json || wrong "the timer's window: $(grep event_window windows/$events/001/timer-Clock.json)"
    grep -q '"event_window": \[400,' windows/$events/001/itt.json || wrong "the window of samples: $(grep event_window windows/$events/001/itt.json)"
    [ "$(cut -d, -f1 out | grep -cx $events)" -gt 1 ] || wrong "no rows of $events events: $(cat out)"
done
for audit in "IttAuditor:$window" "IntelProfilerAuditor/Mine:$window"; do
    run 0 accuracy named.xml -n 900 --interval 200us -f csv -a "$audit"
    ! grep -qE 'not the same events|only [0-9]* of' err || wrong "the window of $audit: $(cat err)"
    [ "$(cut -d, -f1 out | grep -cx 900)" -gt 1 ] || wrong "no rows of 900 events: $(cat out)"
done

run 1 accuracy named.xml -n 10,0
run 1 accuracy named.xml -n 10,10
run 1 accuracy named.xml --interval 1us
run 1 accuracy named.xml --runs 0
run 1 accuracy
run 2 accuracy nowhere.xml
run 2 accuracy named.xml -s No.Such=1
finish
