#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: screens.sh GAUDIT OPTIONS SOLVER: what each command shows at 80, 100 and 160 columns is in NAME-COLUMNS.text
# beside this script. Those of recorded results are exact. In that of a run, numbers are N, and only words, their order and
# the width are compared.
#
# After a change, UPDATE=1 writes the files anew, to be read and committed.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../job/job.sh"
solver=$3
unset NO_COLOR GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT GAUDIT_SHARED_RESULT
LC_ALL=C.UTF-8
export LC_ALL
cp -r "$here/recorded/a" "$here/recorded/b" "$here/recorded/lanes" "$here/job.xml" .
cp "$solver" solver
PATH=$(dirname "$gaudit"):$PATH
widths='80 100 160'

# Lines that are wider than the terminal, apart from commands, which are copied.
too_wide() {
    awk -v most="$2" '{
        line = $0
        gsub(/[\300-\377][\200-\277]*/, "x", line)
        if (length(line) > most && line !~ /gaudit [a-z]+ / && line !~ /^gaudit:/)
            print
    }' "$1"
}

masked() {
    sed -E 's/(█|▏|▎|▍|▌|▋|▊|▉|─|#)+/BAR/g
        s/-{3,}/---/g
        s/[<>~]?-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?/N/g
        s/N ?([nµu]?m?s|[KMGk]i?B|bytes)\b/N UNIT/g
        s/\[([nµu]?m?s|[KMGk]i?B)\]/[UNIT]/g
        s/([[:blank:]]BAR)+//g
        s/[[:blank:]]+/ /g; s/ $//' "$1"
}

# same FILE NAME: the expected file is like it.
same() {
    if [ "${UPDATE:-}" ]; then
        cp "$1" "$here/$2.text"
    else
        diff "$here/$2.text" "$1" >difference || wrong "$2: $(cat difference)"
    fi
}

# at_width NAME WIDTH EXIT COMMAND...: both outputs are in "out".
at_width() {
    name=$1 width=$2 want_status=$3
    shift 3
    COLUMNS=$width "$@" >out 2>&1
    status=$?
    [ $status -eq "$want_status" ] || wrong "$name: $*: status $status: $(cat out)"
    wide=$(too_wide out "$width")
    [ -z "$wide" ] || wrong "$name at $width columns: $wide"
}

# exact NAME EXIT COMMAND...
exact() {
    screen=$1 exit_status=$2
    shift 2
    for columns in $widths; do
        at_width "$screen" "$columns" "$exit_status" "$@"
        same out "$screen-$columns"
    done
}

# like NAME EXIT COMMAND...: with numbers that differ from run to run, so that lines end elsewhere: the words are the
# same. A note says that the machine was busy, or is not there.
like() {
    screen=$1 exit_status=$2
    shift 2
    for columns in $widths; do
        at_width "$screen" "$columns" "$exit_status" "$@"
        masked out | awk '/^note: / { note = 1; next } note && /^ / { next } { note = 0; print }' >masks
        [ "${UPDATE:-}" ] && cp masks "$here/$screen-$columns.text"
        tr -s ' \n' '\n\n' <masks >words
        tr -s ' \n' '\n\n' <"$here/$screen-$columns.text" >expected
        diff expected words >difference || wrong "$screen-$columns: $(cat difference out)"
    done
}

# says PATTERN...: each is in a line of "out".
says() {
    for pattern; do
        grep -qE -- "$pattern" out || wrong "no line '$pattern': $(cat out)"
    done
}

exact help 0 gaudit help
exact usage 1 gaudit
exact help-profile 0 gaudit help profile
exact list 0 gaudit list
exact describe 0 gaudit describe TimerAuditor
exact check 0 gaudit check job.xml
exact show 0 gaudit show job.xml
exact report 0 gaudit report a/001
exact timing 0 gaudit report timing a/001
exact counts 0 gaudit report counts a/001
exact graph 0 gaudit report graph a/001
exact histogram 0 gaudit report histogram a/001
exact event 0 gaudit report event lanes
exact workers 0 gaudit report workers lanes
exact compare 0 gaudit compare --baseline a/001 a/002 a/003 a/004 --candidate b/001 b/002 b/003 b/004
exact gate 6 gaudit gate --baseline a/001 a/002 a/003 a/004 --candidate b/001 b/002 b/003 b/004
exact history 0 gaudit history a/001 a/002 a/003 a/004 b/001
like run 0 gaudit run job.xml

# What is sampled differs too much: how wide it is, and what must be in it.
for columns in $widths; do
    rm -rf new
    at_width collect "$columns" 0 gaudit collect --time --interval 1ms -o new -- ./solver sections 60
    says '^gaudit: [0-9]+ samples in .new.: ' '^gaudit: see: gaudit report timing new; gaudit report hotspots new; gaudit compare new$' \
        '^gaudit: [0-9]+ % of .*s in sections is in ' '^gaudit: [0-9.]+ .* % of .* CPU time is in '
    rm -rf new
    at_width profile "$columns" 0 gaudit profile --profiler builtin --interval 1ms -o new job.xml
    says '^1000 events in .*; job.xml$' '^[0-9]+ % of .* in events is in ' '^[0-9.]+ .* % of .* CPU time is in ' '  (spin_execute|gau_random_mix)$' \
        '^all rows: gaudit report hotspots --percent-limit 0 new$'
    rm -rf new
    at_width profile-program "$columns" 0 gaudit profile --profiler builtin --interval 1ms -o new -- ./solver sections 60
    says '^[0-9]+ % of .* in sections is in (smooth|solve), [0-9]+ % in ' '^[0-9.]+ .* % of .* CPU time is in ' '^all sections: gaudit report timing new$'
done
finish
