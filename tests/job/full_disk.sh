#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Results that cannot be written: one line, status 5, and nothing half-written under a final name.
. "$(dirname "$0")/job.sh"

# 20 branches, whose times need more than the 8 KiB that are allowed below.
job=$options/empty-tree.xml

# says_only LINE
says_only() {
    [ "$(cat err)" = "$1" ] || wrong "not '$1', but: $(cat err)"
}

# status WANTED COMMAND...: must end so. What it prints goes through a pipe, which has no limit.
status() {
    want_status=$1
    shift
    { "$@" 2>&1 && echo "ended 0" || echo "ended $?"; } | cat >all
    [ "$(sed -n '$s/^ended //p' all)" = "$want_status" ] || wrong "$*: $(cat all)"
    sed '$d' all >err
}

# run_limited BLOCKS ARGUMENT...: a run whose files may have that many blocks of 512 bytes.
run_limited() {
    blocks=$1
    shift
    # shellcheck disable=SC2016 # for the other shell
    sh -c 'ulimit -f "$1"; shift; exec "$@"' sh "$blocks" "$gaudit" run -q -n 100 "$@"
}

# names FOLDER DOCUMENT...: those that run.json says could not be written.
names() {
    folder=$1
    shift
    [ "$(tr -d ' \n' <"$folder/run.json" | sed -n 's/.*"unwritten":\[\([^]]*\)\].*/\1/p')" = \
        "$(printf '"%s",' "$@" | sed 's/,$//')" ] || wrong "$folder/run.json: not unwritten: $*: $(cat "$folder/run.json")"
}

# --- at the start ----------------------------------------------------------------------
status 5 run_limited 1 "$job" -o start
says_only "gaudit: start/run.json: File too large (see ulimit -f)"
[ ! -e start ] || wrong "at the start: $(ls -A start)"

# --- documents -------------------------------------------------------------------------
status 5 run_limited 16 "$job" -o documents
says_only "gaudit: documents/timer.json: File too large (see ulimit -f)"
[ "$(ls -A documents)" = run.json ] || wrong "documents: $(ls -A documents)"
is documents/run.json status failed
is documents/run.json exit_status 5
is documents/run.json failure_reason "documents/timer.json: File too large (see ulimit -f)"
is documents/run.json events 100
names documents timer.json

# The failure of the job came first.
cat >fail.xml <<EOF
<job>
  <include href="$(basename "$job")"/>
  <algorithm type="Fail" name="Trouble"><property name="Events" value="7"/></algorithm>
</job>
EOF
export GAUDIT_OPTIONS_PATH="$options"
status 4 run_limited 16 fail.xml -o first
[ "$(cat err)" = "gaudit: warning: first/timer.json: File too large (see ulimit -f)
gaudit: fail.xml:3: Trouble: event 7: failure requested" ] || wrong "a failure before: $(cat err)"
is first/run.json exit_status 4
is first/run.json failure_reason "fail.xml:3: Trouble: event 7: failure requested"
names first timer.json

# All of them are named.
status 5 run_limited 16 "$job" -o several -a TimerAuditor/Other
says_only "gaudit: several/timer.json: File too large (see ulimit -f); several/timer-Other.json: File too large (see ulimit -f)"
names several timer.json timer-Other.json
is several/run.json failure_reason "several/timer.json: File too large (see ulimit -f); several/timer-Other.json: File too large (see ulimit -f)"

# A long document is written while it is made: 3000 branches, 1 MiB of the times of which may be written.
{
    echo '<job><auditor type="TimerAuditor"/>'
    seq 3000 | sed 's|.*|<algorithm type="Empty" name="A&"/>|'
    echo '</job>'
} >long.xml
status 5 run_limited 2048 long.xml -o long
says_only "gaudit: long/timer.json: File too large (see ulimit -f)"
[ "$(ls -A long)" = run.json ] || wrong "long: $(ls -A long)"
names long timer.json
runs -q -n 100 long.xml -o whole
[ "$(wc -c <whole/timer.json)" -gt 1500000 ] || wrong "whole/timer.json is too short for this test"

# --- run.json at the end ---------------------------------------------------------------
# It grows when what was null is known. Its name is made so long that only the first version fits.
cat >small.xml <<EOF
<job><algorithm type="Empty" name="A"/></job>
EOF
runs -q -n 100 small.xml -o size0 # as run_limited does
first=$(sed -e 's/"\(events\|accepted\|[a-z]*_s\|peak_rss_bytes\|exit_status\)": [0-9.e+-]*/"\1": null/' \
    -e 's/"finished"/"running"/' size0/run.json | wc -c)
path=small.xml
# Each "./" makes it longer by four bytes: in the job and in the command.
while [ $((first % 512)) -ne 0 ] && [ $((first % 512)) -lt 509 ]; do
    path=./$path first=$((first + 4))
done
status 5 run_limited $(((first + 511) / 512)) "$path" -o size1
says_only "gaudit: size1/run.json: File too large (see ulimit -f)"
[ "$(ls -A size1)" = run.json ] || wrong "run.json at the end: $(ls -A size1)"
is size1/run.json status running

# --- files of the user -----------------------------------------------------------------
# whole FILE STATUS COMMAND...: ends so, under a limit of 512 bytes, and the file stays what it was, with nothing beside it.
whole() {
    file=$1 want=$2
    shift 2
    rm -rf place && mkdir place
    echo old >"place/$file"
    # shellcheck disable=SC2016 # for the other shell
    status "$want" sh -c 'ulimit -f 1; exec "$@"' sh "$@"
    says_only "gaudit: place/$file: File too large (see ulimit -f)"
    [ "$(cat "place/$file")" = old ] || wrong "$*: the old file is not whole"
    [ "$(ls -A place)" = "$file" ] || wrong "$*: it leaves $(ls -A place)"
}
runs -q -n 100 "$job" -o fine -a TimeLogAuditor
whole table.csv 5 "$gaudit" report timer fine -f csv -O place/table.csv
whole view.txt 5 "$gaudit" report timer fine -O place/view.txt
whole bars.svg 5 "$gaudit" report timeline fine -O place/bars.svg

# --- a disk without room ---------------------------------------------------------------
mkdir disk
cat >on_disk <<'EOF'
# usage: on_disk FOLDER COMMAND...: the command on a small disk, which is full as soon as it has begun; then a run is ended.
folder=disk/$1
shift
mount -t tmpfs -o size=256k none disk || exit
"$@" 2>all &
until [ "$(stat -c %b "$folder/run.json" 2>/dev/null || echo 0)" -ge 64 ]; do # it has its room
    kill -0 $! || break
    sleep 0.01
done
cat /dev/zero >disk/zero 2>zero
: >filled
[ "$folder" = disk/collected ] || kill -TERM $!
wait $!
echo "ended $?" >>all
cp -a "$folder" .
EOF
# on_disk FOLDER STATUS MESSAGE DOCUMENT...: the documents that are named, and nothing else but samples is left.
on_disk() {
    folder=$1 want=$2 message=$3
    [ "$(sed '/^gaudit: warning/d;/^gaudit: ended by/d;/^gaudit-collector:/d' all)" = "gaudit: $message
ended $want" ] || wrong "on a full disk: $(cat all)"
    is "$folder/run.json" status failed
    is "$folder/run.json" failure_reason "$message"
    [ "$(ls -A "$folder" | grep -v '^samples')" = run.json ] || wrong "on a full disk: $(ls -A "$folder")"
    shift 3
    names "$folder" "$@"
}
if unshare -rm mount -t tmpfs none disk 2>/dev/null; then
    unshare -rm sh on_disk run "$gaudit" run -q -n 100000000000 "$job" -o disk/run -a CountAuditor
    on_disk run 5 "disk/run/timer.json: No space left on device; disk/run/counts.json: No space left on device"         timer.json counts.json
    rm filled
    unshare -rm sh on_disk collected "$gaudit" collect -q -o disk/collected sh -c 'until [ -e filled ]; do sleep 0.01; done'
    on_disk collected 125 "disk/collected/collect.json: No space left on device" collect.json
    is collected/run.json exit_status 0
else
    echo "no disk can be had: what happens on a full one is not tried"
fi

# --- standard output -------------------------------------------------------------------
if [ -c /dev/full ]; then
    "$gaudit" run "$job" -n 100 -o full >/dev/full 2>err
    status=$?
    [ $status -eq 5 ] || wrong "standard output is full: status $status"
    [ "$(sed '/warning: TimerAuditor/d' err)" = \
        "gaudit: the view of timer.json cannot be written: No space left on device" ] ||
        wrong "standard output is full: $(cat err)"
    is full/run.json status finished
    [ -f full/timer.json ] || wrong "no results, because standard output is full"
    "$gaudit" check "$job" >/dev/full 2>err
    status=$?
    [ $status -eq 5 ] || wrong "check: status $status"
    says_only "gaudit: cannot write to standard output: No space left on device"
fi
"$gaudit" run "$job" -n 100 >&- 2>err
status=$?
[ $status -eq 5 ] || wrong "standard output is closed: status $status"
[ "$(sed '/warning: TimerAuditor/d' err)" = \
    "gaudit: the view of timer.json cannot be written: Bad file descriptor" ] ||
    wrong "standard output is closed: $(cat err)"
finish
