#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: ranks.sh GAUDIT OPTIONS_FOLDER [RESULTS]: what ranks and merging cost, for doc/scaling.md: results merged, and jobs on
# ranks of the MPIs that are here, beside processes without one in the same round.
set -eu
gaudit=$(realpath "$1") options=$(realpath "$2") most=${3:-10000}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM

# cost COMMAND...: wall time, CPU time in seconds, memory in MB.
cost() {
    python3 - "$@" <<'EOF'
import os, resource, subprocess, sys, time
began = time.monotonic()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
wall = time.monotonic() - began
used = resource.getrusage(resource.RUSAGE_CHILDREN)
if status.returncode:
    sys.exit(status.stderr.decode())
print(f"{wall:9.3f} {used.ru_utime + used.ru_stime:9.3f} {used.ru_maxrss / 1024:9.1f}")
EOF
}

echo 'merging: results, branches, wall [s], CPU [s], memory [MB], CPU per result and branch [us]'
for size in 16:10 16:100 16:1000 100:100 1000:100 10000:100; do
    results=${size%:*} branches=${size#*:}
    [ "$results" -le "$most" ] || continue
    python3 "$here/synthetic_results.py" parts "$results" "$branches"
    printf '%6d %4d %s\n' "$results" "$branches" "$(cost "$gaudit" merge parts/* -o merged)" |
        awk '{ printf "%s %9.1f\n", $0, 1e6 * $4 / $1 / $2 }'
    rm -rf parts merged
done

# job BRANCHES: empty algorithms.
job() { awk -v n="$1" 'BEGIN { print "<job><auditor type=\"TimerAuditor\"/>"
    for (i = 1; i < n; i++) printf "<algorithm type=\"Empty\" name=\"Leaf%d\"/>\n", i
    print "</job>" }'; }
job 100 >100.xml
job 1000 >1000.xml
for mpi in openmpi mpich; do
    command -v mpirun.$mpi >/dev/null || continue
    more= && [ $mpi = mpich ] || more=--oversubscribe
    echo "$mpi: ranks; wall and CPU [s] of: true; a quiet job of 100 branches and 100 events per rank; one that merges and"
    echo '  prints what all ranks have; and with 1000 branches; median of five'
    for n in 1 2 4 8 16; do
        printf '%3d' $n
        for form in true '100.xml -q' 100.xml '1000.xml -q' 1000.xml; do
            command=$form
            [ "$form" = true ] || command="$gaudit run $form --mpi -n $((100 * n))"
            for round in 1 2 3 4 5; do
                # shellcheck disable=SC2086 # words
                cost mpirun.$mpi $more -n $n $command
            done | sort -n | sed -n 3p | cut -c 1-20 | tr '\n' ' '
        done
        echo
    done
done

echo 'MPI_Sendrecv of 8 bytes to itself [ns]: alone, with TimerAuditor and MpiAuditor, with CPU time; three rounds'
libraries=$(cd "$(dirname "$gaudit")/../lib" && pwd)
for mpi in openmpi mpich; do
    command -v mpicc.$mpi >/dev/null || continue
    mpicc.$mpi -O2 -o calls "$here/mpi_calls.c"
    for round in 1 2 3; do
        audited() { GAUDIT_RESULT=calls-$round-$2 GAUDIT_AUDITORS="$1" LD_PRELOAD=$libraries/libgaudit-mpi.so ./calls; }
        echo "$mpi $(./calls) $(audited 'TimerAuditor MpiAuditor' a) $(audited 'TimerAuditor:CpuTime=true MpiAuditor' b)"
        rm -rf calls-*
    done
done

echo 'weak scaling of empty-tree.xml: events/s of two processes at once, of two ranks, their ratio; five rounds'
events=2000000
"$gaudit" run "$options/empty-tree.xml" -q -n $events -o warm-up
rate() { python3 -c "
import json, sys
runs = [json.load(open(f + '/run.json')) for f in sys.argv[1:]]
print(sum(r['events'] / r['loop_s'] for r in runs))" "$@"; }
for mpi in openmpi mpich; do
    command -v mpirun.$mpi >/dev/null || continue
    more= && [ $mpi = mpich ] || more=--oversubscribe
    for how in dynamic block cyclic; do
        for round in 1 2 3 4 5; do
            rm -rf one two both
            "$gaudit" run "$options/empty-tree.xml" -q -n $events -o one & "$gaudit" run "$options/empty-tree.xml" -q -n $events -o two
            wait
            mpirun.$mpi $more -n 2 "$gaudit" run "$options/empty-tree.xml" --mpi --distribute $how -q -n $((2 * events)) -o both
            echo "$mpi $how $(rate one two) $(rate both/rank-0 both/rank-1)"
        done
    done
done | awk '{ printf "%-8s %-8s %10.0f %10.0f %6.3f\n", $1, $2, $3, $4, $4 / $3 }'
