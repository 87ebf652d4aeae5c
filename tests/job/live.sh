#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# LivePrintAuditor in a job, in a pipe, a file and a terminal. What is printed when is tested under
# a clock of its own (tests/live); here it is that it arrives, and where. Further argument: the
# folder with the modules of the tests.
. "$(dirname "$0")/job.sh"
cp "$4/steps.so" .

cat >job.xml <<EOF
<job>
  <module path="steps.so"/>
  <auditor type="LivePrintAuditor" name="Live"><property name="TimeLimit" value="0.05"/></auditor>
  <algorithm type="Steps"><property name="Microseconds" value="400000"/></algorithm>
</job>
EOF

# results FILE: its lines without dots, and # for numbers, which must begin in column 90
results() {
    awk '/ s\] \[/ { line = $0; sub(/\[ *[0-9.]+ s\] \[.*/, "", line) }
        / s\] \[/ && length(line) != 90 { print "not in column 90: " $0 }' "$1"
    sed -E 's/\.* +\[ *[0-9]+\.[0-9][0-9] s\] \[ *[0-9]+ MB\]$/#/; s/\.+$//' "$1"
}

# prints_live FILE LINE...: these lines; "Still" and "Finished" Solving are as good, and depend on
# how long a loaded machine let the print sleep.
prints_live() {
    results "$1" | sed 's/^Finished Solving#/Still Solving#/' >lines
    file=$1
    shift
    printf '%s\n' "$@" | cmp -s - lines || {
        wrong "$file has"
        cat lines
    }
}

# --- pipes and files -------------------------------------------------------------------
# Long steps: the printing thread has to update several times.
("$gaudit" run -q job.xml -n 1 -s Steps.Microseconds=1000000 2>&1 >out || echo failed) | cat >piped
prints_live piped Solving ' Finished Assembling#' 'Still Solving#' 'Writing#'
[ -s out ] && wrong "there is something on standard output"
grep -q "$(printf '\033')" piped && wrong "there are escape sequences in a pipe"
grep -q '^Writing\.\.*  ' piped || wrong "there are no dots: $(cat piped)"
"$gaudit" run -q job.xml -n 1 2>file || wrong "the job fails"
prints_live file Solving ' Finished Assembling#' 'Still Solving#' 'Writing#'
"$gaudit" run -q job.xml -n 1 -s Live.TimeLimit=5 -s Steps.Microseconds=10 2>file || wrong "the job fails"
[ -s file ] && wrong "something quick is printed: $(cat file)"
"$gaudit" run -q job.xml -n 1 -s Live.All=true -s Live.TimeLimit=60 -s Steps.Microseconds=10 2>file ||
    wrong "the job fails"
prints_live file 'Event 1' ' Steps' '  Solving' '   Finished Assembling#' '   inner#' \
    '  Finished Solving#' '  Writing#' ' Finished Steps#' 'Finished Event 1#'

# --- no reader -------------------------------------------------------------------------
quick='-s Live.All=true -s Steps.Microseconds=10'
# shellcheck disable=SC2086 # several words
{
    "$gaudit" run -q job.xml -n 1 $quick 2>&- || wrong "the job fails without standard error"
    "$gaudit" run -q job.xml -n 1 $quick 2>/dev/full || wrong "the job fails with a full disk"
    { "$gaudit" run -q job.xml -n 2000 $quick 2>&1 >/dev/null; echo $? >status; } | head -n 1 >head
}
[ "$(cat status)" = 0 ] || wrong "the job fails with a pipe without a reader: $(cat status)"

# --- several workers, and more than can be printed -------------------------------------
cat >many.xml <<EOF
<job><auditor type="LivePrintAuditor" name="Live"><property name="All" value="true"/></auditor>
  <algorithm type="Empty" name="A"/><algorithm type="Empty" name="B"/></job>
EOF
"$gaudit" run -q many.xml -n 20000 -j 4 2>err || wrong "the job fails"
grep -v '^gaudit: warning: Live: [0-9]* sections\{0,1\} w' err >piped
results piped >lines
grep -vE '^\[[0-3]\] (Event [0-9]+#?| ?(Finished )?[AB]#|Finished Event [0-9]+#)$' lines >others &&
    wrong "there are other lines with -j 4: $(head -n 5 others)"
lost=$(sed -n 's/^gaudit: warning: Live: \([0-9]*\) sections\{0,1\} w.*/\1/p' err)
shown=$(grep -c '#$' lines)
[ $((shown + ${lost:-0})) -eq 60000 ] || wrong "$shown are shown and ${lost:-0} lost, of 60000"

# --- a terminal ------------------------------------------------------------------------
if ! command -v script >/dev/null; then
    echo "script (of util-linux) is not installed"
    [ $failures -eq 0 ] && [ -z "${GAUDIT_REQUIRE_DATA:-}" ] && exit 77
    exit 1
fi

# on_terminal COMMAND: what it writes to a terminal is in "seen"; what can be read there, in "screen"
on_terminal() {
    script -q -e -c "$1" seen >/dev/null 2>&1 </dev/null || wrong "$1: ended with $?"
    sed '/^Script \(started\|done\)/d' seen | tr -d '\r' | awk '
        BEGIN { row = rows = 0 }
        {
            line = $0
            gsub(/\033\[[0-9]*m/, "", line)
            while (match(line, /^\033\[[0-9]+A/)) {
                row -= substr(line, 3, RLENGTH - 3)
                line = substr(line, RLENGTH + 1)
            }
            screen[row] = line substr(screen[row], length(line) + 1)
            if (++row > rows) rows = row
        }
        END { for (i = 0; i < rows; i++) print screen[i] }' >screen
}
unset NO_COLOR
TERM=xterm
export TERM
on_terminal "'$gaudit' run -q job.xml -n 1"
sed -E 's/\.* +\[ *[0-9.]+ s\] \[ *[0-9]+ MB\]$/#/; s/\.+$//; s/^Finished S/Still S/; /^$/d' screen >lines
printf '%s\n' Solving ' Finished Assembling#' 'Still Solving#' 'Writing#' | cmp -s - lines ||
    wrong "on a terminal one reads: $(cat lines)"
esc=$(printf '\033')
grep -q "^$esc\[2m Finished Assembling$esc\[0m  *$esc\[2m\[$esc\[33m *[0-9.]* s$esc\[39m\] \[$esc\[33m *[0-9]* MB$esc\[39m\]$esc\[0m.\$" seen ||
    wrong "the colours are others: $(cat -v seen)"
[ "$(grep -c '^Still Solving *\[\|^Finished Solving *\[\|^Still Solving\.*  *\[' screen)" = 1 ] ||
    wrong "a line is there twice: $(cat screen)"

# Lines of the program stay whole, and begin where lines begin.
on_terminal "'$gaudit' run -q job.xml -n 1 -s Steps.Lines=3"
for step in solve assemble inner write; do
    for n in 1 2 3; do
        grep -qx "$step, line $n" screen || wrong "the line $n of $step is not whole: $(cat screen)"
    done
done
grep -qE '^(Still|Finished) Solving\.* +\[ ' screen || wrong "a result is not whole: $(cat screen)"

on_terminal "NO_COLOR=1 '$gaudit' run -q job.xml -n 1"
grep -q "$esc\[[0-9]*m" seen && wrong "there are colours in spite of NO_COLOR"
on_terminal "TERM=dumb '$gaudit' run -q job.xml -n 1"
grep -q "$esc" seen && wrong "there are escape sequences on a dumb terminal"
finish
