#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: jobs_ended.sh GAUDIT OPTIONS_FOLDER: signals to ranks of a job, and to their mpirun: what was processed is printed, as one; a
# crash names rank, event and branch; with Open MPI and MPICH. A log of a rank is text without colour.
. "$(dirname "$0")/../job/job.sh"
. "$here/../mpi/start.sh"
ulimit -c 0
job=$options/quickstart.xml

# The ranks $WHO get $SIGNAL when they have processed events.
cat >hit.sh <<'EOS'
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
case " $WHO " in *" $rank "*)
    (until [ "$(stat -c %s "$FOLDER/rank-$rank/events.gtr" 2>/dev/null || echo 0)" -gt 1024 ]; do sleep 0.01; done; kill -"$SIGNAL" $$) & ;;
esac
exec "$@"
EOS

# hit WHO SIGNAL EVENTS: a job of so many events, a third on each rank, which takes long without a signal.
hit() {
    rm -rf hit
    WHO=$1 SIGNAL=$2 FOLDER=hit ranks 3 sh hit.sh "$gaudit" run "$job" --mpi -s "Events.Events=$3" -n "$3" --distribute block \
        -s FastTracking.Microseconds=400 -a EventAuditor -o hit
}

# prints_all: rank 0 has printed what the ranks have, and how many events these are.
prints_all() {
    events=$(sed -n 's/^\([0-9]*\) events in .* 3 workers.*/\1/p' out)
    [ "$events" = "$(cat hit/rank-?/run.json | sed -n 's/^ *"events": \([0-9]*\),$/\1/p' | awk '{n += $1} END {print n}')" ] &&
        grep -q "^Event  *$events " out || wrong "$mpi: it prints: $(cat out err)"
}

# status RANK WORD
status() { grep -q "^ *\"status\": \"$2\"" hit/rank-$1/run.json || wrong "$mpi: rank $1 is not $2: $(grep '"status"' hit/rank-$1/run.json)"; }

signals() {
    for signal in TERM:143 INT:130; do
        hit '0 1 2' ${signal%:*} 1000000
        says_once ${signal#*:} "gaudit: 3 of 3 ranks were ended by SIG${signal%:*}, after [0-9]* events"
        prints_all
        for rank in 0 1 2; do status $rank interrupted; done
    done
    # The others go on to the end of the input; none waits for ever.
    hit 1 TERM 15000
    says_once 143 'gaudit: 1 of 3 ranks was ended by SIGTERM, after [0-9]* events'
    prints_all
    status 0 finished
    status 1 interrupted
    status 2 finished
}

crash() {
    hit 1 SEGV 1000000
    place="SIGSEGV in \(event [0-9]*\|branch '\).*, worker 0" # between events it is in the branch of the input
    says_once $ended "gaudit: rank 1: $place"
    [ $ended != 0 ] || wrong "$mpi: a crash: status 0"
    status 1 crashed
    grep -q "^ *\"failure_reason\": \"$place\"" hit/rank-1/run.json || wrong "$mpi: a crash: $(grep '"failure_reason"' hit/rank-1/run.json)"
}

# A program that is measured: its MPI has set handlers before, which come after ours; without the report they are alone.
program() {
    command -v mpicc.$mpi >/dev/null || return
    printf '#include <mpi.h>\n#include <signal.h>\nint main(int c, char **v) { MPI_Init(&c, &v); return raise(SIGSEGV); }\n' >crash.c
    mpicc.$mpi -w -o crash-$mpi crash.c || wrong "$mpi: no program"
    ranks 2 "$gaudit" collect --mpi -q -o program-$mpi -- ./crash-$mpi
    cat program-$mpi/rank-?/run.json | grep -q '"failure_reason": "SIGSEGV outside events and sections, ' &&
        grep -q '^gaudit: rank [01]: SIGSEGV outside events and sections, ' err ||
        wrong "$mpi: a program: $(cat err program-$mpi/rank-?/run.json)"
    GAUDIT_CRASH_REPORT=0 ranks 2 "$gaudit" collect --mpi -q -o silent-$mpi -- ./crash-$mpi
    ! grep -q '^gaudit: rank [01]: SIGSEGV' err || wrong "$mpi: without the report: $(cat err)"
}

log() {
    unset COLUMNS NO_COLOR
    TERM=xterm ranks 1 "$gaudit" run "$job" --mpi -n 50
    [ $ended = 0 ] && grep -q '^50 events in ' out || wrong "$mpi: a log: $(cat out err)"
    ! grep -q "$(printf '\033')" out err || wrong "$mpi: escape sequences in a log: $(cat -v out err)"
    cp out log
    "$gaudit" run "$job" -n 50 >out 2>&1
    [ "$(sed -n '/^Time per branch/{n;n;s/  *\[.*//p}' log)" = "$(sed -n '/^Time per branch/{n;n;s/  *\[.*//p}' out)" ] || wrong "$mpi: layout of a log: $(cat log)"
    TERM=xterm ranks 1 "$gaudit" run "$job" --mpi -n 50 --color always
    grep -q "$(printf '\033')" out || wrong "$mpi: no colour where it is asked for"
    export COLUMNS=300
}

ended() {
    signals
    crash
    program
    log
}

each_mpi ended
finish
