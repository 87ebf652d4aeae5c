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

# run_limited BLOCKS ARGUMENT...: a run whose files may have so many blocks of 512 bytes.
run_limited() {
    blocks=$1
    shift
    # shellcheck disable=SC2016 # for the other shell
    sh -c 'ulimit -f "$1"; shift; exec "$@"' sh "$blocks" "$gaudit" run -q -n 100 "$@"
}

# --- at the start ----------------------------------------------------------------------
status 5 run_limited 1 "$job" -o start
says_only "gaudit: start/run.json: File too large"
[ -z "$(ls -A start)" ] || wrong "at the start: $(ls -A start)"

# --- documents -------------------------------------------------------------------------
status 5 run_limited 16 "$job" -o documents
says_only "gaudit: documents/timer.json: File too large"
[ "$(ls -A documents)" = run.json ] || wrong "documents: $(ls -A documents)"
is documents/run.json status failed
is documents/run.json exit_status 5
is documents/run.json reason "documents/timer.json: File too large"
is documents/run.json events 100

# The failure of the job came first.
cat >fail.xml <<EOF
<job>
  <include href="$(basename "$job")"/>
  <algorithm type="Fail" name="Trouble"><property name="Events" value="7"/></algorithm>
</job>
EOF
export GAUDIT_OPTIONS_PATH="$options"
status 4 run_limited 16 fail.xml -o first
says_only "gaudit: fail.xml:3: Trouble: event 7: told to fail"
is first/run.json exit_status 4

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
says_only "gaudit: size1/run.json: File too large"
[ "$(ls -A size1)" = run.json ] || wrong "run.json at the end: $(ls -A size1)"
is size1/run.json status running

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
