#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A fake VTune for tests, called through a link `vtune` or `amplxe-cl`. It accepts what the release
# FAKE_RELEASE accepts (2012, 2015, 2019: amplxe-cl; 2025: vtune) and refuses everything else, makes the
# result folder, runs the program, and handles -report. Arguments of each call but -help are
# appended to FAKE_LOG, one per line, with an empty line behind them. A report as CSV is a copy of FAKE_CSV,
# or a small one. FAKE_TROUBLE: "collect": the collection cannot start; "functions", "csv", "report": the
# report by function, as CSV, or any, fails; "other": there are other results, too. It wants to start paused,
# or, with FAKE_RUNNING, not.
set -u
self=${0##*/}
release=${FAKE_RELEASE:-2025}
trouble=${FAKE_TROUBLE:-}

refuse() {
    echo "$self: Error: $*" >&2
    exit 3
}

case $self:$release in
vtune:2025 | amplxe-cl:2012 | amplxe-cl:2015 | amplxe-cl:2019) ;;
*) refuse "there is no $self of $release" ;;
esac

knobs() {
    case $release in
    2012) ;;
    2015) echo "sampling-interval enable-user-tasks enable-gpu-usage" ;;
    2019) echo "sampling-mode sampling-interval enable-stack-collection" ;;
    2025) echo "sampling-mode enable-stack-collection sampling-interval enable-characterization-insights" ;;
    esac
}

# What is looked for in the help of the other command must not be found here.
help() {
    case $* in
    collect)
        echo "Action Options:"
        printf '    %s\n' "-start-paused                 Start data collection paused." \
            "-r, -result-dir=<string> (r@@@{at})" "-k, -knob=<string>"
        [ "$release" = 2012 ] || printf '    %s\n' "-return-app-exitcode | -no-return-app-exitcode (default)" \
            "-summary (default) | -no-summary"
        ;;
    report)
        echo "Action Options:"
        printf '    %s\n' "-group-by=<string>" "-limit=<unsigned integer>" "-r, -result-dir=<string> (r@@@{at})"
        [ "$release" = 2012 ] || printf '    %s\n' "-csv-delimiter=<string>" "-format=<text | csv> (text)" \
            "-report-output=<string>"
        ;;
    "collect hotspots")
        echo "To modify the analysis type, use the configuration options (knobs) as follows:"
        echo "-collect hotspots -knob <knobName>=<knobValue>"
        echo "See also gpu-sampling-interval and enable-user-tasks-of-gpu."
        for knob in $(knobs); do
            printf '\n%s\n    Default value: 10\n' "$knob"
        done
        ;;
    *) refuse "no help on '$*'" ;;
    esac
}

check_knob() {
    case " $(knobs) " in
    *" ${1%%=*} "*) ;;
    *) refuse "Cannot find knob ${1%%=*}. For a list of available knobs, use -help collect hotspots" ;;
    esac
    case $1 in
    sampling-interval=[1-9] | sampling-interval=[1-9][0-9] | sampling-interval=[1-9][0-9][0-9] | sampling-interval=1000) ;;
    sampling-mode=sw | sampling-mode=hw | enable-user-tasks=true | enable-user-tasks=false) ;;
    *) refuse "Invalid value of knob ${1%%=*}: '${1#*=}'" ;;
    esac
}

collect() {
    result='' paused='' pass_status=''
    while [ "$1" != -- ]; do
        case $1 in
        -knob) check_knob "$2" && shift ;;
        -result-dir) result=$2 && shift ;;
        -start-paused) paused=yes ;;
        -quiet) ;;
        -return-app-exitcode) [ "$release" != 2012 ] || refuse "unknown option $1" && pass_status=yes ;;
        -no-summary) [ "$release" != 2012 ] || refuse "unknown option $1" ;;
        -data-limit=*[!0-9]* | -data-limit=) refuse "Invalid value of $1" ;;
        -data-limit=*) ;;
        *) refuse "unknown option '$1'" ;;
        esac
        shift
        [ $# -gt 0 ] || refuse "no program"
    done
    shift
    [ "$paused" != "${FAKE_RUNNING:-}" ] || refuse "started paused: '$paused'"
    [ "$trouble" != collect ] || refuse "Cannot start data collection because of ptrace_scope"
    mkdir "$result" || refuse "cannot make '$result'"
    [ "$trouble" != other ] || mkdir "${result%/*}/r900hs" r900hs # of a run at the same time
    # As a program that is started from a terminal: what runs in the background ignores SIGINT.
    env --default-signal=INT "$@" &
    program=$!
    trap 'kill -s INT $program' INT
    trap 'kill -s TERM $program' TERM
    wait $program
    status=$?
    while kill -s 0 $program 2>/dev/null; do # a signal ended the waiting
        wait $program
        status=$?
    done
    [ "$pass_status" ] || status=0
    exit $status
}

# csv OUTPUT DELIMITER
csv() {
    [ "$group" = task ] || refuse "CSV by '$group' is not in the tests"
    [ "$trouble" != csv ] || refuse "no data to export"
    case $2 in
    comma) separator=, ;;
    semicolon) separator=';' ;;
    *) separator='	' ;; # the default of some releases
    esac
    {
        if [ "${FAKE_CSV:-}" ]; then
            cat "$FAKE_CSV"
        else
            printf '%s\n' "Task Type,CPU Time,Task Count" A,0.500123,20 Event,0.110000,20 "[Outside any task],0.030000,0"
        fi | tr , "$separator"
    } >"${1:-/dev/stdout}" || refuse "cannot write '$1'"
    exit 0
}

report() {
    result='' group=function format=text delimiter='' output=''
    while [ $# -gt 0 ]; do
        case $1 in
        -result-dir) result=$2 && shift ;;
        -group-by) group=$2 && shift ;;
        -limit) [ "$2" -gt 0 ] || refuse "limit $2" && shift ;;
        -quiet) ;;
        -format | -csv-delimiter | -report-output)
            [ "$release" != 2012 ] || refuse "unknown option '$1'"
            case $1:$2 in
            -format:text | -format:csv) format=$2 ;;
            -csv-delimiter:comma | -csv-delimiter:tab | -csv-delimiter:semicolon) delimiter=$2 ;;
            -report-output:?*) output=$2 ;;
            *) refuse "Invalid value of $1: '$2'" ;;
            esac
            shift
            ;;
        *) refuse "unknown option '$1'" ;;
        esac
        shift
    done
    [ "$format" = csv ] || [ -z "$delimiter" ] || refuse "-csv-delimiter needs -format csv"
    [ -d "$result" ] || refuse "Cannot find '$result'"
    [ "$trouble" != report ] || refuse "no data"
    [ "$format" != csv ] || csv "$output" "$delimiter"
    case $release:$group in
    *:task) printf '%s\n' "Task Type  CPU Time" "---------  --------" "Line       0.250s" ;;
    2012:task-function | 2015:task-function | 2025:task,function)
        [ "$trouble" != functions ] || refuse "Unknown grouping '$group'"
        printf '%s\n' "Task Type  Function  CPU Time" "---------  --------  --------" "Line       spin      0.250s"
        ;;
    *) refuse "Unknown grouping '$group'" ;;
    esac
}

[ "$1" = -help ] || printf '%s\n' "$@" '' >>"${FAKE_LOG:-/dev/null}"
case ${1-}:${2-} in
-help:*) shift && help "$@" ;;
-collect:hotspots) shift 2 && collect "$@" ;;
-report:hotspots) shift 2 && report "$@" ;;
*) refuse "unknown action '${1-} ${2-}'" ;;
esac
