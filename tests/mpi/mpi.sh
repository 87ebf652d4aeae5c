#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: mpi.sh GAUDIT OPTIONS_FOLDER LIBRARIES HEADERS: libgaudit-mpi.so, and ranks below `gaudit collect`, with Open MPI and MPICH,
# in C and Fortran: calls and bytes are those that programs count themselves, and an imbalance that was made is found.
. "$(dirname "$0")/../job/job.sh"
libraries=$3 headers=$4
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM

# One-sided calls between three processes end in a segmentation fault with this part of Open MPI 4.1.4, also without gaudit.
OMPI_MCA_osc=^rdma
export OMPI_MCA_osc
programs="$here/../mpi/mpi_program.c $here/../mpi/mpi_requests.c $here/../mpi/mpi_collectives.c"

# The table of calls has as many arguments as the header of the MPI.
arguments() {
    echo '#include <mpi.h>' >header.c
    mpicc.$mpi -E header.c >header.i || wrong "$mpi: no header"
    python3 - "$here/../../auditors/mpi/mpi_table.h" <<'EOF' || wrong "$mpi: the table has other arguments than mpi.h"
import re, sys
header = re.sub(r"\s+", " ", open("header.i").read())
declared = {}
for name, arguments in re.findall(r"\bint (MPI_\w+) ?\(((?:[^()]|\([^()]*\))*)\)", header):
    arguments = re.sub(r"\[[^]]*\]|\([^()]*\)", "", arguments).strip()
    declared[name] = 0 if arguments in ("void", "") else arguments.count(",") + 1
rows = re.findall(r"C\((\w+), (\w+), (\d+), (\d+),", open(sys.argv[1]).read())
assert len(rows) > 150, len(rows)
for name, lower, n, n_fortran in rows:
    assert lower == name.lower() and declared["MPI_" + name] == int(n), (name, n, declared.get("MPI_" + name))
    assert name in ("Init", "Init_thread") or int(n_fortran) > int(n), name
EOF
}

# same FOLDER COUNTED: the documents of all ranks have what the program has counted.
same() {
    python3 - "$1" "$2" <<'EOF' || wrong "$mpi: $1: other calls or bytes than those counted"
import collections, json, sys
for rank in range(3):
    mpi = json.load(open(f"{sys.argv[1]}/rank-{rank}/mpi.json"))
    calls = {r["call"]: (r["calls"], r["moved_bytes"]) for r in mpi["calls"]}
    counted = {l.split()[0]: tuple(map(int, l.split()[1:])) for l in open(f"{sys.argv[2]}-{rank}")}
    assert len(counted) > 4 and calls == counted, (rank, set(calls.items()) ^ set(counted.items()))
    assert mpi["open_requests"] == 0, mpi["open_requests"]
    timer = json.load(open(f"{sys.argv[1]}/rank-{rank}/timer.json"))["branches"]
    sections = collections.Counter()
    for b in timer:
        sections[b["name"]] += b["calls"] * b["name"].startswith("MPI_")
    assert +sections == {k: v[0] for k, v in counted.items()}, sections
EOF
}

# with MPI: all of it.
with() {
    mpi=$1 start="mpirun.$1 -n 3"
    [ $mpi = mpich ] || start="mpirun.$1 --oversubscribe -n 3"
    arguments
    mpicc.$mpi -O2 -w -o calls-$mpi $programs || wrong "$mpi: no program"
    mpicc.$mpi -O2 -o heat-$mpi "$here/../../examples/mpi-heat/heat.c" -I"$headers" -L"$libraries" -lgaudit \
        -Wl,-rpath,"$libraries" -lm || wrong "$mpi: no example"

    # Below mpirun, and above it; linked, preloaded by hand.
    $start "$gaudit" collect --mpi -q -o below-$mpi -- ./calls-$mpi c-below-$mpi >out 2>&1 || wrong "$mpi: below mpirun: $(cat out)"
    same below-$mpi c-below-$mpi
    "$gaudit" collect --mpi -q -o above-$mpi -- $start ./calls-$mpi c-above-$mpi >out 2>&1 || wrong "$mpi: above mpirun: $(cat out)"
    same above-$mpi c-above-$mpi
    grep -q 'no times' out && wrong "$mpi: above mpirun: $(cat out)"
    [ "$(ls -d above-$mpi/rank-* | tr '\n' ' ')" = "above-$mpi/rank-0 above-$mpi/rank-1 above-$mpi/rank-2 " ] ||
        wrong "$mpi: ranks above: $(ls above-$mpi)"
    "$gaudit" report timing above-$mpi | grep -q '^  MPI_Init  *3 ' || wrong "$mpi: one result: $("$gaudit" report timing above-$mpi)"
    sends=$(cat c-above-$mpi-? | awk '$1 == "MPI_Send" {calls += $2; bytes += $3} END {print calls "  *" bytes}')
    "$gaudit" report mpi above-$mpi | grep -q "^MPI_Send  *$sends$" || wrong "$mpi: calls: $("$gaudit" report mpi above-$mpi)"
    mpicc.$mpi -w -o linked-$mpi $programs -L"$libraries" -lgaudit-mpi -Wl,-rpath,"$libraries" || wrong "$mpi: not linked"
    GAUDIT_RESULT=linked-result-$mpi GAUDIT_AUDITORS='TimerAuditor MpiAuditor:Barrier=true' \
        $start ./linked-$mpi c-linked-$mpi >out 2>&1 || wrong "$mpi: linked: $(cat out)"
    same linked-result-$mpi c-linked-$mpi
    "$gaudit" report timing linked-result-$mpi -f csv --all | grep -q ',MPI_Allreduce waiting,.*,6,' || wrong "$mpi: no waiting: $("$gaudit" report timing linked-result-$mpi -f csv --all)"
    COLUMNS=80 "$gaudit" report ranks linked-result-$mpi >text && ! grep -q 'is most imbalanced' text && grep -q '^Rank .* Waiting \[' text &&
        COLUMNS=120 "$gaudit" report ranks linked-result-$mpi | grep -q '^Branch .* Waiting \[' ||
        wrong "$mpi: no waiting of ranks: $(cat text)"
    "$gaudit" report ranks linked-result-$mpi -f csv | awk -F , '$1 == "MPI_Allreduce" && $6 > 0 {n++} END {exit n != 1}' ||
        wrong "$mpi: no waiting of branches: $("$gaudit" report ranks linked-result-$mpi -f csv)"
    $start ./calls-$mpi c-alone-$mpi >out 2>&1 || wrong "$mpi: alone: $(cat out)"
    for run in alone below; do grep -v '^MPI_Test\|^MPI_Improbe\|^MPI_Waitsome' c-$run-$mpi-1 >$run; done # how often depends on the others
    cmp -s alone below || wrong "$mpi: it does something else: $(diff alone below)"

    GAUDIT_RESULT=without-$mpi GAUDIT_AUDITORS='TimerAuditor MpiAuditor' $start ./heat-$mpi 20 2 >out 2>&1
    grep -q 'MpiAuditor: no call of MPI came: libgaudit-mpi.so of this gaudit must be preloaded' out || wrong "$mpi: not preloaded: $(cat out)"

    # The library of another installation: times only, and it says so.
    mkdir -p other-gaudit && cp -L "$libraries/libgaudit-mpi.so" other-gaudit
    GAUDIT_RESULT=other-$mpi GAUDIT_AUDITORS='TimerAuditor MpiAuditor' $start env LD_PRELOAD="$PWD/other-gaudit/libgaudit-mpi.so" \
        ./heat-$mpi 20 2 >out 2>&1
    grep -q "MpiAuditor: 'mpi' has no calls and bytes: calls of MPI go to '$PWD/other-gaudit/libgaudit-mpi.so', of another gaudit" out &&
        "$gaudit" report timing other-$mpi | grep -q '^  MPI_Init  *3 ' || wrong "$mpi: another gaudit: $(cat out)"

    # Built for the other MPI, each process is a job of its own.
    other=mpich && [ $mpi = mpich ] && other='openmpi --oversubscribe'
    if command -v mpirun.${other%% *} >/dev/null; then
        mpirun.$other -n 2 "$gaudit" collect --mpi -q -o foreign-$mpi -- ./heat-$mpi 20 2 >out 2>&1
        "$gaudit" report ranks foreign-$mpi | tr -s '\n ' ' ' | grep -q "warning: 2 of 2 ranks are jobs of one rank for their MPI: the program was built for another MPI than that of mpirun (" ||
            wrong "$mpi under mpirun.${other%% *}: $("$gaudit" report ranks foreign-$mpi)"
    fi

    # The example: the same heat with and without it, and the rank that has more of it.
    $start ./heat-$mpi 200 50 >alone && $start "$gaudit" collect --mpi -q -o heat-result-$mpi -- ./heat-$mpi 200 50 1 >out ||
        wrong "$mpi: the example: $(cat out)"
    cmp -s alone out || wrong "$mpi: another heat: $(cat alone out)"
    "$gaudit" report ranks heat-result-$mpi >text || wrong "$mpi: ranks"
    grep -q '^sweep  *150 ' text && tr -s '\n ' ' ' <text | grep -q ' % of the time between MPI_Init and MPI_Finalize is in MPI ' || wrong "$mpi: ranks: $(cat text)"
    "$gaudit" report ranks heat-result-$mpi --table ranks -f json | python3 -c "
import json, sys
rows = json.load(sys.stdin)
assert len(rows) == 3 and all(abs(r['time_s'] - r['work_s'] - r['mpi_s']) < 1e-9 for r in rows), rows
assert all(0 < r['mpi_cpu_s'] <= r['cpu_s'] for r in rows), rows" || wrong "$mpi: times of ranks"

    # Several threads of a rank at once.
    mpicc.$mpi -O2 -pthread -o threads-$mpi "$here/../mpi/mpi_threads.c" || wrong "$mpi: no program with threads"
    $start "$gaudit" collect --mpi -q -o several-$mpi -- ./threads-$mpi c-several-$mpi >out 2>&1 || wrong "$mpi: threads: $(cat out)"
    same several-$mpi c-several-$mpi

    # A second job with the same folder has another one, and its ranks have that together.
    for i in 1 2; do GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=twice-$mpi $start ./heat-$mpi 20 2 >out 2>&1 || wrong "$mpi: twice: $(cat out)"; done
    [ "$(cd twice-$mpi && ls -x -w 0 | tr -s ' ') $(cd twice-$mpi-2 && ls -x -w 0 | tr -s ' ')" = \
        'rank-0 rank-1 rank-2 ranks.json rank-0 rank-1 rank-2 ranks.json' ] || wrong "$mpi: twice: $(ls -d twice-$mpi*)"

    # A rank whose program is not there ends the job: the others would wait for it in MPI_Init.
    for form in direct collected; do
        command="$gaudit collect -o missing-$form-$mpi --" && [ $form = collected ] || command=
        timeout 60 $start sh -c "if [ \"\${OMPI_COMM_WORLD_RANK:-\$PMI_RANK}\" = 1 ]; then exec $gaudit collect -o missing-$form-$mpi -- ./missing; fi
            exec $command ./heat-$mpi 20 2" >out 2>&1
        status=$?
        [ $status != 0 ] && [ $status != 124 ] && grep -q "^gaudit: .*'./missing'" out || wrong "$mpi: a missing program, $form: $status, $(cat out)"
    done

    # A rank that ends the job.
    $start "$gaudit" collect --mpi -q -o abort-$mpi -- ./heat-$mpi 2 >out 2>&1 && wrong "$mpi: MPI_Abort succeeds"
    "$gaudit" report ranks abort-$mpi >text 2>&1 || wrong "$mpi: after MPI_Abort: $(cat text)"
    tr -s '\n ' ' ' <text | grep -q 'warning: rank [0-2] did not end well: failed: .*MpiAuditor: called MPI_Abort(1)' ||
        wrong "$mpi: after MPI_Abort: $(cat text)"

    command -v mpif90.$mpi >/dev/null || return
    for form in MODULE F08 INCLUDED; do
        mpif90.$mpi -cpp -D$form -w -fallow-argument-mismatch -o fortran-$mpi "$here/../mpi/mpi_program.f90" || wrong "$mpi: no Fortran program"
        $start "$gaudit" collect --mpi -q -o $form-$mpi -- ./fortran-$mpi c-$form-$mpi >out 2>&1 || wrong "$mpi: Fortran, $form: $(cat out)"
        same $form-$mpi c-$form-$mpi
    done
}

some=
for name in openmpi mpich; do
    command -v mpirun.$name >/dev/null && command -v mpicc.$name >/dev/null || continue
    some=1
    with $name
done
[ -n "$some" ] || { echo 'there is no MPI here'; exit 77; }
# A program without an MPI is not disturbed.
LD_PRELOAD=$libraries/libgaudit-mpi.so sh -c 'echo well' >out 2>&1 && [ "$(cat out)" = well ] || wrong "without MPI: $(cat out)"
finish
