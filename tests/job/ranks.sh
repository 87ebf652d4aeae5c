#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: ranks.sh GAUDIT OPTIONS_FOLDER: the ranks of an MPI job make one result, with a folder for each, whichever is first;
# `report ranks` has their times side by side. mpirun is imitated: its variables are set for processes that start together.
. "$(dirname "$0")/job.sh"
unset PMIX_NAMESPACE SLURM_PROCID SLURM_STEP_ID PMI_RANK PMI_SIZE

# rank N SIZE JOB COMMAND...: as a rank of Open MPI.
rank() {
    number=$1 size=$2 job=$3
    shift 3
    env OMPI_COMM_WORLD_RANK="$number" OMPI_COMM_WORLD_SIZE="$size" OMPI_MCA_orte_precondition_transports="$job" "$@"
}
# job NAME DIR: four ranks at once, of as many events as their number, in hundreds.
job() {
    for n in 3 2 1 0; do
        rank $n 4 "$1" "$gaudit" run "$options/quickstart.xml" -q -n $((100 * (n + 1))) -o "$2" >"said$n" 2>&1 &
    done
    wait
}
# lists DIR NAMES
lists() { [ "$(ls -x -w 0 "$1" | tr -s ' ')" = "$2" ] || wrong "$1 has $(ls -A "$1")"; }

for try in 1 2 3 4 5 6 7 8; do
    rm -rf result && job "job-$try" result
    lists result 'rank-0 rank-1 rank-2 rank-3 ranks.json'
    quiet said0 && quiet said1 && quiet said2 && quiet said3 || wrong "ranks say: $(cat said0 said1 said2 said3)"
done
python3 - <<'EOF' || wrong 'run.json does not say which rank it is'
import json
for n in range(4):
    run = json.load(open(f"result/rank-{n}/run.json"))
    assert (run["rank"], run["ranks"], run["launcher"], run["events"]) == (n, 4, "Open MPI", 100 * (n + 1)), run
ranks = json.load(open("result/ranks.json"))
assert (ranks["ranks"], ranks["launcher"], ranks["job"]) == (4, "Open MPI", "job-8"), ranks
EOF

# --- side by side ------------------------------------------------------------------------------
# The view of one rank has the first event apart.
for n in 0 1 2 3; do
    for table in branches warm_up; do
        "$gaudit" report timing result/rank-$n --table $table --all -f json >$table-$n || wrong "$table of rank $n"
    done
done
"$gaudit" report ranks result >text || wrong 'report ranks'
"$gaudit" report ranks result -f json >ranks.json && python3 - <<'EOF' || wrong "the times: $(cat ranks.json)"
import collections, json, math
times = [collections.Counter() for _ in range(4)]
calls = collections.Counter()
for n in range(4):
    for table in "branches", "warm_up":
        for row in json.load(open(f"{table}-{n}")):
            times[n][row["path"]] += row["total_s"] or 0
            calls[row["path"]] += row["calls"] or 0
rows = json.load(open("ranks.json"))
assert len(rows) > 5
previous = math.inf
for row in rows:
    of = [time[row["branch"]] for time in times]
    mean = sum(of) / 4
    for name, value in ("min_s", min(of)), ("mean_s", mean), ("max_s", max(of)):
        assert abs(row[name] - value) <= 1e-9 * max(of), (name, value, row)
    assert abs(row["imbalance_percent"] - 100 * (max(of) / mean - 1)) < 1e-6, row
    assert of[row["slowest_rank"]] == max(of) and row["calls"] == calls[row["branch"]] and row["ranks"] == 4, row
    assert row["max_s"] - row["mean_s"] <= previous * (1 + 1e-12), row
    previous = row["max_s"] - row["mean_s"]
assert {row["branch"]: row["calls"] for row in rows}["Event"] == 1000
EOF
grep -q '^.* is most imbalanced: rank [0-3] takes .* % more than the mean of 4 ranks, ' text || wrong "the answer: $(cat text)"
"$gaudit" report ranks result --table ranks -f csv | cut -d , -f 1,3 | tail -n +2 | tr '\n' ' ' >ends
[ "$(cat ends)" = '0,finished 1,finished 2,finished 3,finished ' ] || wrong "ends: $(cat ends)"

# --- as one result ------------------------------------------------------------------------------
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR
(cd result && "$gaudit" merge rank-* -o ../merged) >out 2>&1 || wrong "merge: $(cat out)"
for view in timing counts histogram; do
    "$gaudit" report $view result >text && "$gaudit" report $view merged >expected && [ -s text ] &&
        cmp -s text expected || wrong "$view: $(diff text expected)"
done
"$gaudit" report result >text || wrong 'the summary'
grep -q '^Results  *4$' text && grep -q '^Events  *1000$' text && grep -q '^Rate  *[0-9]* events/s$' text || wrong "summary: $(cat text)"
"$gaudit" compare result result/rank-0 >out 2>&1 || wrong "compare: $(cat out)"
"$gaudit" report html result -O result.html && "$gaudit" report timing result.html >text && "$gaudit" report timing result >expected &&
    cmp -s text expected || wrong "a page: $(diff text expected)"
python3 "$here/../report/document.py" "$gaudit" result >read 2>&1 && grep -qx 'view ranks_each' read || wrong "the document: $(cat read)"
python3 "$here/../report/html_page.py" result.html >read && grep -qx 'heading Ranks' read && grep -q 'code gaudit report ranks result' read ||
    wrong "the page has no ranks: $(cat read)"
"$gaudit" merge result -o by-folder >out 2>&1 && grep -q '^4 results merged' out || wrong "merge of a job: $(cat out)"
# By any path to it: as completion writes it, from inside, through a link.
"$gaudit" report timing result >expected
ln -s result link
mkdir below
for path in result/ result/. ./result//./ "$work/result/" link/ below/../result/; do
    "$gaudit" report timing "$path" >text 2>&1 && cmp -s text expected || wrong "by $path: $(cat text)"
done
for path in . ./ ../result ../result/ ../below/../result/. .//; do
    (cd result && "$gaudit" report timing "$path") >text 2>&1 && cmp -s text expected || wrong "from inside, by $path: $(cat text)"
done
for path in .. ../ ../.; do
    (cd result/rank-1 && "$gaudit" report timing "$path") >text 2>&1 && cmp -s text expected || wrong "by $path: $(cat text)"
done
(cd below && "$gaudit" report nothing ../result/) >text 2>&1 && wrong 'no such view'
grep -q "^gaudit: 'result' has no 'nothing'" text || wrong "how it is shown: $(cat text)"
"$gaudit" report ranks result result/ 2>text && wrong 'two results'
[ "$(cat text)" = "gaudit report: unexpected argument 'result/' (see 'gaudit help report')" ] || wrong "two results: $(cat text)"
cp -r result untimed && rm untimed/rank-*/timer.json
"$gaudit" report timing untimed 2>text && wrong 'no times'
grep -q "^gaudit: 'untimed' has no 'timing', but " text && ! grep -q 'did you mean' text || wrong "no times: $(cat text)"
# Under the mpirun of another MPI each rank is a job of its own.
for n in 0 1 2; do echo '{"schema": 2, "ranks": 1, "open_requests": 0, "calls": []}' >untimed/rank-$n/mpi.json; done
alone='3 of 4 ranks are jobs of one rank for their MPI: the program was built for another MPI than that of mpirun (Open MPI)'
COLUMNS=200 "$gaudit" report untimed | tr -s ' ' | grep -qx "Warning $alone" || wrong "alone: $("$gaudit" report untimed)"
COLUMNS=200 "$gaudit" report ranks untimed | grep -qx "warning: $alone" || wrong "alone: $("$gaudit" report ranks untimed)"
[ -z "$(ls -A tmp)" ] || wrong "it leaves $(ls -A tmp)"

# --- what went wrong ----------------------------------------------------------------------------
rm -r result/rank-2
sed -i 's/"status": "finished"/"status": "failed"/' result/rank-1/run.json
"$gaudit" report ranks result >text || wrong 'a rank is missing'
grep -q '^warning: 1 of 4 ranks has no result: 2$' text && grep -q '^warning: rank 1 did not end well: failed$' text ||
    wrong "what is missing: $(cat text)"
"$gaudit" report result | grep -qx 'Results  *3; none of rank 2; not finished: rank-1 (failed)' ||
    wrong "the summary: $("$gaudit" report result)"
job other result
for n in 0 1 2 3; do
    grep -qx "gaudit: 'result' is not empty, and of another job: the ranks of a job need a new or an empty folder" said$n ||
        wrong "another job: $(cat said$n)"
done
"$gaudit" report ranks missing 2>err && wrong 'no folder'
[ "$(wc -l <err)" = 1 ] || wrong "no folder: $(cat err)"

# --- collect ------------------------------------------------------------------------------------
# Rank 0 says once what to do with the ranks' result; each says whose samples these are.
for n in 1 0; do rank $n 2 collected "$gaudit" collect -o collected -- python3 -c 'sum(range(3000000))' 2>said$n || wrong "collect: $(cat said$n)"; done
grep -q "^gaudit: rank 1: [0-9]* samples* in 'collected/rank-1': " said1 && ! grep -q 'see: ' said1 || wrong "rank 1 says: $(cat said1)"
[ "$(grep -c '^gaudit: see: gaudit report ranks collected; gaudit report hotspots collected$' said0)" = 1 ] || wrong "rank 0 says: $(cat said0)"

echo text >file
rank 0 2 file "$gaudit" run "$options/quickstart.xml" -q -n 5 -o file 2>err && wrong 'a file as folder'
grep -qx "gaudit: the result folder 'file' cannot be used: Not a directory" err || wrong "a file as folder: $(cat err)"

# --- a rank with several programs, and what is no rank ----------------------------------------------
for i in 1 2; do rank 0 2 twice "$gaudit" run "$options/quickstart.xml" -q -n 5 -o twice || wrong 'a second program'; done
lists twice 'rank-0 rank-0-2 ranks.json'
rank 0 1 alone "$gaudit" run "$options/quickstart.xml" -q -n 5 -o alone && [ -e alone/timer.json ] || wrong 'a job of one rank'
SLURM_PROCID=0 SLURM_NTASKS=4 SLURM_JOB_ID=7 "$gaudit" run "$options/quickstart.xml" -q -n 5 -o script && [ -e script/timer.json ] ||
    wrong 'the script of a batch job is no rank'
rank x 4 odd "$gaudit" run "$options/quickstart.xml" -q -n 5 -o odd && [ -e odd/timer.json ] || wrong 'a rank that is no number'

if [ "$3" != brief ]; then # which has programs with sanitizers
for n in 0 1; do rank $n 2 profiled "$gaudit" profile "$options/quickstart.xml" -q -n 3000 --timeline -o profiled >out 2>&1 || wrong "profile: $(cat out)"; done
lists profiled 'rank-0 rank-1 ranks.json'
for view in hotspots workers summary html timeline; do
    "$gaudit" report $view profiled -O none >out 2>&1 || wrong "$view: $(cat out)"
done
"$gaudit" report hotspots profiled --group-by process -f csv | grep -q 'rank 1: gaudit (PID: ' || wrong 'no process is of a rank'
# Each lane once, though the job as one result has links to the samples of its ranks.
for n in 0 1; do "$gaudit" report workers profiled/rank-$n -f csv >rows-$n || wrong "workers of rank $n"; done
"$gaudit" report workers profiled -f csv >rows
[ "$(tail -n +2 rows | cut -d , -f 1 | uniq -c | tr -s ' ')" = "$(for n in 0 1; do echo " $(tail -n +2 rows-$n | wc -l) rank-$n"; done)" ] ||
    wrong "lanes of ranks: $(cat rows rows-0 rows-1)"
"$gaudit" compare profiled >out 2>&1 || wrong "timer against samples: $(cat out)"
fi

# --- both MPIs, if they are here ---------------------------------------------------------------------
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
for mpi in openmpi mpich; do
    command -v mpirun.$mpi >/dev/null || continue
    more= && [ $mpi = mpich ] || more=--oversubscribe
    mpirun.$mpi $more -n 3 "$gaudit" run "$options/quickstart.xml" -q -n 50 -o by-$mpi >out 2>&1 || wrong "$mpi: $(cat out)"
    lists by-$mpi 'rank-0 rank-1 rank-2 ranks.json'
done
finish
