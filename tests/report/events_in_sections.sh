#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: events_in_sections.sh GAUDIT OPTIONS_FOLDER PROGRAM: the views of a program whose events begin inside a section, which
# is tests/job/timeline_program.c.
. "$(dirname "$0")/../job/job.sh"
program=$3

GAUDIT_AUDITORS=TraceAuditor GAUDIT_RESULT=result "$program" 2 5000 events 2>err || wrong "the program: $(cat err)"
"$gaudit" info result/timeline.gtr >info || wrong "info: $?"
grep -q '^events *200$' info || wrong "info: $(cat info)"

# The tree is that of 50 pairs; the section around it is not in it.
"$gaudit" report event 7 result -f csv >event.csv || wrong "event 7"
[ "$(sed 1d event.csv | grep -c '^7,')" -gt 5 ] && ! grep -q 'last' event.csv || wrong "event 7: $(cat event.csv)"
"$gaudit" report event result >slowest || wrong "the slowest event"
grep -q '^Event [0-9]*, the slowest (.*the median of 200 events (' slowest || wrong "the slowest: $(cat slowest)"

"$gaudit" report timeline result --event 7 -O event.svg 2>err || wrong "picture of event 7: $(cat err)"
[ "$(grep -c '<title>Event 7$' event.svg)" = 1 ] || wrong "event 7 is not drawn"
"$gaudit" report timeline result --event 201 -O none.svg 2>err && wrong "event 201 is drawn"
[ "$(cat err)" = "gaudit: 'result' has no event 201" ] || wrong "event 201: $(cat err)"
finish
