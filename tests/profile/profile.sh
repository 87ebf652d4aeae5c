#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gaudit profile: its calls of VTune, word by word, and its exit status.
. "$(dirname "$0")/../job/job.sh"
if ! env --default-signal=INT true 2>/dev/null; then
    echo "env has no --default-signal"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi

# shellcheck source=/dev/null
. "$here/vtune_calls.sh"

# --- the generations -------------------------------------------------------------------
use "$work/vtune" 2025
profiled 0 job.xml
asked_new job.gaudit/r000hs -- @ run job.xml --audit IttAuditor --output job.gaudit
reported job.gaudit/r000hs
says 'CPU time per task type (= branch) and function, at most 50 rows'
says 'Line       spin      0.250s'
says "all rows: $vtune -report hotspots -result-dir job.gaudit/r000hs -group-by task,function -quiet"
says "the GUI:  vtune-gui job.gaudit/r000hs  (Bottom-up, grouping Task Type / Function / Call Stack)"
grep -q '^20 events in .*; 20 accepted; job.xml$' out || wrong "the job has not run"
profiled 0 job.xml --interval 50ms --profiler vtune
asked -collect hotspots -knob sampling-mode=sw -knob sampling-interval=50 -start-paused -return-app-exitcode \
    -no-summary -result-dir job.2.gaudit/r000hs -- @ run job.xml --audit IttAuditor --output job.2.gaudit
reported job.2.gaudit/r000hs

use "$work/amplxe" 2012
profiled 0 job.xml --interval 50ms
complains ": warning: '@/amplxe/amplxe-cl' has no option for the interval and uses its own"
asked -collect hotspots -start-paused -result-dir job.3.gaudit/r000hs -- @ run job.xml --audit IttAuditor \
    --output job.3.gaudit
asked -report hotspots -result-dir job.3.gaudit/r000hs -group-by task-function -limit 50 -quiet
says "the GUI:  amplxe-gui job.3.gaudit/r000hs  (Bottom-up, grouping Task Type / Function / Call Stack)"
profiled 0 job.xml
[ -s err ] && wrong "without --interval it says: $(cat err)"

use "$work/amplxe" 2015
profiled 0 job.xml --interval 1s
asked -collect hotspots -knob sampling-interval=1000 -knob enable-user-tasks=true -start-paused \
    -return-app-exitcode -no-summary -result-dir job.5.gaudit/r000hs -- @ run job.xml --audit IttAuditor \
    --output job.5.gaudit

# This one groups by task type alone.
use "$work/amplxe" 2019
profiled 0 job.xml
asked -collect hotspots -knob sampling-mode=sw -knob sampling-interval=10 -start-paused \
    -return-app-exitcode -no-summary -result-dir job.6.gaudit/r000hs -- @ run job.xml --audit IttAuditor \
    --output job.6.gaudit
asked -report hotspots -result-dir job.6.gaudit/r000hs -group-by task-function -limit 50 -quiet
asked -report hotspots -result-dir job.6.gaudit/r000hs -group-by task -limit 50 -quiet
says "all rows: $work/amplxe/amplxe-cl -report hotspots -result-dir job.6.gaudit/r000hs -group-by task -quiet"

# vtune is preferred wherever it is.
use "$work/amplxe:$work/vtune" 2025
profiled 0 job.xml -q
asked -collect hotspots -knob sampling-mode=sw -knob sampling-interval=10 -start-paused -return-app-exitcode \
    -no-summary -quiet -result-dir job.7.gaudit/r000hs -- @ run job.xml --quiet --audit IttAuditor --output job.7.gaudit
[ -s log ] && wrong "-q reports"
[ -s out ] && wrong "-q prints $(cat out)"

# --- options of run --------------------------------------------------------------------
use "$work/vtune" 2025
profiled 0 -n7 --skip=2 -j 2 -s A.Enable=true --progress off -a 'CountAuditor/My:MaxDepth=1;Phases=Execute' job.xml --time -v
asked_new job.8.gaudit/r000hs -- @ run job.xml --events 7 --skip 2 --threads 2 --set A.Enable=true --progress off \
    --audit 'CountAuditor/My:MaxDepth=1;Phases=Execute' --time --verbose --audit IttAuditor --output job.8.gaudit
grep -q '^Time per branch' out || wrong "--time adds no timer"
profiled 0 job.xml -o result --time
asked_new result/r000hs -- @ run job.xml --output result --time --audit IttAuditor
reported result/r000hs
lists result r000hs run.json timer.json vtune-tasks.csv vtune.json
is result/run.json status finished
profiled 1 job.xml -o result
complains ": 'result' is not empty: a result needs a new or an empty folder"
[ -s log ] && wrong "VTune is called for nothing"
GAUDIT_SHARED_RESULT=result profiled 1 job.xml -o result
complains ": 'result' is not empty: a result needs a new or an empty folder"
mkdir empty
profiled 0 job.xml -q -o empty
lists empty r000hs run.json

# Each run reports its own result, whatever others there are.
for output in 'one' ''; do
    rm -rf r900hs
    FAKE_TROUBLE=other profiled 0 ./job.xml ${output:+-o $output}
    says "the GUI:  vtune-gui ${output:-job.9.gaudit}/r000hs  (Bottom-up, grouping Task Type / Function / Call Stack)"
done
lists job.9.gaudit r000hs r900hs run.json

# --- the auditor -----------------------------------------------------------------------
job mine.xml '<auditor type="IttAuditor" name="Mine"/>'
profiled 0 mine.xml -q
grep -q '^--audit' log && wrong "an auditor is added to one that is there"
job mine.xml '<auditor type="IntelProfilerAuditor"/>'
profiled 0 mine.xml -q
grep -q '^--audit' log && wrong "an auditor is added to one of the old name"
profiled 0 job.xml -q -a 'IttAuditor:StartFromEventN=5;StopAtEventN=15'
[ "$(grep -c '^--audit' log)" = 1 ] || wrong "an auditor is added to that of -a"
job mine.xml '<auditor type="IttAuditor"><property name="Enable" value="false"/></auditor>'
profiled 0 mine.xml -q
tail -n 5 log | grep -qx IttAuditor/IttAuditor2 || wrong "one that is switched off counts"
profiled 0 mine.xml -q -s IttAuditor.Enable=true
grep -q '^--audit' log && wrong "one that is switched on does not count"

# Without an auditor that resumes it does not begin paused.
job mine.xml '<auditor type="IttAuditor"><property name="Control" value="false"/></auditor>'
FAKE_RUNNING=yes profiled 0 mine.xml -q -n 3 -o whole
asked -collect hotspots -knob sampling-mode=sw -knob sampling-interval=10 -return-app-exitcode \
    -no-summary -quiet -result-dir whole/r000hs -- @ run mine.xml --quiet --events 3 --output whole
FAKE_RUNNING=yes profiled 0 mine.xml -q --dry-run
grep -q -e -start-paused out && wrong "--dry-run begins paused: $(cat out)"
profiled 0 mine.xml -q -s IttAuditor.Control=true

# --- strange names ---------------------------------------------------------------------
mkdir "a b'c=" && ln -s "$here/fake_vtune.sh" "a b'c=/vtune" && cp -- job.xml "-it's \$HOME.xml"
use "$work/a b'c=" 2025
profiled 0 -q -o "-d \"e\"
f" -- "-it's \$HOME.xml"
# shellcheck disable=SC2016 # $HOME is in the name
asked -collect hotspots -knob sampling-mode=sw -knob sampling-interval=10 -start-paused -return-app-exitcode \
    -no-summary -quiet -result-dir './-d "e"
f/r000hs' -- @ run "./-it's \$HOME.xml" --quiet --output '-d "e"
f' --audit IttAuditor
lists './-d "e"
f' r000hs run.json

# What --dry-run prints does the same in a shell. It calls no VTune but for its help.
cp job.xml fresh.xml
profiled 0 -q --dry-run fresh.xml
grep -v '^GAUDIT_SHARED_RESULT=fresh.gaudit .* --output fresh.gaudit$' out >found
[ "$(cat found)" = "mkdir -p -- fresh.gaudit" ] || wrong "--dry-run: $(cat out)"
[ -e fresh.gaudit ] && wrong "--dry-run made the folder"
profiled 0 -q -o 'g h' --dry-run -- "-it's \$HOME.xml"
[ -s log ] && wrong "--dry-run called VTune"
[ -e 'g h' ] && wrong "--dry-run made the folder"
[ -s err ] && wrong "--dry-run says $(cat err)"
sh -eu out >out2 || wrong "the lines of --dry-run fail"
lists 'g h' r000hs run.json
use "$work/vtune" 2025
profiled 0 job.xml -o 'x y' -n 3 --dry-run
cat >want <<EOF
mkdir -p -- 'x y'
GAUDIT_SHARED_RESULT='x y' $vtune $new 'x y/r000hs' -- $gaudit run job.xml --output 'x y' --events 3 --audit IttAuditor
$vtune -report hotspots -result-dir 'x y/r000hs' -group-by task,function -limit 50 -quiet
EOF
diff -u want out || wrong "--dry-run"
profiled 2 none.xml --dry-run
complains ": none.xml: cannot be opened: No such file or directory"
printf '<job>\n<module path="libnone.so"/>\n<algorithm type="Mine"/></job>\n' >module.xml
profiled 0 module.xml --dry-run # loads nothing

# --- failures --------------------------------------------------------------------------
profiled 2 none.xml
complains ": none.xml: cannot be opened: No such file or directory"
profiled 2 job.xml -s A.Wrong=1 -o new
complains ": command line: A.Wrong: class 'Empty' has no property 'Wrong'; it has: Enable, OnError, ErrorMax"
profiled 2 module.xml
complains ": module.xml:2: there is no module 'libnone.so' (searched for ./libnone.so)"
[ -s log ] && wrong "VTune is called for a wrong job"
[ -e new ] && wrong "a wrong job leaves a folder behind"

# The status of the job is that of the command, and there is a report.
job fail.xml '<algorithm type="Fail" name="Trouble"><property name="Every" value="10"/></algorithm>'
profiled 4 fail.xml -o failed
complains ": fail.xml:3: Trouble: event 10: failure requested"
is failed/run.json exit_status 4
says "the GUI:  vtune-gui failed/r000hs  (Bottom-up, grouping Task Type / Function / Call Stack)"

FAKE_TROUBLE=collect
profiled 5 job.xml -o new
[ "$(tail -n 1 err)" = "gaudit: '$vtune' ended with status 3 and made no result" ] || wrong "it said: $(cat err)"
[ -e new ] && wrong "no result, but a folder"
mkdir new
profiled 5 job.xml -o new
[ -d new ] || wrong "a folder that was there is removed"
FAKE_TROUBLE=functions
profiled 0 job.xml
says 'Line       0.250s'
FAKE_TROUBLE=report
profiled 5 job.xml -o unreported
tail -n 1 err | grep -qxF "gaudit: '$vtune' has no report of 'unreported/r000hs'" || wrong "it said: $(cat err)"
FAKE_TROUBLE=''

# --- signals ---------------------------------------------------------------------------
job endless.xml '<algorithm type="Spin"><property name="Microseconds" value="1000"/></algorithm>'
run=
trap '[ -z "$run" ] || kill -s TERM "$run" 2>/dev/null; rm -rf "$work"' EXIT
cases="INT:130 TERM:143"
# ThreadSanitizer does not hand over signals while an algorithm computes.
grep -q __tsan_init "$gaudit" && cases=
for case in $cases; do
    signal=${case%%:*}
    env --default-signal=INT PATH="$path" "$gaudit" profile endless.xml -s GeneratorInput.Events=100000000 \
        -o "$signal" --progress on >out 2>"$signal.err" &
    run=$!
    tries=0
    until grep -q 'events, ' "$signal.err" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 6000 ] || break
        sleep 0.01
    done
    kill -s "$signal" $run # it alone, not VTune or the job
    wait $run
    status=$?
    run=
    [ $status -eq "${case#*:}" ] || wrong "SIG$signal: ended with $status"
    is "$signal/run.json" status interrupted
    says "the GUI:  vtune-gui $signal/r000hs  (Bottom-up, grouping Task Type / Function / Call Stack)"
done

# --- without VTune ---------------------------------------------------------------------
# lacks MESSAGE ARGUMENT...
lacks() {
    message=$1
    shift
    profiled 1 job.xml "$@"
    [ -s out ] && wrong "it printed $(cat out)"
    complains ": $message"
}
absent="VTune is not on the PATH, neither as vtune nor as amplxe-cl"
path=$work/none
lacks "$absent" --profiler vtune
path=''
lacks "$absent" --profiler vtune

# Folders, and files that cannot be executed, are not VTune.
mkdir directory directory/vtune file
: >file/vtune
path=$work/directory:$work/file:$PATH
lacks "$absent" --profiler vtune
path=$work/directory:$work/file:$work/vtune:$PATH
profiled 0 job.xml -q

# --- usage -----------------------------------------------------------------------------
# usage MESSAGE ARGUMENT...
usage() {
    message=$1
    shift
    profiled 1 "$@"
    complains " profile: $message (see 'gaudit help profile')"
}
usage "the option file is missing"
usage "--profiler takes auto, builtin or vtune, not 'vtun'; did you mean 'vtune'?" --profiler vtun job.xml
for interval in 10 0ms 1001ms 2s 99us 1.0001s -1ms ms '' 99999999999ms '10 ms'; do
    usage "--interval takes a time from 100us to 1s, such as 10ms, not '$interval'" job.xml --interval="$interval"
    usage "--interval takes a time from 100us to 1s, such as 10ms, not '$interval'" job.xml --profiler builtin --interval="$interval"
done
for interval in 100us 1.5ms 0.0105s; do
    usage "--interval: VTune needs whole milliseconds, not '$interval'" job.xml --interval="$interval"
done
usage "unknown option '--dryrun'; did you mean '--dry-run'?" job.xml --dryrun
usage "--events takes a whole number from 1 to 9223372036854775807, not 'x'" job.xml -n x
usage "--only does not go with --events or --skip" job.xml --only 3 -n 2
profiled 1 job.xml -o x@@@
[ "$(cat err)" = "gaudit profile: -o: VTune replaces '@@@' and '{at}', which are in 'x@@@' (see 'gaudit help profile')" ] ||
    wrong "it said: $(cat err)"
cp job.xml 'x{at}.xml'
profiled 1 'x{at}.xml'
[ "$(cat err)" = "gaudit profile: VTune replaces '@@@' and '{at}', which are in 'x{at}.xml': name a folder with -o (see 'gaudit help profile')" ] ||
    wrong "it said: $(cat err)"
[ -s log ] && wrong "VTune is called for wrong usage"
finish
