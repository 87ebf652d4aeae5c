#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gaudit collect: signals reach the program, stops are seen by the shell, and the report is written whatever comes.
. "$(dirname "$0")/common.sh"
env --default-signal=INT true 2>/dev/null || { echo "env has no --default-signal"; exit 77; }
run=
trap '[ -z "$run" ] || kill -s KILL "$run" 2>/dev/null; [ -z "${program:-}" ] || kill -s KILL "$program" 2>/dev/null; rm -rf "$work"' EXIT

# Writes its number to "number", a line to "log" for each signal that is caught, and ends after TERM with 7.
cat >program <<'EOF2'
#!/bin/sh
for signal in "$@"; do
    # shellcheck disable=SC2064 # now
    trap "echo $signal >>log" "$signal"
done
trap 'echo TERM >>log; exit 7' TERM
echo $$ >number.new && mv number.new number
while :; do sleep 0.02; done
EOF2
chmod +x program

# begins FOLDER PROGRAM...: in the background, until it writes its number. $run: gaudit, $program: the program.
begins() {
    rm -f number log && : >log
    env --default-signal=HUP,INT,QUIT "$gaudit" collect -o "$@" >out 2>err &
    run=$!
    waits test -e number
    program=$(cat number)
}

# ends STATUS
ends() {
    wait "$run"
    status=$?
    run=''
    [ $status -eq "$1" ] || wrong "status $status, not $1: $(cat err)"
}

state_of() {
    sed 's/.*) //; s/ .*//' "/proc/$1/stat"
}
is_in_state() {
    [ "$(state_of "$1")" = "$2" ]
}

# --- passed on -------------------------------------------------------------------------
begins all ./program HUP INT QUIT PIPE USR1 USR2 ALRM TSTP
for signal in HUP INT QUIT PIPE USR1 USR2 ALRM TSTP; do
    kill -s $signal $run
    waits grep -qx $signal log
done
kill -s TERM $run
ends 7
[ "$(tr '\n' ' ' <log)" = "HUP INT QUIT PIPE USR1 USR2 ALRM TSTP TERM " ] || wrong "signals came so: $(cat log)"
has all/collect.json exit_status 7
for case in INT:130 TERM:143 QUIT:131 HUP:129 USR1:138; do
    begins "${case%%:*}" -q sh -c 'ulimit -c 0; echo $$ >number.new; mv number.new number; exec sleep 1000'
    kill -s "${case%%:*}" $run
    ends "${case#*:}"
    [ -s err ] && wrong "it said: $(cat err)"
    has "${case%%:*}/collect.json" signal_name "\"SIG${case%%:*}\""
done
has INT/run.json status '"interrupted"'

# What ends only the program is reported.
begins killed ./program
kill -s KILL "$program"
ends 137
has killed/run.json failure_reason '"ended by SIGKILL"'

# Ignored signals stay ignored, by both.
rm -f number && : >log
(
    trap '' HUP
    exec "$gaudit" collect -q -o nohup sh -c 'trap - TERM; echo $$ >number.new; mv number.new number; exec sleep 1000'
) >out 2>err &
run=$!
waits test -e number
program=$(cat number)
kill -s HUP $run && kill -s HUP "$program"
kill -s TERM $run
ends 143

# One that comes before there is a result does not leave half of one.
if strace -o /dev/null true 2>/dev/null; then
    rm -f number
    # LeakSanitizer cannot work under strace.
    ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" strace -o /dev/null -e inject='?mkdir,?mkdirat:delay_exit=1000000:when=1' sh -c 'echo $$ >number.new; mv number.new number
        exec "$1" collect -o early sleep 60' sh "$gaudit" >out 2>err &
    run=$!
    waits test -e early
    program=$(cat number)
    kill -s TERM "$program"
    ends 143
    [ ! -e early ] || has early/run.json status '"interrupted"'
    program=''
else
    echo "strace cannot be run: SIGTERM at the beginning is not tried"
fi

# --- stops -----------------------------------------------------------------------------
# A stop signal has its effect only where another process can continue the group: a session of its own has none.
begins stop ./program
kill -s STOP "$program"
waits is_in_state "$program" T
sleep 0.1
is_in_state $run T && wrong "SIGSTOP for the program stopped us"
kill -s CONT $run
waits is_in_state "$program" S
kill -s TERM $run
ends 7

# Ctrl-Z: as a shell with job control sees it; others than bash have none without a terminal.
cat >shell <<'EOF2'
set -m
"$1" collect -q -o jobs ./program &
run=$!
until [ -e number ]; do sleep 0.01; done
program=$(cat number)
kill -s TSTP "$program"
n=0
until [ "$(sed 's/.*) //; s/ .*//' /proc/$run/stat)" = T ]; do
    n=$((n + 1))
    [ $n -lt 6000 ] || { echo "not stopped"; break; }
    sleep 0.01
done
kill -s CONT $run
n=0
until [ "$(sed 's/.*) //; s/ .*//' /proc/$program/stat)" != T ]; do
    n=$((n + 1))
    [ $n -lt 6000 ] || { echo "not continued"; break; }
    sleep 0.01
done
kill -s TERM $run
wait $run
echo "status $?"
EOF2
rm -f number log && : >log
bash shell "$gaudit" >out 2>err
[ "$(grep -v '^\[' out)" = "status 7" ] || wrong "stopped and continued: $(cat out err)"
program=''

# --- other children --------------------------------------------------------------------
# Whoever ignores SIGCHLD hands that on. The trap of dash does not ignore it.
rm -rf x && env --ignore-signal=CHLD "$gaudit" collect -q -o x sh -c 'exit 4'
[ $? = 4 ] || wrong "with SIGCHLD ignored: status $?"
has x/collect.json exit_status 4
rm -rf x && env --ignore-signal=CHLD "$gaudit" collect -q -o x cat /proc/self/status >seen
grep -qE '^SigIgn:.*[13579bdf]....$' seen || wrong "SIGCHLD is not ignored by the program: $(grep SigIgn seen)"
rm -rf x && "$gaudit" collect -q -o x cat /proc/self/status >seen
grep -qE '^SigIgn:.*[02468ace]....$' seen || wrong "SIGCHLD is ignored by the program: $(grep SigIgn seen)"
finish
