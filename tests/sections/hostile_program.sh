#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: hostile_program.sh PROGRAM LIBRARY: what hostile_program.c does is the same whether it is audited or not.
program=$1 library=$2
. "${0%/*}/common.sh"

for scene in load load_small signals file work; do
    does $scene
    says ""
done

# --- a library that opens sections while it is loaded ----------------------------------
does load GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=load
says ""
calls load construct 3
calls load work 1
does unload GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=unload
says ""
does load_small GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=small
says ""
calls small work 1

# --- signals ---------------------------------------------------------------------------
for i in 1 2 3 4 5; do
    does signals GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=signals$i
    says ""
done

# --- standard error is closed, and its number is that of a file ------------------------
for audits in TimerAuditor "TimerAuditor Wrong" Wrong "/x TimerAuditor" "TimerAuditor LivePrintAuditor:All=true;TimeLimit=0"; do
    (exec 2>&-; GAUDIT_AUDITORS=$audits "$program" file >out)
    status=$?
    [ $status -eq 7 ] && [ "$(cat out)" = "done" ] && [ "$(cat data)" = "data
of 2" ] || wrong "closed, with $audits: status $status: $(cat out data)"
done
(exec 2>&-; GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=closed "$program" file >out)
calls closed work 1

# --- sections that are open when sessions come and go ----------------------------------
does across GAUDIT_RESULT=across
says "gaudit: warning: 'across' has results already: those of this program are in '$work/across-2'"
calls across work 1
calls across-2 work 1
does wrong GAUDIT_RESULT=wrong
says "gaudit: warning: sections: 1 section begin or end without a match, \
the first for 'across'; sections left open were closed with their parent"

# --- an auditor that cannot start, beside one that can ---------------------------------
for audits in "TimeLogAuditor:File=nowhere/x TimerAuditor" "TimerAuditor TimeLogAuditor:File=nowhere/x"; do
    rm -rf beside
    does work GAUDIT_AUDITORS="$audits" GAUDIT_RESULT=beside
    says "gaudit: warning: an auditor is left out: GAUDIT_AUDITORS: TimeLogAuditor: 'nowhere/x': No such file or directory"
    calls beside work 1
    calls beside "work inner" 1
done
does work GAUDIT_AUDITORS="TimerAudito TimeLogAuditor:File=nowhere/x CountAuditor:no-property=2 TimerAuditor" GAUDIT_RESULT=words
says "gaudit: warning: an auditor is left out: GAUDIT_AUDITORS: there is no class 'TimerAudito'; did you mean 'TimerAuditor'?" \
    "gaudit: warning: an auditor is left out: GAUDIT_AUDITORS: CountAuditor.no-property: class 'CountAuditor' has no property 'no-property'; it has: Enable, StartFromEventN, StopAtEventN, IncludeAlgorithms, ExcludeAlgorithms, MaxDepth, Phases" \
    "gaudit: warning: an auditor is left out: GAUDIT_AUDITORS: TimeLogAuditor: 'nowhere/x': No such file or directory"
calls words work 1
does work GAUDIT_AUDITORS="TimeLogAuditor:File=nowhere/x"
says "gaudit: warning: the program is not audited: GAUDIT_AUDITORS: TimeLogAuditor: 'nowhere/x': No such file or directory"

# Names of variables that are nearly right; users may have others.
does work GAUDIT_AUDITOR=TimerAuditor GAUDIT_RESULTS=x GAUDIT_DIR=/srv GAUDIT_BUILD=/srv GAUDIT_DATA=/srv GAUDIT_COLLECT_CLOK=
says "gaudit: warning: the environment variable 'GAUDIT_AUDITOR' has no effect; did you mean 'GAUDIT_AUDITORS'?" \
    "gaudit: warning: the environment variable 'GAUDIT_RESULTS' has no effect; did you mean 'GAUDIT_RESULT'?"

# A program without events.
does work GAUDIT_AUDITORS="TimerAuditor:StopAtEventN=9 CountAuditor:StartFromEventN=2" GAUDIT_RESULT=window
says "gaudit: warning: sections: TimerAuditor: StopAtEventN selects events, and the program has begun none with gau_event_begin(): the window had no effect" \
    "gaudit: warning: sections: CountAuditor: StartFromEventN selects events, and the program has begun none with gau_event_begin(): the window had no effect"
calls window work 1
does work GAUDIT_AUDITORS="TimerAuditor CountAuditor:StopAtEventN=9;Enable=false" GAUDIT_RESULT=disabled
says ""
calls disabled work 1

# --- little address space; what is built to find faults needs more by itself -----------
for size in 45000 50000 55000 60000 80000 150000 500000 1000000 4000000 100000000; do
    (ulimit -v $size && "$program" work) >out 2>&1 || [ $? -eq 7 ] || continue
    (ulimit -v $size; GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=limit$size "$program" work) >out 2>err
    status=$?
    [ $status -eq 7 ] && [ "$(cat out)" = "done" ] || wrong "limit $size: status $status, $(cat out err)"
    # One when the session opens, and one if there was then no room for the thread.
    [ "$(grep -c . err)" = "$(grep -c '^gaudit: warning: .*address space' err)" ] &&
        [ "$(grep -vc '^gaudit: warning: sections: ' err)" -le 1 ] ||
        wrong "limit $size: $(cat err)"
    grep -q 'not audited\|not be audited' err || calls limit$size work 1
done

finish
