#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Algorithms and inputs that fail: what the job does then, and what it leaves behind.
. "$(dirname "$0")/job.sh"

# Fails in events 10, 20 ... 100; a member behind it, and a line of its own.
cat >job.xml <<EOF
<job>
  <input type="GeneratorInput" name="Events"><property name="Events" value="100"/></input>
  <auditor type="TimerAuditor"/>
  <auditor type="CountAuditor"/>
  <sequence name="Line">
    <algorithm type="Fail" name="Trouble"><property name="Every" value="10"/></algorithm>
    <algorithm type="Empty" name="Behind"/>
  </sequence>
  <sequence name="Other" mode="Any">
    <not><algorithm name="Trouble"/></not>
    <algorithm type="Empty" name="Last"/>
  </sequence>
</job>
EOF

# counts FOLDER PATH EXECUTED ACCEPTED REJECTED FAILED REUSED
counts() {
    found=$(sed -n "s/.*\"path\": \"$2\", [^,]*, \(\"executed\".*\), \"skipped\".*/\1/p" "$1/counts.json")
    want="\"executed\": $3, \"accepted\": $4, \"rejected\": $5, \"failed\": $6, \"reused\": $7"
    [ "$found" = "$want" ] || wrong "$1: $2 has $found, not $want"
}

# tried FOLDER ARGUMENT...: the job must finish, report the errors, and its times must add up.
tried() {
    folder=$1
    shift
    prints out job.xml -v -o "$folder" "$@"
    closes out
    grep -qxF 'gaudit: warning: Trouble: 10 errors, the first in event 10: failure requested' err ||
        wrong "gaudit run $*: no warning: $(cat err)"
    is "$folder/run.json" status finished
    is "$folder/run.json" events 100
}

for n in 1 2; do
    # FailJob: the smallest failing event ends the job.
    fails 4 "job.xml:6: Trouble: event 10: failure requested" job.xml -j $n -o fail-$n -s TimerAuditor.Enable=false
    is fail-$n/run.json status failed
    is fail-$n/run.json exit_status 4
    is fail-$n/run.json failure_reason "job.xml:6: Trouble: event 10: failure requested"
    [ -f fail-$n/counts.json ] || wrong "nothing is written after a failure"

    # AbortEvent: nothing further runs in the event.
    tried abort-$n -j $n -s Trouble.OnError=AbortEvent
    counts abort-$n Event 100 90 10 0 0
    counts abort-$n 'Line Trouble' 100 90 0 10 0
    counts abort-$n 'Line Behind' 90 90 0 0 0
    counts abort-$n 'Other Trouble' 0 0 0 0 90
    counts abort-$n 'Other Last' 90 90 0 0 0

    # NameAuditor shows it.
    "$gaudit" run -q job.xml -j $n -a NameAuditor --only 10 -s Trouble.OnError=AbortEvent 2>err
    for line in '    < Line Trouble: error, event aborted' '  < Line: aborted' '< Event: aborted'; do
        grep -q "^\[[0-9]*\] event 10 $line\$" err || wrong "NameAuditor does not say: $line"
    done

    # Reject: a rejection, which <not> does not invert.
    tried reject-$n -j $n -s Trouble.OnError=Reject -s Last.Enable=false
    counts reject-$n Event 100 90 10 0 0
    counts reject-$n Line 100 90 10 0 0
    counts reject-$n 'Line Behind' 90 90 0 0 0
    counts reject-$n Other 100 0 100 0 0
    counts reject-$n 'Other Trouble' 0 0 0 0 100

    # Ignore: an acceptance.
    tried ignore-$n -j $n -s Trouble.OnError=Ignore
    counts ignore-$n Line 100 100 0 0 0
    counts ignore-$n 'Line Trouble' 100 90 0 10 0
    counts ignore-$n 'Line Behind' 100 100 0 0 0

    # Errors that are tolerated are rejections, whatever comes after them.
    tried max-$n -j $n -s Trouble.OnError=Ignore -s Trouble.ErrorMax=4
    counts max-$n Line 100 96 4 0 0
    tried enough-$n -j $n -s Trouble.ErrorMax=10
    counts enough-$n Line 100 90 10 0 0
done
for name in abort reject ignore enough; do
    same $name-1 $name-2 counts.json
done
"$gaudit" run -q job.xml -s Trouble.ErrorMax=4 -s TimerAuditor.Enable=false >out 2>err
status=$?
[ $status -eq 4 ] || wrong "the fifth error of four that are tolerated: status $status"
printf 'gaudit: %s\n' "warning: Trouble: 5 errors, the first in event 10: failure requested" \
    "job.xml:6: Trouble: event 50: failure requested" | cmp - err || cat err

# --- input -----------------------------------------------------------------------------
mkdir folder
mkfifo pipe
printf 'x\n1\n2\nthree\n4\n' >x.csv
cat >csv.xml <<EOF
<job>
  <input type="CsvInput" name="Events"><property name="Files" value="t=$work/x.csv"/></input>
  <auditor type="CountAuditor"/>
  <algorithm type="Threshold" name="X"><property name="Column" value="t.x"/><property name="Min" value="0"/></algorithm>
</job>
EOF
for path in none.csv:'No such file or directory' folder:'is a directory, not a file' \
    pipe:'is a pipe, not a file' folder/x.csv:'No such file or directory'; do
    fails 3 "csv.xml:2: Events: ${path%%:*}: ${path#*:}" csv.xml -s Events.Files=t="${path%%:*}" -o input
    is input/run.json status failed
    is input/run.json exit_status 3
    rm -rf input
done
bad="$work/x.csv:4: column 'x': 'three' is not a number; if the column holds text, name it in Text"
for n in 1 2; do
    fails 3 "csv.xml:2: Events: event 3: $bad" csv.xml -j $n -o bad-$n
    is bad-$n/run.json exit_status 3
    [ "$(field bad-$n/run.json events)" -ge 2 ] || wrong "events before the bad row were not processed"
    runs csv.xml -j $n -o skip-$n -s Events.OnBadRow=Skip
    is skip-$n/run.json events 4 # the third has no row: events keep their numbers
    grep -q '"name": "X", "executed": 4, "accepted": 3, ' skip-$n/counts.json || wrong "other events have a row"
    says "gaudit: warning: Events: table 't': bad rows skipped: 1; the first: $bad"
done
fails 3 "csv.xml:2: Events: event 3: $bad" csv.xml --skip 1
finish
