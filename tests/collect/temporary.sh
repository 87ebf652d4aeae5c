#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Commands that run programs and have temporary folders: whatever signal ends them, no program and no
# folder is left; what SIGKILL leaves, a later command removes.
. "$(dirname "$0")/common.sh"
ln -s "$lib/libgaudit-lint.so" lib/
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR
mark="GAUDIT_TEST_MARK=$work"
trap 'left_alone; rm -rf "$work"' EXIT

# Programs that a command has begun, at any depth.
begun() {
    grep -lzxF "$mark" /proc/[0-9]*/environ 2>/dev/null | sed 's|/proc/||; s|/environ||'
}
is_alone() {
    [ -z "$(begun)" ]
}
left_alone() {
    for pid in $(begun); do
        kill -s KILL "$pid" 2>/dev/null
    done
}

# begins COMMAND...: in the background. $run: the command.
begins() {
    env --default-signal=INT,QUIT,PIPE "$mark" "$gaudit" "$@" 2>err &
    run=$!
}
has_gone() {
    ! kill -s 0 "$1" 2>/dev/null || grep -q '^State:.*Z' "/proc/$1/status"
}
# ends STATUS NAME: it has ended with it, and left nothing.
ends() {
    wait $run
    status=$?
    [ $status = "$1" ] || wrong "$2: status $status, not $1: $(cat err)"
    [ -z "$(begun)" ] || wrong "$2: left $(ps -o args= -p "$(begun | head -n 1)")"
    [ -z "$(ls tmp)" ] || wrong "$2: left $(ls tmp)"
    left_alone
    rm -rf tmp/gaudit-*
}
# is_there PATTERN
is_there() {
    compgen -G "$1" >/dev/null
}
is_there_or_never() {
    is_there "$1" || has_gone $run
}
# comes PATTERN: waits for a file that the command makes, and does not remove before it ends.
comes() {
    waits is_there_or_never "$1"
    is_there "$1" || wrong "there was no $1: $(cat err)"
}
# ended_by SIGNAL: sends it, until the command has gone.
ended_by() {
    has_gone $run || {
        kill -s "$1" $run
        false
    }
}

cat >job.xml <<EOF2
<job><sequence name="Top"><algorithm type="Spin" name="Work"><property name="Iterations" value="1000"/></algorithm></sequence></job>
EOF2
# ITT calls are of no interest: lint has a log all the same.
cat >program <<'EOF2'
#!/bin/sh
echo $$ >number.new && mv number.new number
exec sleep 1000
EOF2
chmod +x program

# --- while a program runs --------------------------------------------------------------
for signal in TERM:143 INT:130 HUP:129 PIPE:141; do
    begins ab job.xml -n 1000000000 --runs 5 >out
    comes 'tmp/gaudit-ab-*/a/001/run.json'
    kill -s "${signal%:*}" $run
    ends "${signal#*:}" "ab, ${signal%:*}"
    rm -f number
    begins lint ./program >out
    comes number
    kill -s "${signal%:*}" $run
    ends "${signal#*:}" "lint, ${signal%:*}"
done
if [ ! "$sanitized" ]; then # else gaudit itself cannot be sampled
    begins accuracy job.xml -n 1000000000 >out
    comes 'tmp/gaudit-accuracy-*/1000000000/001/run.json'
    kill -s TERM $run
    ends 143 "accuracy, TERM"
    FAKE_TROUBLE=wait begins doctor >out
    comes 'tmp/gaudit-doctor-*/samples.gtr'
    kill -s TERM $run
    ends 143 "doctor, TERM"
fi

# --- while none runs -------------------------------------------------------------------
# Output goes into a pipe without a reader: full, or broken.
mkfifo full broken
exec 5<>full
dd if=/dev/zero of=full bs=4096 oflag=nonblock 2>/dev/null
: <broken &
exec 4>broken
wait $!
# stuck FILE COMMAND...: ended while it writes its report, when FILE is there.
stuck() {
    file=$1
    shift
    begins "$@" >full
    comes "$file"
    waits ended_by TERM
    ends 143 "$1, stuck"
}
# unread COMMAND...
unread() {
    begins "$@" >&4
    ends 141 "$1, unread"
}
stuck 'tmp/gaudit-ab-*/b/001/timer.json' ab job.xml -n 5 --runs 1
unread ab job.xml -n 5 --runs 1
if [ ! "$sanitized" ]; then
    # With the collector that is installed: there must be samples to report.
    LD_LIBRARY_PATH='' stuck 'tmp/gaudit-accuracy-*/50/001/collect.json' accuracy job.xml -n 50 -s Work.Iterations=1000000
    LD_LIBRARY_PATH='' unread accuracy job.xml -n 50 -s Work.Iterations=1000000
fi
unread lint true

# --- what SIGKILL leaves ---------------------------------------------------------------
begins ab job.xml -n 1000000000 --runs 5 >out
comes 'tmp/gaudit-ab-*/a/001/run.json'
kill -s KILL $run
wait $run 2>/dev/null
left_alone
waits is_alone
left=$(ls tmp)
# old FOLDER: for two days.
old() {
    touch -d '2 days ago' "$1"
}
mkdir tmp/gaudit-ab-mine00 tmp/gaudit-ab-busy00 tmp/gaudit-ab-young0
: >tmp/gaudit-ab-busy00/.gaudit-temporary
: >tmp/gaudit-ab-young0/.gaudit-temporary
: >tmp/gaudit-ab-mine00/file
ln -s "$work/kept" tmp/gaudit-ab-link00
mkdir kept && : >kept/.gaudit-temporary
old kept
for folder in tmp/gaudit-ab-mine00 tmp/gaudit-ab-busy00; do old $folder; done
exec 6<tmp/gaudit-ab-busy00/.gaudit-temporary
flock 6
"$gaudit" lint -q true || wrong "lint: status $?"
[ -e "tmp/$left/a/001" ] || wrong "a folder of today is removed"
old "tmp/$left"
"$gaudit" lint -q true || wrong "lint: status $?"
[ "$(ls tmp | tr '\n' ' ')" = "gaudit-ab-busy00 gaudit-ab-link00 gaudit-ab-mine00 gaudit-ab-young0 " ] ||
    wrong "of old folders, these are left: $(ls tmp)"
[ -e kept/.gaudit-temporary ] || wrong "a folder behind a link is removed"
exec 6<&-
"$gaudit" lint -q true || wrong "lint: status $?"
[ -e tmp/gaudit-ab-busy00 ] && wrong "a stale folder is left"
finish
