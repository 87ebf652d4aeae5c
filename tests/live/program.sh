#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: program.sh PROGRAM MODULES: LivePrintAuditor in a program that has nothing but sections.
set -u
program=$1
export GAUDIT_MODULE_PATH="$2"
unset GAUDIT_OPTIONS GAUDIT_RESULT
failures=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# prints STATUS WHAT LINE...: under the auditors of $GAUDIT_AUDITORS, with # for dots and numbers
prints() {
    "$program" "$2" >out 2>err
    found=$?
    [ $found -eq "$1" ] || { echo "WRONG: $2 ends with $found"; failures=$((failures + 1)); }
    what=$2
    shift 2
    sed -E 's/\.* +\[ *[0-9]+\.[0-9][0-9] s\] \[ *[0-9]+ MB\]$/#/; s/\.+$//' err >lines
    printf '%s\n' "$@" | cmp -s - lines && [ ! -s out ] && return
    echo "WRONG: $what prints"
    cat lines out
    failures=$((failures + 1))
}

# Less than a step, and more than a loaded machine holds up a thread between two steps, which is printed, too.
export GAUDIT_AUDITORS="LivePrintAuditor:TimeLimit=0.5"
prints 0 steps Solving ' Finished Assembling#' 'Finished Solving#'
# A child is a copy of its parent, whose memory is not freed there: that is no leak.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
prints 0 fork Dividing ' Solving' '  Finished Assembling#' ' Finished Solving#' 'Finished Dividing#'
export ASAN_OPTIONS="${ASAN_OPTIONS%:detect_leaks=0}"
export GAUDIT_AUDITORS="LivePrintAuditor:TimeLimit=60;All=true"
prints 3 exit 'Solving#'

# Files: the program gets the numbers that it would get without us, and what is written there is its
# own; gaudit uses no number that it has reused.
# files STATUS NUMBER
files() {
    [ "$1" -eq 0 ] && [ "$(cat number data)" = "$2
data" ] && return
    echo "WRONG: files: status $1, $(cat number data), not number $2"
    failures=$((failures + 1))
}
# Who closes numbers that are not his own races with those who have them: that is meant here.
races=${TSAN_OPTIONS-}
export TSAN_OPTIONS="$races report_bugs=0"
env -u GAUDIT_AUDITORS "$program" files >both 2>&1
first=$(cat number)
for audits in LivePrintAuditor:TimeLimit=0.01 "LivePrintAuditor:TimeLimit=0.01 TimerAuditor:Memory=true"; do
    export GAUDIT_AUDITORS="$audits"
    export GAUDIT_RESULT=results
    "$program" files >both 2>&1
    files $? "$first"
    { "$program" files 2>&1; echo $? >status; } | cat >both
    files "$(cat status)" "$first"
    "$program" files >out <&-
    files $? 0
    "$program" files 2>err >&-
    files $? 1
    rm -rf results*
    "$program" files >out 2>&-
    files $? 2
    rm -rf results*
done
unset GAUDIT_RESULT
export TSAN_OPTIONS="$races"

# What the program knows of its own errors is left alone by every auditor, whatever it writes to.
for audits in LivePrintAuditor:TimeLimit=0.01 "TimerAuditor:CpuTime=true;Memory=true" TimeLogAuditor IttAuditor \
    CountAuditor; do
    export GAUDIT_RESULT=results GAUDIT_AUDITORS="$audits"
    "$program" errno >both 2>&1 || { echo "WRONG: errno is changed under $audits"; failures=$((failures + 1)); }
    rm -rf results*
    { "$program" errno 2>&1 || echo "changed"; } | cat >both
    grep -q changed both && { echo "WRONG: errno is changed under $audits, output to a pipe"; failures=$((failures + 1)); }
    rm -rf results*
done
unset GAUDIT_RESULT

export GAUDIT_AUDITORS="LivePrintAuditor:TimeLimit=60;All=true"
# Who comes first has no number; each line is whole, and every section is there once.
"$program" threads >out 2>err || { echo "WRONG: threads fail"; failures=$((failures + 1)); }
[ -s out ] && { echo "WRONG: there is something on standard output"; failures=$((failures + 1)); }
[ "$(grep -cE '^(\[[0-9]+\] )?(Finished )?Reading +\[ *[0-9.]+ s\] \[ *[0-9]+ MB\]$' err)" = 1001 ] &&
    [ "$(wc -l <err)" -eq 1001 ] || {
    echo "WRONG: 1000 threads print"
    sort err | uniq -c | sort -rn | head -n 20
    failures=$((failures + 1))
}
[ $failures -eq 0 ] || exit 1
echo "all is as it should be"
