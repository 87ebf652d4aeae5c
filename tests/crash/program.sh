#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: program.sh GAUDIT PROGRAM: a crash in a program with sections names event and branch. What it does without
# auditors is the same.
gaudit=$1 program=$2
. "${0%/*}/common.sh"
sanitized=$(grep -qE "__[at]san_init" "$program" && echo yes)

# audited STATUS FOLDER ARGUMENT...
audited() {
    want=$1 folder=$2
    shift 2
    ends "$want" GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT="$folder" "$program" "$@"
}

# crashes STATUS SIGNAL WAY
crashes() {
    ends "$1" "$program" event "$3"
    says ""
    audited "$1" "event-$3" event "$3"
    says "gaudit: $2 in event 17, branch 'fit a \"quoted\\ name?', thread 1"
    grep -qF "\"failure_reason\": \"$2 in event 17, branch 'fit a \\\"quoted\\\\ name?', thread 1\"," \
        "event-$3/run.json" || wrong "$3: $(cat "event-$3/run.json")"
    "$gaudit" report summary "event-$3" >out 2>&1 || wrong "no summary: $(cat out)"
    audited "$1" "section-$3" section "$3"
    says "gaudit: $2 in branch 'setup inner', thread 1"
    records "section-$3" crashed "$2 in branch 'setup inner', thread 1"
    audited "$1" "outside-$3" outside "$3"
    says "gaudit: $2 outside events and sections, thread 1"
    [ "$3" = overflow ] && return # the thread is the program's, and has no alternate stack
    audited "$1" "bare-$3" bare "$3"
    says "gaudit: $2 in a thread without events and sections" "gaudit: thread 1 was in event 3, branch 'fit'"
    records "bare-$3" crashed "$2 in a thread without events and sections"
    audited "$1" "two-$3" two "$3"
    says "gaudit: $2 in event 17, branch 'fit', thread 1" "gaudit: thread 2 was in event 18, branch 'wait'"
    audited "$1" "together-$3" together "$3"
    sort err | sed 's/thread [12]/thread N/' >lines
    [ "$(cat lines)" = "gaudit: $2 in branch 'both', thread N
gaudit: thread N was in branch 'both'" ] || wrong "together: $(cat err)"
}

crashes 134 SIGABRT abort
crashes 132 SIGILL 4

ends 134 GAUDIT_AUDITORS=EventAuditor GAUDIT_RESULT=many "$program" many abort
says "gaudit: SIGABRT in event 600, branch 'Event', thread 1"
keeps_events many

# --- what it must not disturb ----------------------------------------------------------
ends 134 GAUDIT_CRASH_REPORT=0 GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=off "$program" section abort
says ""
audited 134 closed closed abort
says ""
audited 3 child child abort
says ""
ends 134 GAUDIT_AUDITORS=TimerAuditor "$program" section abort
says "gaudit: SIGABRT in branch 'setup inner', thread 1"

if [ ! "$sanitized" ]; then
    for way in pointer overflow; do
        crashes 139 SIGSEGV $way
    done
    crashes 135 SIGBUS beyond
    crashes 136 SIGFPE 8
    for scene in handler late_handler; do
        ends 3 "$program" $scene
        [ "$(cat out)" = handled ] || wrong "$scene: $(cat out)"
        audited 3 $scene $scene
        [ "$(cat out)" = handled ] || wrong "$scene, audited: $(cat out)"
        says ""
    done
    audited 3 states states
    [ "$(cat out)" = "before: default action, no stack
audited: other action, other stack
closed: default action, no stack" ] || wrong "states: $(cat out)"
    audited 3 own_stack own_stack
    [ "$(cat out)" = "before: default action, own stack
audited: other action, own stack
closed: default action, own stack" ] || wrong "own stack: $(cat out)"
    ends 139 "$gaudit" collect -o collected -- env GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=inner \
        "$program" event pointer
    grep -qF "gaudit: SIGSEGV in event 17, branch 'fit " err || wrong "collected: $(cat err)"
fi
finish
