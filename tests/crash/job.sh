#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: job.sh GAUDIT OPTIONS_FOLDER MODULES: a crash in a job names event and branch.
gaudit=$1 modules=$3
. "${0%/*}/common.sh"
export GAUDIT_MODULE_PATH="$modules:$GAUDIT_MODULE_PATH"
# A sanitizer has handlers of its own for these; it leaves SIGILL and SIGABRT to others.
sanitized=$(grep -qE "__[at]san_init" "$gaudit" && echo yes)

cat >job.xml <<END
<job>
  <input type="GeneratorInput" name="Events"><property name="Events" value="100"/></input>
  <auditor type="TimerAuditor"/>
  <auditor type="TimeLogAuditor"/>
  <sequence name="Main">
    <sequence name="Tracking"><algorithm type="Crash" name="Fit"/></sequence>
  </sequence>
</job>
END
place="branch 'Main Tracking Fit inner' (component 'Fit' of class 'Crash')"
outer="branch 'Main Tracking Fit' (component 'Fit' of class 'Crash')"

# crashes STATUS SIGNAL WAY: by one worker in an event, with and without a folder, and among others.
crashes() {
    ends "$1" "$gaudit" run job.xml -s Fit.Event=17 -s Fit.Way="$3"
    says "gaudit: $2 in event 17, $place, worker 0"
    ends "$1" "$gaudit" run job.xml -o "$3" -s Fit.Event=17 -s Fit.Way="$3"
    says "gaudit: $2 in event 17, $place, worker 0"
    records "$3" crashed "$2 in event 17, $place, worker 0"
    ends "$1" "$gaudit" run job.xml -j 3 -o "$3-3" -s Fit.Others=2 -s Fit.Way="$3"
    own=$(sed -n '1s/.* worker \([012]\)$/\1/p' err)
    others=$(sed -n '2,$s/^gaudit: worker \([012]\) was in event \([23]\), .*/\1 \2/p' err)
    [ "$(wc -l <err)" -eq 3 ] && [ "$(sed -n 1p err)" = "gaudit: $2 in event 1, $place, worker $own" ] ||
        wrong "$3 among others: $(cat err)"
    [ "$(echo "$own $others" | tr ' ' '\n' | sort | tr -d '\n')" = 01223 ] || wrong "workers and events: $(cat err)"
    [ "$(sed '1d' err | grep -cF " $outer")" -eq 2 ] || wrong "branches of the others: $(cat err)"
    records "$3-3" crashed "$2 in event 1, $place, worker $own"
}

crashes 134 SIGABRT abort
crashes 132 SIGILL 4

# --- steps -----------------------------------------------------------------------------
for step in Initialize Finalize; do
    ends 134 "$gaudit" run job.xml -o $step -s Fit.Way=abort \
        -s Fit.Step="$(echo $step | tr IF if)"
    says "gaudit: SIGABRT in step $step of component 'Fit' of class 'Crash', worker 0"
    records $step crashed "SIGABRT in step $step of component 'Fit' of class 'Crash', worker 0"
done
ends 134 "$gaudit" run job.xml -o destroy -s Fit.Way=abort -s Fit.Step=destroy
says "gaudit: SIGABRT in step Finalize of component 'Fit' of class 'Crash', worker 0"
ends 134 "$gaudit" run job.xml -j 3 -o destroy-3 -s Fit.Way=abort -s Fit.Step=destroy
[ "$(sed -n 1p err)" = "gaudit: SIGABRT in step Finalize of component 'Fit' of class 'Crash', worker 0" ] ||
    wrong "destroy of worker 2: $(cat err)"

# --- what is left ----------------------------------------------------------------------
for view in timing counts graph; do
    ends 1 "$gaudit" report $view abort
    says "gaudit: 'abort' has no '$view': the run crashed, SIGABRT in event 17, $place, worker 0"
done
"$gaudit" report timing abort --format json >out 2>err && wrong "times of a crashed run: $(cat out)"

ends 134 "$gaudit" run job.xml -o events -a EventAuditor -s Events.Events=1000 -s Fit.Event=600 -s Fit.Way=abort
keeps_events events
records events crashed "SIGABRT in event 600, $place, worker 0"

# --- switched off, and without standard error ------------------------------------------
ends 134 GAUDIT_CRASH_REPORT=0 "$gaudit" run job.xml -o off -s Fit.Way=abort
says ""
"$gaudit" report summary off | grep -qx "Status  *running" || wrong "off: $("$gaudit" report summary off)"
(
    exec 2>&-
    "$gaudit" run job.xml -o closed -s Fit.Way=abort
) >out
records closed crashed "SIGABRT in event 1, $place, worker 0"

if [ ! "$sanitized" ]; then
    crashes 139 SIGSEGV pointer
    crashes 139 SIGSEGV overflow
    crashes 135 SIGBUS beyond
    crashes 136 SIGFPE 8
    crashes 139 SIGSEGV 11
    # The collector stands between a program and its signals.
    ends 139 "$gaudit" collect -o collected -- "$gaudit" run job.xml -o inner -s Fit.Way=overflow -s Fit.Event=17
    grep -qxF "gaudit: SIGSEGV in event 17, $place, worker 0" err || wrong "collected: $(cat err)"
    records inner crashed "SIGSEGV in event 17, $place, worker 0"
fi
finish
