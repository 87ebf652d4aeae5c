#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: jobs.sh GAUDIT OPTIONS_FOLDER [all]: jobs on ranks of Open MPI and MPICH: whatever the ranks, workers and distribution, the
# decisions, counts and histograms are those of one process; failures end all ranks, in one line that names the rank.
. "$(dirname "$0")/../job/job.sh"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
all=${3-}
GAUDIT_DATA=${GAUDIT_DATA:-$options/../../shared/data}
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM GAUDIT_DATA

# start N: the words that start N ranks.
start() { if [ $mpi = mpich ]; then echo "mpirun.mpich -n $1"; else echo "mpirun.openmpi --oversubscribe -n $1"; fi; }

# same MERGED WHOLE: all documents but those of times.
same() {
    "$gaudit" merge $1 -o merged-$1 >out 2>&1 || wrong "$mpi: merge of $1: $(cat out)"
    python3 - merged-$1 $2 <<'EOF' || wrong "$mpi: $1 is not $2"
import glob, json, math, os, sys
def same(a, b, at):
    if isinstance(b, dict):
        for key in set(a) | set(b):
            if key not in ("schema", "merge", "merge_order", "branch", "parent") and not key.endswith("_exact"):
                assert key in a and key in b, (at, key)
                same(a[key], b[key], at + "/" + key)
    elif isinstance(b, list):
        assert len(a) == len(b), at
        for i, (x, y) in enumerate(zip(a, b)):
            same(x, y, f"{at}[{i}]")
    elif isinstance(b, float):
        assert math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-300), (at, a, b)
    else:
        assert a == b, (at, a, b)
n = 0
for path in glob.glob(sys.argv[2] + "/*.json"):
    name = os.path.basename(path)
    a, b = (json.load(open(f"{folder}/{name}")) for folder in sys.argv[1:3])
    if name == "run.json":
        assert (a["events"], a["accepted"], a["event_window"]) == (b["events"], b["accepted"], b["event_window"]), (a["events"], b["events"])
    elif name == "timer.json":
        def calls(timer):
            count = {}
            for table in "branches", "warm_up":
                for row in timer[table]:
                    key = row["root"], row["path"]
                    count[key] = count.get(key, 0) + row["calls"] * (key[0] == "Event")
            return count
        assert calls(a) == calls(b)
    elif not name.startswith("csv"):
        same(a, b, name)
        n += 1
assert n > 1, n
EOF
}

# jobs NAME JOB FORMS ARGUMENT...: one process, then ranks, distribution and workers as each of FORMS says.
jobs() {
    name=$1 job=$options/$2.xml forms=$3
    shift 3
    [ -d $name ] || runs "$job" -q "$@" -o $name
    for form in $forms; do
        n=${form%%-*} j=${form##*-} how=${form#*-}
        how=${how%-*}
        $(start $n) "$gaudit" run "$job" --mpi --distribute $how -j $j "$@" -o $name-$mpi-$form >out 2>err ||
            wrong "$mpi: $name, $form: $(cat out err)"
        grep -q "^[0-9]* events in .* $((n * j)) workers*" out && [ "$(grep -c ' workers*)' out)" = 1 ] || wrong "$mpi: $form prints: $(cat out)"
        same $name-$mpi-$form $name
    done
}

# fails STATUS LINE RANKS ARGUMENT...: standard error has that line; the job ends by itself.
fails() {
    status=$1 line=$2 ranks=$3
    shift 3
    timeout 60 $(start $ranks) "$gaudit" run "$@" >out 2>err
    got=$?
    [ $got != 0 ] && [ $got != 124 ] || wrong "$mpi: $*: status $got"
    grep -q "^$line" err || wrong "$mpi: $*: $(cat err)"
}

# Physics with real data, on 1, 2 and 4 ranks, distributed in all ways, of 1 and 3 workers.
all() {
    mpi=$1 forms=
    for how in dynamic block cyclic; do
        for n in 1 2 4; do forms="$forms $n-$how-1 $n-$how-3"; done
    done
    jobs dimuon dimuon "$forms" -n 20000
    jobs cms hlt-cms "$forms" -n 1000
}

with() {
    mpi=$1 library=$2
    jobs quick quickstart '2-dynamic-1 4-cyclic-1 2-block-2 4-dynamic-2' -n 100
    jobs skipped quickstart '2-block-1 3-cyclic-2' -n 50 --skip 25
    if [ -f "$GAUDIT_DATA/README.md" ]; then
        jobs dimuon dimuon '4-dynamic-2 2-cyclic-1' -n 3000
        jobs cms hlt-cms '2-dynamic-1 4-block-1' -n 100
    fi
    # The input ends; no number of events is needed.
    cat >short.xml <<'EOF'
<job><input type="GeneratorInput"><property name="Events" value="77"/></input>
<auditor type="CountAuditor"/><auditor type="TimerAuditor"/>
<algorithm type="Histogram1D" name="Pt"><property name="Input" value="muons.pt"/></algorithm></job>
EOF
    [ -d short ] || runs short.xml -q -o short
    for how in dynamic cyclic; do
        $(start 3) "$gaudit" run short.xml --mpi --distribute $how -q -o short-$mpi-$how >out 2>&1 || wrong "$mpi: short: $(cat out)"
        sed -i 's/"event_window": .*/"event_window": null,/' short/run.json short-$mpi-$how/rank-*/run.json
        same short-$mpi-$how short
    done
    # Ranks of several hosts have no memory in common: an MPI that says so of this one.
    echo 'int MPI_Comm_split_type(void) { return 1; }' >apart.c
    if ${CC:-cc} -shared -fPIC apart.c -o "$work/apart-$mpi.so" -Wl,--no-as-needed -l:$library 2>out; then
        GAUDIT_MPI_LIBRARY=$work/apart-$mpi.so
        export GAUDIT_MPI_LIBRARY
        jobs apart quickstart '3-dynamic-1 2-dynamic-2' -n 300
        unset GAUDIT_MPI_LIBRARY
    else
        wrong "$mpi: $(cat out)"
    fi
    # Without a folder; with one rank; quiet.
    $(start 2) "$gaudit" run "$options/quickstart.xml" --mpi -n 100 >out 2>err && grep -q '^Event  *100 ' out &&
        [ "$(grep -c '^100 events in ' out)" = 1 ] || wrong "$mpi: without a folder: $(cat out err)"
    $(start 1) "$gaudit" run "$options/quickstart.xml" --mpi -n 100 -q -o one-$mpi >out 2>&1 && [ -e one-$mpi/timer.json ] || wrong "$mpi: one rank: $(cat out)"

    $(start 2) "$gaudit" run "$options/quickstart.xml" --mpi -n 100 -q -o paged-$mpi --html paged-$mpi.html >out 2>&1 || wrong "$mpi: a page: $(cat out)"
    "$gaudit" report paged-$mpi.html | grep -qx 'Results  *2' || wrong "$mpi: a page: $("$gaudit" report paged-$mpi.html 2>&1)"

    # --- failures
    cat >failing.xml <<'EOF'
<job><input type="GeneratorInput"/><algorithm type="Fail"><property name="Events" value="31"/></algorithm></job>
EOF
    fails 4 'gaudit: rank [0-9]: .*event 31' 3 failing.xml --mpi -n 100
    fails 1 'gaudit: --distribute block needs -n N' 2 "$options/quickstart.xml" --mpi --distribute block
    fails 2 "gaudit: command line: Nonsense.X: no component is called 'Nonsense'" 2 "$options/quickstart.xml" --mpi -s Nonsense.X=1 -n 5
    cat >other.sh <<'EOF'
more= && [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ] && more='-s FastTracking.Microseconds=31'
exec "$@" $more
EOF
    timeout 60 $(start 3) sh other.sh "$gaudit" run "$options/quickstart.xml" --mpi -n 50 -q -o other-$mpi >out 2>err
    [ $? != 0 ] && grep -q "^gaudit: rank 1 has other options than rank 0: line [0-9]* .*value=\"31\".* and .*value=\"30\"" err ||
        wrong "$mpi: other options: $(cat err)"
    # A rank is killed: the job ends, and the others' results say which.
    cat >killed.sh <<'EOF'
if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ]; then
    "$@" & job=$!
    while [ ! -e "$KILLED/rank-1/run.json" ]; do :; done
    kill -KILL $job
    wait $job
    exit 137
fi
exec "$@"
EOF
    KILLED=killed-$mpi timeout 60 $(start 3) sh killed.sh "$gaudit" run "$options/quickstart.xml" --mpi -n 100000 -s FastTracking.Microseconds=900 \
        -q -o killed-$mpi >out 2>err
    got=$?
    [ $got != 0 ] && [ $got != 124 ] || wrong "$mpi: a killed rank: status $got"
    "$gaudit" report killed-$mpi 2>&1 | grep -q 'not finished: .*rank-1 (not ended)' || wrong "$mpi: a killed rank: $("$gaudit" report killed-$mpi 2>&1)"
    GAUDIT_MPI_LIBRARY=libnone.so timeout 60 $(start 2) "$gaudit" run "$options/quickstart.xml" --mpi -n 5 >out 2>err
    grep -q '^gaudit: rank [01]: --mpi: the MPI of .* cannot be loaded: libnone.so: cannot open shared object file' err || wrong "$mpi: no MPI: $(cat err)"
}

some=
for name in openmpi:libmpi.so.40 mpich:libmpich.so.12; do
    command -v mpirun.${name%:*} >/dev/null || continue
    some=1
    if [ "$all" = all ]; then all ${name%:*}; else with ${name%:*} ${name#*:}; fi
done
"$gaudit" run "$options/quickstart.xml" --mpi >out 2>err
[ $? = 1 ] && grep -q '^gaudit: --mpi: this is no rank of a job of several ones: ' err || wrong "without mpirun: $(cat err)"
[ -n "$some" ] || { echo 'there is no MPI here'; exit 77; }
finish
