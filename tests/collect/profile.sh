#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gaudit profile with the built-in profiler: gaudit run under gaudit collect, in one folder.
. "$(dirname "$0")/common.sh"
mkdir none
printf '%s\n' '<job>' '<input type="GeneratorInput"><property name="Events" value="20"/></input>' \
    '<algorithm type="Empty" name="A"/>' '</job>' >job.xml

# profiled STATUS ARGUMENT...
profiled() {
    want_status=$1
    shift
    PATH=$work/none:$PATH "$gaudit" profile "$@" >out 2>err
    status=$?
    [ $status -eq "$want_status" ] || {
        wrong "gaudit profile $*: status $status, not $want_status"
        cat out err
    }
}

command -v vtune >/dev/null || command -v amplxe-cl >/dev/null || {
    profiled 0 job.xml --dry-run
    [ "$(head -n 1 out)" = "GAUDIT_SHARED_RESULT=job.gaudit $gaudit collect --output job.gaudit --interval 10ms --start-paused -- $gaudit run job.xml --audit IttAuditor --output job.gaudit" ] ||
        wrong "auto is not built-in: $(cat out)"
}
[ -e job.gaudit ] && wrong "--dry-run made a folder"
profiled 0 job.xml --profiler builtin
lists job.gaudit collect.json run.json samples.gtr
grep -q '^20 events in .*; 20 accepted; job.xml$' out || wrong "the job has not run"
[ "$(cat out err | wc -l)" -le 30 ] || wrong "it prints too much: $(cat out err)"
grep -qx 'all rows: gaudit report hotspots --percent-limit 0 job.gaudit' out || wrong "it names no command"
has job.gaudit/run.json events 20
has job.gaudit/run.json status '"finished"'
has job.gaudit/collect.json start_paused true
has job.gaudit/collect.json command "\"$gaudit run job.xml --audit IttAuditor --output job.gaudit\""
grep -q "^gaudit: 100 samples in 'job.gaudit': " err || wrong "it said: $(cat err)"
profiled 0 job.xml --profiler builtin -a CountAuditor -o short
grep -q '^Decisions per branch' out && wrong "it prints the results of the job"
profiled 0 job.xml --profiler builtin -a CountAuditor -v -o all --color always
for heading in 'Branch .*Executed' ' *CPU time'; do
    grep -q "^$(printf '\033')\[1m$heading" out || wrong "no colour in '$heading': $(cat -v out)"
done
grep -q '^Decisions per branch' out || wrong "-v does not print the results of the job"
profiled 0 job.xml --profiler builtin -q --interval 250us
lists job.2.gaudit collect.json run.json samples.gtr
[ -s out ] && wrong "-q prints $(cat out)"
grep -v 'IttAuditor: no collector' err >rest
[ -s rest ] && wrong "-q says $(cat rest)"
has job.2.gaudit/collect.json requested_interval_s 0.00025

FAKE_TROUBLE=empty profiled 0 job.xml --profiler builtin -o unsampled
tail -n 1 out | grep -qx 'no samples: the job was too short: use --interval 100us' || wrong "it printed $(cat out)"
FAKE_TROUBLE=empty profiled 0 job.xml --profiler builtin --interval 100us -o unsampled2
tail -n 1 out | grep -qx 'no samples: the job was too short' || wrong "it printed $(cat out)"

# It begins paused if an IttAuditor will resume.
# begins PAUSED AUDITOR_LINES ARGUMENT...
begins() {
    want=$1
    sed "s|<job>|<job>$2|" job.xml >some.xml
    shift 2
    rm -rf some
    profiled 0 some.xml --profiler builtin -q -o some "$@"
    has some/collect.json start_paused "$want"
    profiled 0 some.xml --profiler builtin --dry-run -o none "$@"
    grep -q -e ' --start-paused ' out && [ $want = false ] && wrong "--dry-run has --start-paused: $(cat out)"
    grep -q -e ' --start-paused ' out || [ $want = false ] || wrong "--dry-run has no --start-paused: $(cat out)"
}
control='<property name="Control" value="false"/>'
whole="<auditor type=\"IttAuditor\">$control</auditor>"
begins false "$whole"
begins true "$whole" -s IttAuditor.Control=true
begins false "<auditor type=\"IntelProfilerAuditor\">$control</auditor>"
begins false '' -a IttAuditor:Control=false
begins true '<auditor type="IttAuditor"/>' -a IttAuditor/Mine:Control=false
begins true "<auditor type=\"IntelProfilerAuditor\"/>$whole"
begins false "<auditor type=\"IntelProfilerAuditor\"/>$whole" -s IntelProfilerAuditor.Enable=false
begins true "$whole" -s IttAuditor.Enable=false # which adds another one

# What --dry-run prints does the same in a shell.
cp -- job.xml "-it's.xml"
profiled 0 --profiler builtin --dry-run -q --time --interval 1.5ms -- "-it's.xml"
sh -eu out >out2 2>&1 || wrong "the line of --dry-run fails: $(cat out out2)"
lists "./-it's.gaudit" collect.json run.json samples.gtr timer.json
profiled 0 --profiler builtin --dry-run -q -o 'x y' job.xml
sh -eu out >out2 2>&1 || wrong "the line of --dry-run fails: $(cat out out2)"
lists 'x y' collect.json run.json samples.gtr

# --- timelines -------------------------------------------------------------------------
# Of a program the collector records one, of a job its auditor.
profiled 0 --profiler builtin -q --timeline -o line -- true
has line/collect.json timeline true
has line/collect.json entries 2
profiled 0 --profiler builtin --dry-run --timeline -o line2 -- true
grep -q '^gaudit collect --time --output line2 --interval 10ms --timeline -- true$' out || wrong "--dry-run has no --timeline: $(cat out)"
profiled 0 job.xml --profiler builtin -q --timeline -o line3
lists line3 collect.json run.json samples.gtr timeline.gtr timeline.json
has line3/collect.json timeline false
profiled 1 --profiler builtin --timeline=2 -o line4 -- true
complains "gaudit profile: --timeline=2 is for jobs; of a program, --timeline records each task (see 'gaudit help profile')"
profiled 1 --profiler vtune --timeline -o line4 -- true
complains "gaudit profile: --timeline: of a program, only the built-in profiler records one: add --profiler builtin (see 'gaudit help profile')"

# --- failures --------------------------------------------------------------------------
profiled 1 job.xml --profiler builtin -o 'x y'
complains "gaudit: 'x y' is not empty: a result needs a new or an empty folder"
profiled 2 none.xml --profiler builtin -o new
complains "gaudit: none.xml: cannot be opened: No such file or directory"
profiled 2 job.xml --profiler builtin -o new -s A.Wrong=1
[ -e new ] && wrong "a wrong job leaves a folder behind"
sed 's|</job>|<algorithm type="Fail" name="Trouble"><property name="Every" value="10"/></algorithm></job>|' job.xml >fail.xml
profiled 4 fail.xml --profiler builtin -o failed
complains "gaudit: fail.xml:4: Trouble: event 10: failure requested"
has failed/run.json exit_status 4
has failed/collect.json exit_status 4
rm lib/libgaudit-collector.so
profiled 5 job.xml --profiler builtin -o new
complains "gaudit: cannot find the collector '@/lib/libgaudit-collector.so': No such file or directory"
[ -e new ] && wrong "it left a folder"
finish
