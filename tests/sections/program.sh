#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: program.sh GAUDIT PROGRAM: a program that is audited does what it does without: "done" on standard
# output, and status 7.
gaudit=$1 program=$2
. "${0%/*}/common.sh"

# is FILE KEY VALUE
is() {
    grep -q "^ *\"$2\": \"\{0,1\}$3\"\{0,1\},\{0,1\}$" "$1" || wrong "$scene: no $2 $3 in $1"
}

# --- not audited -----------------------------------------------------------------------
for scene in nothing solve threads exit fork mismatch cancel close small_stack; do
    does $scene
    says ""
done
does solve GAUDIT_RESULT=unused
[ ! -e unused ] || wrong "a folder without a request"
does solve GAUDIT_AUDITORS=" " GAUDIT_OPTIONS=""
says ""

# --- printed ---------------------------------------------------------------------------
does solve GAUDIT_AUDITORS=TimerAuditor
grep -q '^| Program ' err || wrong "no table: $(cat err)"
! grep -q '^|   solve ' err || sed '/^Heaviest/,$d' err | grep -q '^|   solve ' && wrong "a section of level 2: $(cat err)"
does solve GAUDIT_AUDITORS=TimerAuditor GAUDIT_SECTION_LEVEL=3
sed '/^Heaviest/,$d' err | grep -q '^|     iterate |    10 ' || wrong "no section of level 3: $(cat err)"
does solve GAUDIT_AUDITORS=TimerAuditor GAUDIT_SECTION_LEVEL=0
[ "$(sed '/^Heaviest/,$d' err | grep -c '^| ')" = 2 ] || wrong "more than the root: $(cat err)"
for level in six -1 7 3x; do
    does solve GAUDIT_AUDITORS=TimerAuditor GAUDIT_SECTION_LEVEL=$level
    [ "$(grep warning err)" = "gaudit: warning: GAUDIT_SECTION_LEVEL: '$level' is no level from 0 to 6; 1 is used" ] ||
        wrong "level $level: $(cat err)"
done
does nothing GAUDIT_AUDITORS=TimerAuditor
says ""
does open
grep -q '^| Program ' err || wrong "no table: $(cat err)"
does close GAUDIT_AUDITORS=TimerAuditor
[ "$(grep -c '^Performance Graph' err)" = 1 ] || wrong "not one table: $(cat err)"
does snapshot GAUDIT_AUDITORS=TimerAuditor
[ "$(grep -c '^Performance Graph' err)" = 2 ] || wrong "not two tables: $(cat err)"

# --- written ---------------------------------------------------------------------------
does solve GAUDIT_AUDITORS="  TimerAuditor   CountAuditor/Second:MaxDepth=1 " GAUDIT_RESULT=solve
says ""
calls solve Program 1
calls solve solve 1
calls solve "solve iterate" 10
is solve/run.json status finished
is solve/run.json exit_status null
is solve/run.json workers 1
is solve/run.json command "$program solve"
[ -f solve/counts-Second.json ] || wrong "no counts: $(ls solve)"
"$gaudit" report graph solve >out 2>&1 || wrong "report graph: $(cat out)"
"$gaudit" report summary solve >out 2>&1 || wrong "report summary: $(cat out)"

cat >job.xml <<END
<job><auditor type="TimerAuditor" name="Mine"/><input type="NotThere"/></job>
END
does solve GAUDIT_OPTIONS=job.xml GAUDIT_AUDITORS=CountAuditor GAUDIT_RESULT=options
[ -f options/timer-Mine.json ] && [ -f options/counts.json ] || wrong "options: $(ls options)"
is options/run.json job job.xml
does chdir GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=away
calls away solve 1

# --- threads ---------------------------------------------------------------------------
does threads GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=threads
says ""
calls threads Program 100
calls threads "solve iterate" 1000
is threads/run.json workers 1
does small_stack GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=small
calls small "solve iterate" 10
does exit GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=exit
says ""
calls exit "solve open" 1
calls exit exiting 1
does alive GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=alive
says ""
calls alive Program 4
for scene in late late_close; do
    does $scene
    says ""
    does $scene GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=$scene
    says ""
    calls $scene solve 1
    calls $scene handler 1
    calls $scene destructor 1
    is $scene/run.json status finished
    does $scene GAUDIT_AUDITORS=TimerAuditor
    [ "$(grep -c '^Performance Graph' err)" = 1 ] || wrong "not one table: $(cat err)"
done
env GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=late_kill "$program" late_kill >out 2>err
calls late_kill "solve iterate" 10
is late_kill/run.json status running
does cancel GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=cancel
says ""
calls cancel cancelled 1
calls cancel solve 1
for audits in LivePrintAuditor:All=true TimerAuditor:Memory=true TimeLogAuditor:FlushEvery=1; do
    does cancel_itself GAUDIT_AUDITORS="$audits Watch" GAUDIT_RESULT=itself
    is itself/watch.json begun 2
    is itself/watch.json faults 0
    rm -rf itself
done

# --- children --------------------------------------------------------------------------
# What a child has from its parent stays as it is, which leak checkers report as leaks.
export ASAN_OPTIONS=detect_leaks=0
does fork GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=fork
says ""
calls fork solve 1
calls fork "fork solve" 1
[ ! -e fork-2 ] || wrong "results of a child"
# Auditors that fork while they are set up, for the session or for a thread.
for audits in Watch:Fork=true "Watch:Fork=true TimerAuditor"; do
    does threads GAUDIT_AUDITORS="$audits" GAUDIT_RESULT=forks
    says ""
    is forks/watch.json faults 0
    rm -rf forks
done
does fork_session GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=session
says "gaudit: warning: 'session' has results already: those of this program are in '@/session-2'"
calls session solve 1
calls session-2 solve 2

unset ASAN_OPTIONS

# --- what goes wrong -------------------------------------------------------------------
does mismatch GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=mismatch
says "gaudit: warning: sections: 2 section begins or ends without a match, \
the first for 'second'; sections left open were closed with their parent"
calls mismatch "first second" 1
does solve GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=solve
says "gaudit: warning: 'solve' has results already: those of this program are in '@/solve-2'"
does solve GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=solve/
says "gaudit: warning: 'solve/' has results already: those of this program are in '@/solve-3'"
calls solve-3 solve 1
mkdir empty
does solve GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=empty
says ""
calls empty solve 1
does solve GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=job.xml/x
[ "$(head -n 1 err)" = "gaudit: warning: GAUDIT_RESULT: the result folder '$work/job.xml/x' cannot be \
made: Not a directory; the results will be printed" ] && grep -q '^| Program ' err || wrong "no folder: $(cat err)"
does vanish GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=vanish
[ "$(grep -c '^gaudit: ' err)" = 1 ] && grep -q "^gaudit: warning: .*vanish/.*; the results follow$" err &&
    grep -q '^| Program ' err || wrong "vanished: $(cat err)"
does solve GAUDIT_AUDITORS=TimerAudito
says "gaudit: warning: the program is not audited: GAUDIT_AUDITORS: there is no class 'TimerAudito'; did \
you mean 'TimerAuditor'?"
does solve GAUDIT_OPTIONS=nowhere.xml
[ "$(grep -c '^gaudit: warning: the program is not audited: .*nowhere.xml' err)" = 1 ] || wrong "no file: $(cat err)"
printf '<job><auditor' >torn.xml
does solve GAUDIT_OPTIONS=torn.xml
[ "$(grep -c '^gaudit: warning: the program is not audited: torn.xml:1' err)" = 1 ] || wrong "torn: $(cat err)"

# A full disk, in the way of a limit on files. What goes through a pipe has none.
sh -c 'ulimit -f 4; GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=full exec "$1" solve' sh "$program" 2>&1 | cat >all
grep -q '^done$' all && [ "$(grep -c '^gaudit: warning: .*; the results follow$' all)" = 1 ] || wrong "full: $(cat all)"

# Nothing reads the output.
{
    sleep 0.2
    env GAUDIT_AUDITORS=TimerAuditor "$program" solve >out
    echo $? >status
} 2>&1 | true
[ "$(cat status)" = 7 ] && [ "$(cat out)" = "done" ] || wrong "no reader: status $(cat status)"

env GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=killed "$program" kill >out 2>err
[ "$(ls killed)" = run.json ] || wrong "killed: $(ls killed)"
is killed/run.json status running

# --- several at once -------------------------------------------------------------------
mkdir many
for i in 1 2 3 4 5 6 7 8; do
    env GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=many "$program" solve >/dev/null 2>>many-err &
done
wait
for folder in many many-2 many-3 many-4 many-5 many-6 many-7 many-8; do
    calls $folder solve 1
done
[ "$(wc -l <many-err)" -eq 7 ] || wrong "eight at once: $(cat many-err)"

# --- programs with other rights --------------------------------------------------------
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$work"
    cp "$program" other && chmod 4755 other
    GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT="$work/rights" setpriv --reuid=65534 --clear-groups ./other open >out 2>err
    status=$?
    if [ -s err ]; then # the library is where that user cannot read it
        echo "not tried: $(cat err)"
    else
        printf 'programs with more rights than their user are not audited\ndone\n' | diff - out >&2 &&
            [ $status -eq 7 ] || wrong "set-uid: status $status"
        [ ! -e rights ] || wrong "a set-uid program wrote"
    fi
fi

finish
