# SPDX-License-Identifier: Apache-2.0
# Sourced, with $gaudit set: crashes, and what they leave behind. $work is a folder that is removed at the end and the
# working directory.
set -u
failures=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
ulimit -c 0
unset GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT GAUDIT_SHARED_RESULT GAUDIT_CRASH_REPORT
export COLUMNS=300

wrong() {
    echo "WRONG: $*"
    failures=$((failures + 1))
}

# ends STATUS COMMAND...: it must end so; what it says is in "out" and "err", without the line of a shell.
ends() {
    want_status=$1
    shift
    { (exec timeout 300 env "$@" >out 2>err); } 2>/dev/null # where a shell names the signal
    status=$?
    [ $status -eq "$want_status" ] || wrong "$*: status $status, not $want_status: $(cat out err)"
}

# says LINE...: all that is in "err"
says() {
    want=$(printf '%s\n' "$@")
    [ "$(cat err)" = "$want" ] || wrong "the crash says
$(cat err)
  instead of
$want"
}

# records FOLDER STATUS REASON: run.json, which must be JSON. The reason is as in a report.
records() {
    "$gaudit" report summary "$1" >summary 2>&1 || wrong "no summary of '$1': $(cat summary)"
    for line in "Status          *$2" "Failure reason  *$3"; do
        grep -qx "$line" summary || wrong "the summary of '$1' does not say '$line': $(cat summary)"
    done
}

# keeps_events FOLDER: it crashed in event 600. All whole batches of 255 events are there, from the first.
keeps_events() {
    "$gaudit" report events "$1" --format csv >events.csv 2>warnings || wrong "no events of '$1': $(cat warnings)"
    grep -q "^gaudit: warning: the job did not end: [0-9]* events are in the file" warnings || wrong "'$1': $(cat warnings)"
    n=$(($(wc -l <events.csv) - 1))
    if [ $n -lt 510 ] || [ $n -gt 599 ] || [ "$(sed '1d; s/,.*//' events.csv)" != "$(seq $n)" ]; then
        wrong "'$1' has $n events: $(tail -3 events.csv)"
    fi
}

# The last command of a test.
finish() {
    [ $failures -eq 0 ] || {
        echo "$failures failures"
        exit 1
    }
}
