#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Modules that a job names, and the sections that an algorithm opens. Further argument: the folder
# with the modules of the tests.
. "$(dirname "$0")/job.sh"
modules=$4
unset GAUDIT_MODULE_PATH GAUDIT_OPTIONS_PATH

mkdir -p jobs/parts
cp "$modules/nested.so" "$modules/misuse.so" "$modules/other_abi.so" jobs
cat >jobs/job.xml <<EOF
<job>
  <module path="nested.so"/>
  <auditor type="TimerAuditor"><property name="WarmUpEvents" value="0"/></auditor>
  <auditor type="CountAuditor"/>
  <sequence name="Line">
    <algorithm type="Nested" name="Fit"/>
    <algorithm type="Empty" name="Behind"/>
  </sequence>
</job>
EOF

# calls FOLDER: "path: calls" of all branches, without those that were never called
calls() {
    sed -n 's/.*"root": "Event", "path": "\([^"]*\)", .*"calls": \([1-9][0-9]*\), .*/\1: \2/p' "$1/timer.json" |
        sort
}

# has FOLDER LINE...: exactly these calls
has() {
    folder=$1
    shift
    found=$(calls "$folder")
    want=$(printf '%s\n' "$@" | sort)
    [ "$found" = "$want" ] || wrong "$folder has
$found
  instead of
$want"
}

# same_times FOLDER PATH: total and self are the same, so nothing below it is known.
same_times() {
    sed -n "s/.*\"path\": \"$2\", .*\"total_s\": \([^,]*\), \"self_s\": \([^,]*\), .*/\1 \2/p" "$1/timer.json" |
        awk '{ found = $1 == $2 } END { exit !found }' || wrong "$1: something is below $2"
}

above="Event: 1000|Line: 1000|Line Fit: 1000|Line Behind: 1000"
# has_sections FOLDER LINE...: these, and what is above them
has_sections() {
    folder_=$1
    shift
    IFS='|'
    # shellcheck disable=SC2086 # several words
    has "$folder_" $above "$@"
    unset IFS
}

for n in 1 2 4; do
    prints out jobs/job.xml -v -n 1000 -j $n -o all-$n
    closes out
    has_sections all-$n 'Line Fit outer: 1000' 'Line Fit outer inner: 2000' \
        'Line Fit outer inner innermost: 2000' 'Line Fit even: 500'
    # In the table they are below the algorithm, and before the next branch.
    awk '/^Time per/ { on = 1 } /^Loop times/ { on = 0 }
        on && / (Fit|outer|inner|innermost|even|Behind) /' out | cut -c 1-17 | sed 's/ *$//' >rows
    printf '%s\n' '    Fit' '      outer' '        inner' '          innermo' '      even' '    Behind' |
        cmp -s - rows || {
        wrong "the table has other rows:"
        cat rows
    }
    grep -q '"path": "Line Fit outer inner", .*"executed": 2000, "accepted": 2000, ' all-$n/counts.json ||
        wrong "sections are not counted with -j $n"

    runs jobs/job.xml -n 1000 -j $n -o excluded-$n -s TimerAuditor.ExcludeAlgorithms=Fit
    has excluded-$n 'Event: 1000' 'Line: 1000' 'Line Behind: 1000' 'Line [excluded]: 1000'
    grep -q '"path": "Line Fit even", .*"executed": 500' excluded-$n/counts.json ||
        wrong "what one auditor does not see is hidden from the other"

    runs jobs/job.xml -n 1000 -j $n -o depth-$n -s TimerAuditor.MaxDepth=2
    has_sections depth-$n
    same_times depth-$n 'Line Fit'
    runs jobs/job.xml -n 1000 -j $n -o deeper-$n -s TimerAuditor.MaxDepth=3
    has_sections deeper-$n 'Line Fit outer: 1000' 'Line Fit even: 500'
    same_times deeper-$n 'Line Fit outer'
    runs jobs/job.xml -n 1000 -j $n -o window-$n -s TimerAuditor.StartFromEventN=11 \
        -s TimerAuditor.StopAtEventN=21
    has window-$n 'Event: 10' 'Line: 10' 'Line Fit: 10' 'Line Behind: 10' 'Line Fit outer: 10' \
        'Line Fit outer inner: 20' 'Line Fit outer inner innermost: 20' 'Line Fit even: 5'
    runs jobs/job.xml -n 1000 -j $n -o included-$n -s TimerAuditor.IncludeAlgorithms='*Fit'
    has included-$n 'Event: 1000' 'Line: 1000' 'Line Fit: 1000' 'Line Fit outer: 1000' \
        'Line Fit outer inner: 2000' 'Line Fit outer inner innermost: 2000' 'Line Fit even: 500' \
        'Line [excluded]: 1000'
done

# --- too many of them ------------------------------------------------------------------
# Event, Background, Line, Fit, Behind and two more; the other sections are in their parents' time.
sed 's/<job>/<job maxBranches="7">/' jobs/job.xml >jobs/few.xml
prints out jobs/few.xml -n 1000 -o few
has_sections few 'Line Fit outer: 1000' 'Line Fit outer inner: 2000'
grep -v 'warning: TimerAuditor' err >others
echo 'gaudit: warning: job: 2500 calls of sections had no branch of their own: more than maxBranches=7, or an identifier of 4096 bytes; their time is charged to the branches above them' |
    cmp - others || cat others

# --- results in a wrong way ------------------------------------------------------------
# misused HOW MESSAGE: the job ends with 5 and that message, once, though tables are printed.
misused() {
    "$gaudit" run jobs/misuse.xml -n 5 -j 2 -s "Misuse.How=$1" >out 2>err
    status=$?
    [ $status -eq 5 ] || wrong "How=$1: status $status"
    [ "$(cat err)" = "gaudit: $2" ] || wrong "How=$1: $(cat err)"
}
echo '<job><module path="misuse.so"/><algorithm type="Misuse"/></job>' >jobs/misuse.xml
misused Early "Misuse: the result 'early' was opened before finalize"
misused Row "result 'late': a row was started outside a table"
misused Key "result 'late': the key 'schema' is that of the framework"

# --- where modules are -----------------------------------------------------------------
nested='<module path="nested.so"/>'
echo "<job><include href=\"parts/fit.xml\"/><auditor type=\"CountAuditor\"/></job>" >jobs/parted.xml
echo "<job><module path=\"../nested.so\"/><algorithm type=\"Nested\"/></job>" >jobs/parts/fit.xml
runs jobs/parted.xml -n 10 # relative to the file that names it
(cd jobs && "$gaudit" run -q job.xml -n 10) || wrong "a module beside the job is not found"
sed "s|nested.so|$work/jobs/nested.so|" jobs/job.xml >absolute.xml
runs absolute.xml -n 10
echo "<job>$nested<algorithm type=\"Nested\"/></job>" >elsewhere.xml
fails 2 "elsewhere.xml:1: there is no module 'nested.so' (searched for ./nested.so)" elsewhere.xml -n 10
echo "<job><algorithm type=\"Nested\"/></job>" >plain.xml
fails 2 "plain.xml:1: there is no class 'Nested' in the known modules; add others by <module> in the job file or GAUDIT_MODULE_PATH" plain.xml -n 10
GAUDIT_MODULE_PATH=$modules "$gaudit" run -q plain.xml -n 10 || wrong "GAUDIT_MODULE_PATH is not searched"
echo "<job><module path=\"jobs/other_abi.so\"/></job>" >other.xml
fails 2 "other.xml:1: './jobs/other_abi.so' is not a module for ABI 0" other.xml -n 10
libm=$(ldd "$modules/nested.so" | sed -n 's/.*libc\.so\.6 => \([^ ]*\) .*/\1/p')
echo "<job><module path=\"$libm\"/></job>" >libc.xml
fails 2 "libc.xml:1: '$libm' is not a module for ABI 0" libc.xml -n 10

# --- check -----------------------------------------------------------------------------
"$gaudit" check jobs/job.xml >out 2>err || wrong "check fails: $(cat err)"
[ "$(cat out err)" = "jobs/job.xml: no input: give the number of events with -n
jobs/job.xml: nothing wrong
gaudit: notice: jobs/job.xml:6: class 'Nested' is not known without the modules of the job (--load-modules)" ] ||
    wrong "check prints: $(cat out err)"
"$gaudit" check --load-modules jobs/job.xml >out 2>err || wrong "check fails: $(cat err)"
[ "$(cat out err)" = "jobs/job.xml: no input: give the number of events with -n
jobs/job.xml: nothing wrong" ] || wrong "check --load-modules prints: $(cat out err)"
finish
