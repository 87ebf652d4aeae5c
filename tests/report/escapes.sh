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

# looks ARGUMENT...: a command of gaudit, whatever its status, whose messages are harmless, too.
looks() {
    "$gaudit" "$@" >found 2>messages
    [ $? -lt 128 ] || wrong "gaudit $* was killed"
    harmless found "gaudit $*"
    harmless messages "the messages of gaudit $*"
}

# shows TEXT: that is in what was looked at last, so that it was not empty.
shows() {
    grep -qaF -- "$1" found || wrong "it does not show $1: $(head -5 found)"
}

# --- samples ---------------------------------------------------------------------------
name="=prog$esc]0;title$bel$csi"'m
PLANTED'
cp "$program" "$name"
looks collect --interval 1ms -o samples -- "./$name"
looks collect --interval 1ms -o "folder$bad" -- "./$name"
for format in text csv json markdown folded; do
    for group in task,function thread,function module,task process,thread callstack; do
        looks report hotspots samples --format $format --group-by $group
    done
    case $format in text | csv | json | markdown)
        for view in top-down modules threads tasks summary; do
            looks report $view samples --format $format
        done
        looks report threads samples --format $format
        shows PL
        ;;
    esac
done
# What a spreadsheet would calculate is a text only to whom asks for it.
looks report hotspots samples --format csv --group-by function,thread
grep -qa '^=f' found || wrong "a name is changed: $(grep -a '=f' found)"
looks report hotspots samples --format csv --group-by function,thread --excel
grep -qa "^'=f" found || wrong "a name is a formula: $(grep -a '=f' found)"
grep -qa "'[0-9]" found && wrong "a number is a text: $(grep -a "'[0-9]" found)"
looks report hotspots samples --format json --excel
grep -qx 'gaudit report: --excel needs --format csv .*' messages || wrong "$(cat messages)"
looks report hotspots samples
shows '\x1b[31m'
for format in text csv json markdown latex; do
    looks report dependencies samples --format $format
    for subject in "=f$esc[31m${csi}7m$bel${cr}PLANTED" "nobody$bad"; do
        looks report callers "$subject" samples --format $format
        looks report lines "$subject" samples --format $format
    done
done
looks report hotspots samples --filter "task=x$bad"
looks report hotspots "no$bad"
looks report "view$bad" samples
looks "command$bad"
looks collect -o samples2 -- "./none$bad"
looks doctor
looks lint -- "./$name"

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
            looks report $view $document --format $format
        done
    done
    looks compare times times2 --format $format
    looks history times times2 --format $format
done
looks report timing times --format csv --excel
shows "'@section"
looks report timing times
shows '@section?[31m'
for format in perfgraph trace; do looks report graph times --format $format; done
looks report timeline log
looks compare times samples
looks gate times times2
for file in samples/*.json times/* times2/* log/*; do
    harmless "$file" "the file $file"
done

# --- jobs ------------------------------------------------------------------------------
c1="&#155;31m"
job() {
    printf '<job>\n%s\n</job>\n' "$1" >job.xml
    for format in tree dot xml; do looks show job.xml --format $format; done
    looks show job.xml --annotate
    looks check job.xml
    looks run job.xml -n 3
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
looks check "job$bad.xml"
looks show "job$bad.xml" --annotate
looks run job.xml -s "A$bad.x=1"
looks run job.xml -a "A$bad:x=1"
printf 'evt,x%s,=y\n1,2,z%s\n' "$esc[31m$csi" "$bel" >t.csv
job "<input type='CsvInput'><property name='Files' value='t=$work/t.csv'/></input>
    <algorithm type='Threshold' name='T'><property name='Column' value='t.y'/></algorithm>"

[ $views -gt 300 ] || wrong "only $views looked at"
finish
