#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gaudit collect: its settings of the collector, its output, and the exit status.
. "$(dirname "$0")/common.sh"

# --- settings of the collector --------------------------------------------------------
# settings VALUE...: of the variables of the collector, in the order of their names.
settings() {
    printf '%s\n' "$@" >want
    sed -n 's/^GAUDIT_COLLECT_\([A-Z_]*=.*\)$/\1/p' out | LC_ALL=C sort >found
    diff -u want found || wrong "settings of the collector"
}
collected 0 -o settings -q env
[ -s err ] && wrong "-q says $(cat err)"
pid=$(sed -n 's/^ *"pid": \([0-9]*\),$/\1/p' settings/collect.json)
settings BUFFER=67108864 CLOCK=auto FIRST="$pid" FOLLOW=1 INTERVAL=10000000 OUTPUT="$work/settings" PAUSED=0 \
    TIMELINE=0
grep -qxF "LD_PRELOAD=$(realpath "$collector")" out || wrong "preloaded: $(grep LD_PRELOAD out)"
grep -qxF "INTEL_LIBITTNOTIFY64=$(realpath "$collector")" out || wrong "no collector for ITT"
lists settings collect.json run.json samples.gtr
collected 0 -o settings2 -q --interval=1.5ms --clock timer --start-paused --follow-child off --buffer 2M --timeline -- env
settings BUFFER=2097152 CLOCK=timer FIRST="$(sed -n 's/^ *"pid": \([0-9]*\),$/\1/p' settings2/collect.json)" FOLLOW=0 \
    INTERVAL=1500000 OUTPUT="$work/settings2" PAUSED=1 TIMELINE=1
# The document says what the files have: here a task of each file, and lists that were given up.
for key in 'timeline true' 'lists 1' 'entries 2' 'dropped_lists 3'; do
    # shellcheck disable=SC2086 # two arguments
    has settings2/collect.json $key
done
for key in 'timeline false' 'lists 0' 'entries 0' 'dropped_lists 0'; do
    # shellcheck disable=SC2086 # two arguments
    has settings/collect.json $key
done
GAUDIT_COLLECT_RESUME_AFTER=7 collected 0 -o settings3 -q --resume-after 2.25 \
    --clock perf --interval 1s env
settings BUFFER=67108864 CLOCK=perf FIRST="$(sed -n 's/^ *"pid": \([0-9]*\),$/\1/p' settings3/collect.json)" FOLLOW=1 \
    INTERVAL=1000000000 OUTPUT="$work/settings3" PAUSED=1 RESUME_AFTER=2250000000 TIMELINE=0
[ "$sanitized" ] || {
    LD_PRELOAD="$work/lib/libgaudit.so" collected 0 -o preloaded -q env
    grep -qxF "LD_PRELOAD=$(realpath "$collector"):$work/lib/libgaudit.so" out || wrong "preloaded: $(grep LD_PRELOAD out)"
}
GAUDIT_COLLECT_RESUME_AFTER=7 collected 0 -o settings4 -q env
grep -q RESUME_AFTER out && wrong "it knows when to resume"

# --- what is written -------------------------------------------------------------------
collected 0 -o full sh -c 'echo out; echo err >&2; cat' <<EOF2
in
EOF2
[ "$(cat out)" = "out
in" ] || wrong "standard output: $(cat out)"
complains err
complains "gaudit: no ITT call was made: all time is outside any task"
grep -qE "^gaudit: 200 samples in 'full': 0.002 s of [0-9.e-]+ s CPU time; 2 threads, 2 processes; clock: POSIX timer of the thread's CPU time, SIGPROF\$" err ||
    wrong "it said: $(cat err)"
json=full/collect.json
has $json command "\"sh -c 'echo out; echo err >&2; cat'\""
has $json program '"/.*/sh"'
has $json working_directory "\"$work\""
has $json exit_status 0
has $json signal null
has $json core_dumped false
has $json requested_interval_s 0.01
has $json requested_clock '"auto"'
has $json not_sampled_reason null
has $json clock "\"POSIX timer of the thread's CPU time, SIGPROF\""
has $json clock_note '"perf_event is forbidden"'
has $json includes_kernel_time true
has $json clock_resolution_s 0.004
has $json samples 200
has $json interval_s 1.*e-0?5
has $json sampled_s 0.002
has $json frames_by_cfi 600
has $json frames_by_frame_pointer 80
has $json threads 2
has $json files 2
has $json files_ended 2
for key in start_time elapsed_s user_s system_s peak_rss_bytes minor_faults voluntary_context_switches difference_percent bytes_per_sample; do
    has $json $key '.+'
done
[ "$(grep -c '"file": "samples' $json)" = 2 ] || wrong "processes: $(grep '"file"' $json)"
json=full/run.json
has $json status '"finished"'
has $json failure_reason null
has $json exit_status 0
has $json command "\"sh -c 'echo out; echo err >&2; cat'\""
"$gaudit" report summary full >summary 2>&1 || wrong "no summary: $(cat summary)"
grep -q '^Documents .* collect' summary || wrong "the summary has no collect.json: $(cat summary)"
"$gaudit" report collect full >view 2>&1 || wrong "collect.json cannot be shown: $(cat view)"
# Every key is explained.
sed -n 's/^[ {[]*"\([a-z0-9_]*\)":.*/\1/p' full/collect.json | sort -u >keys
tr ',' '\n' <full/collect.json | sed -n 's/^[ {[]*"\([a-z0-9_]*\)":.*/\1/p' | sort -u >keys
awk '/^## / { on = $2 == "collect.json" } on' "$options/../doc/reference/results.md" >section
while read -r key; do
    grep -qF "\`$key\`" section || wrong "doc/reference/results.md: nothing on $key"
done <keys
[ "$(wc -l <keys)" -gt 60 ] || wrong "few keys: $(cat keys)"

# --- the folder ------------------------------------------------------------------------
collected 1 -o full true
only "gaudit: 'full' is not empty: a result needs a new or an empty folder"
mkdir empty && collected 0 -o empty -q true
lists empty collect.json run.json samples.gtr
collected 0 -o none/none -q true
lists none/none collect.json run.json samples.gtr
: >file && collected 1 -o file true
only "gaudit: the result folder 'file' cannot be used: Not a directory"
collected 0 /bin/true
grep -q "samples in 'true.gaudit'" err || wrong "it said: $(cat err)"
collected 0 true
grep -q "samples in 'true.2.gaudit'" err || wrong "it said: $(cat err)"
lists true.2.gaudit collect.json run.json samples.gtr
collected 0 -o "a b'c" -q -- true -x
has "a b'c/collect.json" command '"true -x"'
mkdir joined
GAUDIT_SHARED_RESULT=./joined collected 0 -q -o joined test -e joined/samples.gtr
lists joined collect.json run.json samples.gtr # which the program has left to us
has joined/run.json status '"finished"'
mkdir joined-by
GAUDIT_SHARED_RESULT=./joined-by collected 3 -q -o joined-by sh -c 'echo {} >joined-by/run.json; exit 3'
[ "$(cat joined-by/run.json)" = "{}" ] || wrong "run.json of the program is replaced by $(cat joined-by/run.json)"
collected 127 --dry-run ./nothing
only "gaudit: cannot run './nothing': No such file or directory"
collected 0 --dry-run touch ran
[ -e ran ] && wrong "--dry-run runs the program"
[ "$(cat out)" = "$(command -v touch) can be run" ] || wrong "--dry-run says $(cat out err)"
collected 0 -q -o not-joined test -e not-joined/run.json

# --- how programs end ------------------------------------------------------------------
collected 3 -o three sh -c 'exit 3'
has three/collect.json exit_status 3
has three/run.json status '"failed"'
has three/run.json failure_reason '"the program ended with status 3"'
ulimit -S -c 0
for signal in KILL:9 SEGV:11 TERM:15 ABRT:6; do
    name=${signal%%:*} number=${signal#*:}
    collected $((128 + number)) -o "by$name" sh -c "kill -$name \$\$"
    has "by$name/collect.json" exit_status null
    has "by$name/collect.json" signal "$number"
    has "by$name/collect.json" signal_name "\"SIG$name\""
    has "by$name/collect.json" core_dumped false
    has "by$name/run.json" exit_status $((128 + number))
    has "by$name/run.json" failure_reason "\"ended by SIG$name\""
done
has byTERM/run.json status '"interrupted"'
has bySEGV/run.json status '"failed"'
if [ ! "$sanitized" ] && [ "$(cat /proc/sys/kernel/core_pattern 2>/dev/null)" = core ] && ulimit -S -c unlimited 2>/dev/null; then
    collected 139 -o dumped sh -c 'kill -SEGV $$'
    has dumped/collect.json core_dumped true
    ulimit -S -c 0
fi

# A limit of the size of files ends the program as ever, although it does not end us.
collected 153 -o limited -q sh -c 'ulimit -f 1; exec head -c 4096 /dev/zero >big'
has limited/collect.json signal_name '"SIGXFSZ"'
finish
