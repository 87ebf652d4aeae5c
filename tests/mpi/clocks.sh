#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: clocks.sh GAUDIT OPTIONS_FOLDER: ranks with one clock measure nothing; the clock of a rank that is in a time namespace of
# its own, 1000 s ahead, is measured within the error that is stated, of programs and of jobs, by Open MPI and MPICH.
. "$(dirname "$0")/../job/job.sh"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_osc=^rdma # see mpi.sh
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_osc

# measured DIR RANKS COUNTED AHEAD: RANKS have measurements, of so many seconds; calls are those that the program has counted.
measured() {
    python3 - "$@" <<'EOF' || wrong "$mpi: $1: clocks: $(grep -h clock_ "$1"/rank-*/run.json)"
import json, os, sys
folder, ranks, counted, ahead = sys.argv[1:]
runs = [json.load(open(f"{folder}/rank-{n}/run.json")) for n in range(3)]
assert all(run["clock_identity"] for run in runs)
assert "".join(str(n) for n in range(3) if "clock_offsets" in runs[n]) == ranks, runs
for run in runs:
    offsets = run.get("clock_offsets", [])
    assert len(offsets) in (0, 2)
    for row in offsets:
        assert abs(row["offset_ns"] - int(ahead) * 10**9) <= row["error_ns"] < 10**9, row
    if offsets:
        assert run["clock_identity"] != runs[0]["clock_identity"] and offsets[0]["at_ns"] < offsets[1]["at_ns"], run
for n in range(3) if counted else ():
    calls = {row["call"]: row["calls"] for row in json.load(open(f"{folder}/rank-{n}/mpi.json"))["calls"]}
    said = {line.split()[0]: int(line.split()[1]) for line in open(f"{counted}-{n}")}
    assert calls == said, set(calls.items()) ^ set(said.items())
EOF
}

# lanes DIR NOTES: a picture of all, with one axis, that is no longer than all of it took.
lanes() {
    "$gaudit" report timeline "$1" -f json >lanes.json || wrong "$mpi: $1: no timeline"
    python3 - "$2" <<'EOF' || wrong "$mpi: $1: lanes: $(head -c 1000 lanes.json)"
import json, sys
lanes = json.load(open("lanes.json"))
assert 0 <= lanes["from_ns"] < lanes["to_ns"] < 100e9, (lanes["from_ns"], lanes["to_ns"])
assert [note for note in lanes["notes"] if "clock" in note] == ([] if not sys.argv[1] else [note for note in lanes["notes"] if sys.argv[1] in note]), lanes["notes"]
assert not sys.argv[1] or any(sys.argv[1] in note for note in lanes["notes"])
EOF
}

# with MPI: all of it.
with() {
    mpi=$1 start=mpirun.$1
    [ $mpi = mpich ] || start="$start --oversubscribe"
    mpicc.$mpi -O2 -w -o calls-$mpi "$here/../mpi/mpi_program.c" "$here/../mpi/mpi_requests.c" "$here/../mpi/mpi_collectives.c" || wrong "$mpi: no program"
    GAUDIT_AUDITORS='TimerAuditor MpiAuditor:Clocks=true TraceAuditor'
    export GAUDIT_AUDITORS
    program="$gaudit collect --mpi -q" run="$gaudit run $options/quickstart.xml --mpi --distribute cyclic -n 300 -a TraceAuditor -q"

    $start -n 3 $program -o same-$mpi -- ./calls-$mpi c-same-$mpi >out 2>&1 || wrong "$mpi: one clock: $(cat out)"
    measured same-$mpi '' c-same-$mpi 0
    lanes same-$mpi ''
    $start -n 3 $run -o job-$mpi >out 2>&1 || wrong "$mpi: a job with one clock: $(cat out)"
    measured job-$mpi '' '' 0
    lanes job-$mpi ''
    [ -n "$spaces" ] || return
    $start -n 2 $program -o apart-$mpi -- ./calls-$mpi c-apart-$mpi \
        : -n 1 $ahead $program -o apart-$mpi -- ./calls-$mpi c-apart-$mpi >out 2>&1 || wrong "$mpi: two clocks: $(cat out)"
    measured apart-$mpi 2 c-apart-$mpi 1000
    lanes apart-$mpi 'the clock of rank 2 is 1000 s ahead of that of rank 0, known to '
    $start -n 1 $ahead $run -o ahead-$mpi : -n 2 $run -o ahead-$mpi >out 2>&1 || wrong "$mpi: a job with two clocks: $(cat out)"
    measured ahead-$mpi 12 '' -1000
    lanes ahead-$mpi 'clocks of 2 ranks differ from that of rank 0: '
    "$gaudit" merge ahead-$mpi/rank-* -o merged-$mpi >out 2>&1 && ! grep -q clock_ merged-$mpi/run.json ||
        wrong "$mpi: merged: $(cat out; grep clock_ merged-$mpi/run.json)"
    "$gaudit" report hotspots apart-$mpi -v >text 2>&1 && grep -q 'the clock of rank 2 is 1000 s ahead' text ||
        wrong "$mpi: samples: $(cat text)"
    "$gaudit" report hotspots apart-$mpi --time-filter 0:100 >part && "$gaudit" report hotspots apart-$mpi >text && cmp -s part text ||
        wrong "$mpi: samples of rank 2 are at another time"

    # Without a measurement.
    GAUDIT_AUDITORS='TimerAuditor MpiAuditor TraceAuditor'
    $start -n 2 $program -o unmeasured-$mpi -- ./calls-$mpi c-unmeasured-$mpi \
        : -n 1 $ahead $program -o unmeasured-$mpi -- ./calls-$mpi c-unmeasured-$mpi >out 2>&1 || wrong "$mpi: not measured: $(cat out)"
    measured unmeasured-$mpi '' c-unmeasured-$mpi 0
    lanes unmeasured-$mpi 'the clock of rank 2 was not compared with that of rank 0'
}

ahead='unshare -T --monotonic 1000 --boottime 1000' spaces=
$ahead true 2>/dev/null && spaces=1
[ -n "$spaces" ] || echo 'no time namespaces here: only ranks with one clock are tested'
some=
for name in openmpi mpich; do
    command -v mpirun.$name >/dev/null && command -v mpicc.$name >/dev/null || continue
    some=1
    with $name
done
[ -n "$some" ] || { echo 'there is no MPI here'; exit 77; }
finish
