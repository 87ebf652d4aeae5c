#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gaudit collect with the collector itself: programs of the system, unmodified.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/../system/cpu_time_sums.sh"

# Some tenths of a second of CPU time, mostly in user mode.
echo "rounds=$(rounds_of 0.2)" >spin
cat >>spin <<'EOF2'
i=0
while [ $i -lt ${1:-$rounds} ]; do i=$((i + 1)); done
EOF2

# What is lost by a sudden end is what was not yet written. Shell only: other programs had files, too.
cat >written <<'EOF2'
# For $file: uses CPU time as spin does, and more, until it has been written to three times: once at
# least after what was being written then.
. ./spin
for i in 1 2 3; do
    : >now
    until [ "$file" -nt now ]; do j=0; while [ $j -lt 1000 ]; do j=$((j + 1)); done; done
done
EOF2

# least FOLDER KEY NUMBER: the first value of that name is no less.
least() {
    awk -v found="$(value "$1" "$2" | head -n 1)" -v least="$3" 'BEGIN { exit !(found != "" && found + 0 >= least) }' ||
        wrong "$1: $2 is $(value "$1" "$2"), less than $3"
}

for interval in 10ms 1ms; do
    for clock in auto timer; do
        collected 0 -o "$clock$interval" --interval $interval --clock $clock sh spin
        least "$clock$interval" samples 5
        adds_up "$clock$interval"
        has "$clock$interval/collect.json" threads_not_sampled 0
        has "$clock$interval/collect.json" missing_blocks 0
        has "$clock$interval/collect.json" files_ended 1
        grep -qxF "gaudit: no ITT call was made: all time is outside any task" err || wrong "it said: $(cat err)"
    done
    has "timer$interval/collect.json" clock "\"POSIX timer of the thread's CPU time, SIGPROF\""
done

# --- processes -------------------------------------------------------------------------
two='sh spin & sh spin; wait'
collected 0 -o two sh -c "$two"
# A child that is sampled before it becomes "sh spin" has a second file then.
[ "$(find two -name 'samples-*.gtr' | sed 's/.*samples-\([0-9]*\).*/\1/' | sort -u | wc -l)" = 2 ] || wrong "two children: $(ls -m two)"
adds_up two
collected 0 -o one --follow-child off sh -c "$two"
[ "$(find one -name '*.gtr' | wc -l)" = 1 ] || wrong "children were followed: $(ls one)"
collected 0 -o moved sh -c "cd / && . $work/spin"
least moved samples 5
# A script, by its interpreter.
printf '#!/bin/sh\n. "%s/spin"\n' "$work" >script && chmod +x script
collected 0 ./script
least script.gaudit samples 5
collected 0 -o exec sh -c "sh spin; exec sh spin"
least exec files 2
grep -q ', 2 processes; ' err || wrong "a program that replaces itself is another process: $(cat err)"
# Programs that replace one another, while samples come thick and fast: none may be left with the
# signal of the one before.
i=0
while [ $i -lt 20 ]; do
    collected 0 -o "chain$i" --interval 100us sh -c 'exec sh -c "exec sh -c \"exec true\""'
    i=$((i + 1))
done

# --- pauses ----------------------------------------------------------------------------
collected 0 -o paused --start-paused sh spin
has paused/collect.json samples 0
complains "gaudit: the collection began paused, and was not resumed while the program used CPU time"
# shellcheck disable=SC2016 # for the program
collected 0 -o resumed --resume-after 0.05 sh -c 'file=resumed/samples.gtr; . ./written'
least resumed samples 1

# --- ends ------------------------------------------------------------------------------
# shellcheck disable=SC2016 # for the program
collected 137 -o killed sh -c 'file=killed/samples.gtr; . ./written; kill -KILL $$'
least killed samples 5
complains "gaudit: warning: 1 of 1 files ends before the process did: its last samples may be missing"
collected 134 -o aborted sh -c 'file=aborted/samples.gtr; . ./written; kill -ABRT $$'
least aborted samples 5
collected 3 -o three sh -c '. ./spin; exit 3'
least three samples 5

# Without its environment it has no settings.
collected 0 -o bare env -i /bin/sh spin 30000
[ "$(value bare itt_calls | head -n 1)" = 0 ] || wrong "calls of ITT: $(value bare itt_calls)"

# --- a job -----------------------------------------------------------------------------
[ ! "$sanitized" ] || finish
printf '%s\n' '<job>' '<input type="GeneratorInput"><property name="Events" value="200"/></input>' \
    '<algorithm type="Spin" name="S"><property name="Microseconds" value="1000"/></algorithm>' '</job>' >job.xml
PATH=/bin:/usr/bin "$gaudit" profile job.xml --profiler builtin --interval 1ms -o job >out 2>err || wrong "profile: status $?, $(cat err)"
least job samples 20
least job itt_calls 400
least job itt_clients 1
has job/run.json status '"finished"'
grep -q "no ITT call" err && wrong "it said: $(cat err)"
grep -q "no collector" err && wrong "the auditor found no collector: $(cat err)"

# Samples are of the components that the IttAuditor says its branches are.
sed 's|<algorithm.*|<sequence name="One">&</sequence><sequence name="Two"><algorithm type="Spin" name="T"><property name="Microseconds" value="500"/></algorithm></sequence>|' job.xml >two.xml
PATH=/bin:/usr/bin "$gaudit" profile two.xml -a 'IttAuditor:TaskTypeNameDelimiter=->' --profiler builtin -q --interval 1ms -o groups >out 2>err || wrong "profile: $(cat err)"
for key in algorithm=S component-class=Spin level=1=One children=One=S; do
    "$gaudit" report hotspots groups --group-by "${key%=*}" -f csv >out 2>err || wrong "--group-by ${key%=*}: $(cat err)"
    sed -n 2p out | grep -q "^${key##*=}," || wrong "--group-by ${key%=*} begins with $(sed -n 2p out)"
done

# An auditor that leaves the collection alone does not resume it.
PATH=/bin:/usr/bin "$gaudit" profile job.xml -a IttAuditor:Control=false --profiler builtin --interval 1ms -o whole >out 2>err ||
    wrong "profile: status $?, $(cat err)"
least whole samples 20
finish
