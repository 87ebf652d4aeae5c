#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SIGINT and SIGTERM end a run in good order, a second one at once; what a killed run leaves behind.
. "$(dirname "$0")/job.sh"
modules=$4

# About 1 ms per event, far more events than anybody waits for.
cat >job.xml <<EOF
<job>
  <input type="GeneratorInput" name="Events"><property name="Events" value="100000000"/></input>
  <auditor type="TimerAuditor"/>
  <auditor type="CountAuditor"/>
  <sequence name="Line">
    <algorithm type="Spin" name="Work"><property name="Microseconds" value="1000"/></algorithm>
  </sequence>
</job>
EOF

# What a shell starts in the background ignores SIGINT: as from a terminal again.
if ! env --default-signal=INT true 2>/dev/null; then
    echo "env has no --default-signal"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi
run=
trap '[ -z "$run" ] || kill -s KILL "$run" 2>/dev/null; rm -rf "$work" "$work.wrong"' EXIT

# Waits until a command succeeds: a minute at the least.
until_true() {
    tries=0
    until "$@" 2>/dev/null; do
        tries=$((tries + 1))
        if [ $tries -gt 6000 ]; then
            wrong "waited in vain for: $*"
            return 1
        fi
        sleep 0.01
    done
}

# start FOLDER ARGUMENT...: the run in the background, its id in $run; it processes events.
start() {
    folder=$1
    shift
    env --default-signal=INT "$gaudit" run job.xml -o "$folder" --progress on "$@" >"$folder.out" 2>"$folder.err" &
    run=$!
    until_true grep -q '[1-9][0-9]* events, ' "$folder.err"
}

is_over() {
    [ ! -e "/proc/$run" ] || grep -q '^State:[[:space:]]*Z' "/proc/$run/status"
}

# ended STATUS: the run must have ended so.
ended() {
    # shellcheck disable=SC2317 # called by until_true
    until_true is_over || kill -s KILL "$run"
    wait "$run"
    status=$?
    run=
    [ $status -eq "$1" ] || wrong "$folder: ended with $status, not $1"
}

# The progress line is not a line of its own: messages follow its end.
messages() {
    tr '\r' '\n' <"$1" | sed -e "s/$(printf '\033')\\[K//g" -e '/ events\/s/d' -e '/^$/d'
}

# --- orderly ---------------------------------------------------------------------------
for case in INT:130:1 TERM:143:1 INT:130:2 TERM:143:2; do
    signal=${case%%:*} threads=${case##*:} want=${case#*:}
    want=${want%:*}
    start $signal-$threads -j $threads
    kill -s $signal "$run"
    ended "$want"
    is "$folder/run.json" status interrupted
    is "$folder/run.json" exit_status "$want"
    events=$(field "$folder/run.json" events)
    [ "$events" -gt 0 ] || wrong "$folder: no events"
    is "$folder/counts.json" events "$events"
    [ "$(messages "$folder.err")" = "gaudit: ended by SIG$signal after $events events" ] ||
        wrong "$folder: $(messages "$folder.err")"
    shows timing "$folder" >"$folder.timing"
    closes "$folder.timing"
    grep -q "^$events events in " "$folder.out" || wrong "$folder: no summary"
    [ "$(ls "$folder")" = "$(printf 'counts.json\nrun.json\ntimer.json')" ] ||
        wrong "$folder: $(ls "$folder")"
    "$gaudit" report summary "$folder" | grep -qx 'Status        interrupted' ||
        wrong "$folder: the summary does not mention it"
done

# --- at once ---------------------------------------------------------------------------
# One event of the length of the test: the first signal waits for it, the second does not.
# (ThreadSanitizer does not hand over signals while an algorithm computes.)
orders="INT:INT:130 TERM:TERM:143 INT:TERM:143"
grep -q __tsan_init "$gaudit" && orders=
for signals in $orders; do
    first=${signals%%:*} rest=${signals#*:}
    folder=$first-${rest%:*}
    env --default-signal=INT "$gaudit" run -q job.xml -o "$folder" -j 2 -a "LivePrintAuditor:TimeLimit=0.05;All=true" -s Work.Microseconds=0 -s Work.Iterations=1000000000000 \
        >"$folder.out" 2>&1 &
    run=$!
    until_true grep -q Work "$folder.out" # is at work on the event
    kill -s "$first" "$run"
    sleep 0.1
    is_over && wrong "$folder: ended by the first signal, within an event"
    kill -s "${rest%:*}" "$run"
    ended "${rest#*:}"
    is "$folder/run.json" status running
    [ "$(ls -A "$folder")" = run.json ] || wrong "$folder: $(ls -A "$folder")"
done

# --- killed ----------------------------------------------------------------------------
start killed -j 2
kill -s KILL "$run"
ended 137
is killed/run.json status running
is killed/run.json exit_status null
[ "$(ls -A killed)" = run.json ] || wrong "killed: $(ls -A killed)"
"$gaudit" report summary killed | grep -qx 'Status        running' || wrong "no summary of a killed run"

# --- ignored ---------------------------------------------------------------------------
# What is ignored, as by nohup, stays ignored; the other signal still works.
(
    trap '' INT
    exec "$gaudit" run job.xml -o ignored --progress on >ignored.out 2>ignored.err
) &
run=$! folder=ignored
until_true grep -q '[1-9][0-9]* events, ' ignored.err
kill -s INT "$run"
sleep 0.2
is_over && wrong "an ignored signal ended the run"
kill -s TERM "$run"
ended 143
is ignored/run.json status interrupted
# A file that is being written beside its place when a signal comes is removed.
mkdir output
echo old >output/file
for number in 1 2 3 13 15; do
    env --default-signal=HUP,INT,QUIT TEST_SIGNAL=$number "$gaudit" manifest -O output/file "$modules/ending.so" >out 2>&1
    status=$?
    [ $status = $((128 + number)) ] || wrong "signal $number: status $status: $(cat out)"
    [ "$(ls -A output)" = file ] || wrong "signal $number: left $(ls -A output)"
    [ "$(cat output/file)" = old ] || wrong "signal $number: the old file was removed"
done
finish
