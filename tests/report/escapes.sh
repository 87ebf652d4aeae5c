#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: escapes.sh GAUDIT OPTIONS_FOLDER COLLECTOR PROGRAM: names of programs, threads, tasks, functions, sections and
# of job files hold what a terminal obeys. No view and no message passes it on, in no format.
. "$(dirname "$0")/../collect/common.sh"
program=$4

esc=$(printf '\033') csi=$(printf '\302\233') bel=$(printf '\007') cr=$(printf '\r')
bad="$esc[31m$csi 7m$bel$cr
PLANTED"
views=0

# harmless FILE WHAT: no control character but tabs and ends of lines, valid UTF-8, and no line of its own.
harmless() {
    views=$((views + 1))
    LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$1" && wrong "$2 has a control character: $(
        LC_ALL=C grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$1" | head -3 | cat -v)"
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>&1 || wrong "$2 is not UTF-8"
    grep -qa '^PLANTED' "$1" && wrong "$2 has a line of a name: $(grep -aB1 '^PLANTED' "$1" | cat -v)"
    return 0
}

# checked ARGUMENT...: a command of gaudit with any status, whose messages are harmless, too.
checked() {
    "$gaudit" "$@" >found 2>messages
    [ $? -lt 128 ] || wrong "gaudit $* was killed"
    harmless found "gaudit $*"
    harmless messages "the messages of gaudit $*"
}

# shows TEXT: that is in the last output, so that it was not empty.
shows() {
    grep -qaF -- "$1" found || wrong "it does not show $1: $(head -5 found)"
}

# --- samples ---------------------------------------------------------------------------
name="=prog$esc]0;title$bel$csi"'m
PLANTED'
cp "$program" "$name"
checked collect --interval 1ms -o samples -- "./$name"
checked collect --interval 1ms -o "folder$bad" -- "./$name"
for format in text csv json markdown; do
    for group in task,function thread,function module,task process,thread callstack; do
        checked report hotspots samples --format $format --group-by $group
    done
    for view in top-down modules threads tasks summary; do
        checked report $view samples --format $format
    done
    checked report threads samples --format $format
    shows PL
done
for group in task,function thread,function module,task process,thread callstack; do
    checked export samples --format folded --group-by $group
    shows ' '
done
# What a spreadsheet would calculate is a text only with --excel.
checked report hotspots samples --format csv --group-by function,thread
grep -qa '^=f' found || wrong "a name is changed: $(grep -a '=f' found)"
checked report hotspots samples --format csv --group-by function,thread --excel
grep -qa "^'=f" found || wrong "a name is a formula: $(grep -a '=f' found)"
grep -qa "'[0-9]" found && wrong "a number is a text: $(grep -a "'[0-9]" found)"
checked report hotspots samples --format json --excel
grep -qx 'gaudit report: --excel needs --format csv .*' messages || wrong "$(cat messages)"
checked report hotspots samples
shows '\x1b[31m'
for format in text csv json markdown latex; do
    checked report dependencies samples --format $format
    for subject in "=f$esc[31m${csi}7m$bel${cr}PLANTED" "none$bad"; do
        checked report callers "$subject" samples --format $format
        checked report lines "$subject" samples --format $format
    done
done
checked report hotspots samples --filter "task=x$bad"
checked report hotspots "no$bad"
checked report "view$bad" samples
checked "command$bad"
checked collect -o samples2 -- "./none$bad"
checked doctor
checked lint -- "./$name"

# --- sections --------------------------------------------------------------------------
audit() {
    GAUDIT_AUDITORS=$1 GAUDIT_RESULT=$2 "./$name" >found 2>messages || wrong "the program with $1: $?"
    harmless found "the program with $1"
    harmless messages "the messages of $1"
}
audit TimerAuditor times
audit "TimerAuditor NameAuditor" times2
audit "LivePrintAuditor:TimeLimit=0;All=true" live
audit "TimeLogAuditor CountAuditor" log
for format in text csv json markdown latex; do
    for document in times times2 log; do
        for view in timing counts run graph timer; do
            checked report $view $document --format $format
        done
    done
    checked compare times times2 --format $format
    checked history times times2 --format $format
done
checked report timing times --format csv --excel
shows "'@section"
checked report timing times
shows '@section?[31m'
checked export times --format perfgraph
shows perf_graph
checked export times --format csv
shows path
checked report timeline log
checked compare times samples
checked gate times times2
for file in samples/*.json times/* times2/* log/*; do
    harmless "$file" "the file $file"
done

# --- jobs ------------------------------------------------------------------------------
c1="&#155;31m"
job() {
    printf '<job>\n%s\n</job>\n' "$1" >job.xml
    for format in tree xml; do checked show job.xml --format $format; done
    checked show job.xml --annotate
    checked check job.xml
    checked run job.xml -n 3
}
job "<sequence name='S'><algorithm type='Spin' name='A'/></sequence><auditor type='TimerAuditor'>
    <property name='IncludeAlgorithms' value='A,x$c1&#10;PLANTED'/></auditor>"
job "<sequence name='S$c1'><algorithm type='Empty'/></sequence>"
job "<algorithm type='T$c1' name='A'/>"
job "<algorithm type='Empty' name='A$c1'/>"
job "<algorithm type='Spin'><property name='N$c1&#10;PLANTED' value='1'/></algorithm>"
job "<algorithm type='Spin'><property name='Iterations' value='1$c1&#10;PLANTED'/></algorithm>"
job "<module path='m$c1'/><include href='i$c1'/>"
job "<x$csi/>"
job "text $csi"
job "<algorithm type='Threshold' name='T'><property name='Column' value='t$c1.x$c1'/></algorithm>"
cp job.xml "job$bad.xml"
checked check "job$bad.xml"
checked show "job$bad.xml" --annotate
checked run job.xml -s "A$bad.x=1"
checked run job.xml -a "A$bad:x=1"
printf 'evt,x%s,=y\n1,2,z%s\n' "$esc[31m$csi" "$bel" >t.csv
job "<input type='CsvInput'><property name='Files' value='t=$work/t.csv'/></input>
    <algorithm type='Threshold' name='T'><property name='Column' value='t.y'/></algorithm>"

[ $views -gt 300 ] || wrong "only $views were checked"
finish
