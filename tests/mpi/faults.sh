#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: faults.sh GAUDIT OPTIONS_FOLDER: the disk of one rank is full, rank 0 is killed, an algorithm fails on one rank: the job
# ends by itself, the rank is named, and what the others have is whole; with Open MPI and MPICH, and with ranks that are imitated.
. "$(dirname "$0")/../job/job.sh"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_osc=^rdma # see mpi.sh
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_osc
advice='free space for its results, or choose another folder with -o, and run again'

# start N: the words that start N ranks.
start() { if [ $mpi = mpich ]; then echo "mpirun.mpich -n $1"; else echo "mpirun.openmpi --oversubscribe -n $1"; fi; }

# The folder of rank 1 comes to lie on a small disk, which is full at once; then there is a file "filled".
cat >on_disk.sh <<'EOF'
# usage: on_disk.sh FOLDER COMMAND...
folder=$1
shift
timeout 60 "$@" >all 2>&1 &
job=$!
until [ -e "$folder/rank-1/run.json" ]; do
    kill -0 $job || break
    sleep 0.01
done
cp -a "$folder/rank-1" kept
mount -t tmpfs -o size=32k none "$folder/rank-1"
cp -a kept/. "$folder/rank-1"
cat /dev/zero >"$folder/rank-1/zero" 2>/dev/null
: >filled
wait $job
echo $? >ended
rm "$folder/rank-1/zero"
cp -a "$folder" left # the disk is seen by this process only
EOF

# full FOLDER COMMAND...: its status, output in "all", results in "left-FOLDER".
full() {
    folder=$1
    rm -rf kept left filled ended
    unshare -rm sh ./on_disk.sh "$@" || wrong "$mpi: $folder: no disk: $(cat all)"
    mv left "left-$folder"
    ended=$(cat ended)
    [ "$ended" != 124 ] || wrong "$mpi: $folder: it hangs: $(cat all)"
}

# others FOLDER DOCUMENT...: of ranks 0 and 2 are whole.
others() {
    folder=$1
    shift
    for document in "$@"; do
        for rank in 0 2; do
            python3 -m json.tool "$folder/rank-$rank/$document" >/dev/null || wrong "$mpi: $folder: rank $rank has no $document"
        done
    done
}

# names_rank FOLDER PATTERN: report ranks says how a rank ended.
names_rank() {
    "$gaudit" report ranks "$1" >text 2>&1
    tr -s ' \n' ' ' <text | grep -q "$2" || wrong "$mpi: $1: $(cat text)"
}

full_disk() {
    # Events are slow enough for the disk to be full before the end. Each rank has a job, then all have one.
    set -- "$options/quickstart.xml" -q -s FastTracking.Microseconds=400
    full alone-$mpi $(start 3) "$gaudit" run "$@" -n 3000 -o alone-$mpi
    [ "$ended" != 0 ] && grep -q "^gaudit: rank 1: $advice: alone-$mpi/rank-1/.*timer.json: No space left on device" all ||
        wrong "$mpi: full: status $ended: $(cat all)"
    others left-alone-$mpi run.json timer.json counts.json
    names_rank left-alone-$mpi 'rank 1 did not end well: failed: .*No space left on device'
    full shared-$mpi $(start 3) "$gaudit" run "$@" --mpi -n 6000 -o shared-$mpi
    [ "$ended" != 0 ] && grep -q "^gaudit: rank 1: $advice: shared-$mpi/rank-1/.*timer.json: No space left on device" all ||
        wrong "$mpi: full, --mpi: status $ended: $(cat all)"
    names_rank left-shared-$mpi 'rank 1 did not end well: failed: .*No space left on device'
    # A program that is measured goes on; its status is its own.
    full above-$mpi "$gaudit" collect --mpi -q -o above-$mpi -- $(start 3) ./calls-$mpi c-$mpi filled
    [ "$ended" = 0 ] && grep -q "rank-1/.*No space left on device" all || wrong "$mpi: collect: status $ended: $(cat all)"
    others left-above-$mpi run.json timer.json mpi.json
    names_rank left-above-$mpi 'rank 1 did not end well: '
}

# A rank with a limit of 8 KiB for each file, as a quota is; no MPI is needed.
imitated() {
    mpi=imitated
    for rank in 0 1 2; do
        blocks=unlimited
        [ $rank != 1 ] || blocks=16
        # shellcheck disable=SC2016 # for the other shell
        OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=3 OMPI_MCA_orte_precondition_transports=faults \
            sh -c 'ulimit -f "$1"; shift; exec "$@"' sh $blocks "$gaudit" run -q -n 100 "$options/empty-tree.xml" -o imitated >out-$rank 2>&1
        echo $? >status-$rank
    done
    [ "$(cat status-0 status-1 status-2 | tr '\n' ' ')" = '0 5 0 ' ] || wrong "imitated: $(cat status-? out-?)"
    [ "$(cat out-1)" = 'gaudit: rank 1: imitated/rank-1/timer.json: File too large (see ulimit -f)' ] || wrong "imitated: $(cat out-1)"
    others imitated run.json timer.json
    names_rank imitated 'rank 1 did not end well: failed: imitated/rank-1/timer.json: File too large'
}

# An algorithm fails; rank 0, which gathers, is killed.
fails() {
    cat >failing.xml <<'EOF'
<job><input type="GeneratorInput"/><algorithm type="Fail"><property name="Events" value="37"/></algorithm></job>
EOF
    timeout 60 $(start 4) "$gaudit" run failing.xml --mpi -n 100 -o failing-$mpi >out 2>err
    got=$?
    [ $got != 0 ] && [ $got != 124 ] && grep -q '^gaudit: rank [0-3]: .*: event 37: ' err || wrong "$mpi: fails: status $got: $(cat err)"
    rank=$(sed -n 's/^gaudit: rank \([0-3]\): .*/\1/p' err)
    names_rank failing-$mpi "rank $rank did not end well: failed: .*event 37"
    cat >killed.sh <<'EOF'
if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ]; then
    "$@" & job=$!
    until [ "$(stat -c %s "$KILLED/rank-0/events.gtr" 2>/dev/null || echo 0)" -gt 4096 ]; do sleep 0.01; done # some are written
    kill -KILL $job
    wait $job
    exit 137
fi
exec "$@"
EOF
    KILLED=killed-$mpi timeout 60 $(start 3) sh killed.sh "$gaudit" run "$options/quickstart.xml" --mpi -n 100000 \
        -s FastTracking.Microseconds=900 -a EventAuditor -q -o killed-$mpi >out 2>err
    got=$?
    [ $got != 0 ] && [ $got != 124 ] || wrong "$mpi: rank 0 is killed: status $got"
    names_rank killed-$mpi 'rank 0 did not end by itself (it was killed, or still runs); the last event that it recorded is [1-9]'
}

imitated
some=
mkdir disk
for name in openmpi mpich; do
    command -v mpirun.$name >/dev/null && command -v mpicc.$name >/dev/null || continue
    mpi=$name some=1
    mpicc.$mpi -O2 -w -o calls-$mpi "$here/../mpi/mpi_program.c" "$here/../mpi/mpi_requests.c" "$here/../mpi/mpi_collectives.c" ||
        wrong "$mpi: no program"
    fails
    if unshare -rm mount -t tmpfs none disk 2>/dev/null; then
        full_disk
    else
        echo "no disk can be had: a full one is not tried with $mpi"
    fi
done
[ -n "$some" ] || echo 'there is no MPI here: only imitated ranks are tried'
finish
