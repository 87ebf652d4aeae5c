#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: rank_events.sh GAUDIT OPTIONS_FOLDER: the events and regions of ranks, and of merged jobs, are those of one process,
# each with its rank; what is of one process only is refused, and a damaged file of a rank is one line. Ranks are imitated.
. "$(dirname "$0")/job.sh"
unset PMIX_NAMESPACE SLURM_PROCID SLURM_STEP_ID PMI_RANK PMI_SIZE

# rank N SIZE DIR JOB ARGUMENT...: as a rank of Open MPI.
rank() {
    number=$1 size=$2 folder=$3 job=$4
    shift 4
    OMPI_COMM_WORLD_RANK=$number OMPI_COMM_WORLD_SIZE=$size OMPI_MCA_orte_precondition_transports=job-$folder \
        "$gaudit" run "$options/$job.xml" -q -j 2 --k4bench -o "$folder" "$@" >said 2>&1 && quiet said ||
        wrong "rank $number of $folder: $(cat said)"
}
# on_ranks SIZE DIR JOB EVENTS
on_ranks() {
    for n in $(seq 0 $(($1 - 1))); do rank $n $1 $2 $3 -n $(($4 / $1)) --skip $(($4 / $1 * n)); done
}
for job in quickstart transport; do
    runs "$options/$job.xml" -q -n 24 -j 2 --k4bench -o one-$job
    for ranks in 1 2 4; do on_ranks $ranks $job-$ranks $job 24; done
    for part in 0 1 2; do runs "$options/$job.xml" -q -n 8 --skip $((8 * part)) -j 2 --k4bench -o $job-part-$part; done
    "$gaudit" merge $job-part-2 $job-part-0 -o $job-some >out 2>&1 && "$gaudit" merge $job-some $job-part-1 -o $job-merged >out 2>&1 ||
        wrong "merge: $(cat out)"
    grep -q 'files are not merged\|k4bench_[a-z]*[.]json' out && wrong "merge says: $(cat out)"
done

# --- the same events ------------------------------------------------------------------------------
mkdir tmp data
TMPDIR=$work/tmp
export TMPDIR
for job in quickstart transport; do
    for result in one-$job $job-1 $job-2 $job-4 $job-merged; do
        "$gaudit" report events $result -f json >data/$result.json || wrong "events of $result"
        "$gaudit" export $result --format k4bench -O data/$result.k4bench || wrong "k4bench of $result"
        "$gaudit" report events $result >data/$result.text && "$gaudit" report events $result -O data/$result.svg &&
            "$gaudit" report html $result -O data/$result.html || wrong "views of $result"
        grep '^warning' data/$result.text && wrong "warnings of $result"
    done
done
for result in one-transport transport-1 transport-2 transport-4 transport-merged transport-4/rank-? transport-2/rank-? transport-part-?; do
    name=$(echo $result | tr / -)
    "$gaudit" report regions $result --table regions -f json >data/$name.regions 2>err &&
        "$gaudit" report regions $result >text || wrong "regions of $result: $(cat err)"
    grep '^warning' text && wrong "warnings of regions of $result"
    sed -n 's/^Time of regions per event, the mean of \([0-9]*\) event.*/\1/p' text >data/$name.count
done
[ -z "$(ls -A tmp)" ] || wrong "it leaves $(ls -A tmp)"
cat >check.py <<'EOF2'
import collections, json
def load(name): return json.load(open("data/" + name))
for job in "quickstart", "transport":
    one = load(f"one-{job}.json")
    assert [row["event"] for row in one] == list(range(1, 25)) and "result" not in one[0]
    for name, n in ("1", 1), ("2", 2), ("4", 4), ("merged", 3):
        rows = load(f"{job}-{name}.json")
        for key in "event", "decision":
            assert [row[key] for row in rows] == [row[key] for row in one], (job, name, key)
        if name != "1": # one rank is no job of ranks
            where = [f"{job}-part-{i // 8}" if name == "merged" else f"rank-{i // (24 // n)}" for i in range(24)]
            assert [row["result"] for row in rows] == where, (job, name, [row["result"] for row in rows])
        assert all(row["worker"] in (0, 1) for row in rows)
        first = collections.Counter((row.get("result"), row["worker"]) for row in rows if row["warm_up"])
        assert first == collections.Counter({(row.get("result"), row["worker"]) for row in rows}), first
        # Times and memory are those of the rank.
        folders = [f"{job}-part-{i}" for i in range(3)] if name == "merged" else [f"{job}-{n}"] if n == 1 else \
            [f"{job}-{n}/rank-{i}" for i in range(n)]
        files = [json.load(open(f"{folder}/k4bench_events.json")) for folder in folders]
        made = load(f"{job}-{name}.k4bench")
        for key in made:
            if key.startswith("event_"):
                of_all = [value for file in files for value in file[key]]
                assert len(made[key]) == 24 and all(abs(a - b) < 1.1e-6 for a, b in zip(made[key], of_all)), (job, name, key)
        # Events of a worker follow each other, and ranks began one after the other.
        lanes = collections.defaultdict(list)
        for row in sorted(rows, key=lambda row: row["start_s"]):
            lanes[row.get("result"), row["worker"]].append(row)
        for lane in lanes.values():
            assert all(a["start_s"] + a["time_s"] <= b["start_s"] + 1e-9 for a, b in zip(lane, lane[1:])), (job, name)
        if n > 1:
            begins = [min(r["start_s"] for r in rows if r["result"] == result) for result in dict.fromkeys(where)]
            assert begins[0] == 0 and begins == sorted(begins) and begins[1] > 0.001, begins
# The mean over the events of all, without the first of each worker.
def regions(name):
    count = int(open(f"data/transport-{name}.count").read())
    return count, {row["region"]: {key: value * count for key, value in row.items() if key in ("time_s", "steps") and value is not None}
                   for row in load(f"transport-{name}.regions")}
for name, parts in ("2", ["2-rank-0", "2-rank-1"]), ("4", [f"4-rank-{i}" for i in range(4)]), ("merged", [f"part-{i}" for i in range(3)]):
    count, sums = regions(name)
    each = [regions(part) for part in parts]
    assert count == sum(part[0] for part in each) == 24 - sum(row["warm_up"] for row in load(f"transport-{name}.json")), (name, count)
    assert set(sums) == {region for part in each for region in part[1]} >= {"ECalBarrel", "HCal"}, (name, sums)
    for region, row in sums.items():
        for key, value in row.items():
            of_parts = sum(part[1].get(region, {}).get(key, 0) for part in each)
            assert abs(value - of_parts) <= 1e-6 * abs(value) + 1e-8, (name, region, key, value, of_parts)
assert set(regions("4")[1]) == {row["region"] for row in load("one-transport.regions")}
EOF2
python3 check.py || wrong 'the events of all'

# --- which process ---------------------------------------------------------------------------------
refusal="^not of 4 processes together: see the events of one, such as the result 'rank-0'\$"
[ "$(grep -c "$refusal" data/quickstart-4.text)" = 3 ] || wrong "memory of 4 processes: $(cat data/quickstart-4.text)"
grep -q 'processes together' data/quickstart-1.text && wrong 'one process is refused'
grep -q '^[0-9]* events of quickstart-4/events.gtr; ' data/quickstart-4.text || wrong "the title: $(head -1 data/quickstart-4.text)"
for table in memory growth rises; do
    "$gaudit" report events quickstart-4 --table $table -f csv >out || wrong "$table of 4 processes"
    [ "$(wc -l <out)" = 1 ] || wrong "$table of 4 processes: $(cat out)"
done
"$gaudit" report events quickstart-4/rank-1 | grep -q '^resident  *[1-9]' || wrong 'no memory of one rank'
"$gaudit" compare quickstart-4 one-quickstart >out 2>&1 || wrong "compare: $(cat out)"
python3 - <<'EOF2' || wrong 'the merged document'
import json
d = json.load(open("quickstart-merged/events.json"))
parts = [json.load(open(f"quickstart-part-{i}/events.json")) for i in range(3)]
for key in "events", "accepted", "overlapped":
    assert d[key] == sum(p[key] for p in parts), key
slowest = max(parts, key=lambda p: p["max_s"])
assert (d["max_s"], d["slowest_event"]) == (slowest["max_s"], slowest["slowest_event"]) and d["p50_s"] is None, d
assert abs(d["mean_s"] - sum(p["mean_s"] for p in parts) / 3) < 1e-12
EOF2

# --- their sums -------------------------------------------------------------------------------------
python3 - <<'EOF' || wrong 'regions.json of merged results'
import json, math
merged, one, *parts = (json.load(open(f"{d}/regions.json")) for d in
                       ("transport-merged", "one-transport", "transport-part-0", "transport-part-1", "transport-part-2"))
def of(document, region):
    return next((row for row in document["regions"] if row["region"] == region), None)
assert {r["region"] for r in merged["regions"]} == {r["region"] for r in one["regions"]} and len(one["regions"]) > 3
assert (merged["events"], merged["steps"]) == (one["events"], one["steps"]) == (24, one["steps"])
time = sum(part["time_s"] for part in parts)
assert math.isclose(merged["time_s"], time)
for row in merged["regions"]:
    rows = [(part, of(part, row["region"])) for part in parts]
    rows = [(part, r) for part, r in rows if r]
    assert math.isclose(row["steps"], of(one, row["region"])["steps"]), row
    for key in "mean_s", "at_location_s", "by_birth_s", "by_origin_s":
        assert math.isclose(row[key], sum(8 * r[key] for _, r in rows) / 24), (key, row)
    squares = sum(8 * (7 * r["error_s"] ** 2 + r["mean_s"] ** 2) for _, r in rows)
    assert math.isclose(row["error_s"], math.sqrt((squares / 24 - row["mean_s"] ** 2) / 23), rel_tol=1e-6), row
    assert math.isclose(row["share_%"], 100 * row["mean_s"] * 24 / time, rel_tol=1e-6), row
    assert math.isclose(row["share_%"], sum(part["time_s"] * r["share_%"] for part, r in rows) / time), row
EOF

"$gaudit" merge transport-part-1 transport-part-0 transport-part-2 -o transport-direct >out 2>&1 || wrong "merge: $(cat out)"
cmp transport-direct/regions.json transport-merged/regions.json || wrong 'regions.json of groups'

# --- merged ranks -------------------------------------------------------------------------------------
"$gaudit" merge transport-2 -o merged-ranks >out 2>err && [ ! -s err ] || wrong "merge of ranks: $(cat out err)"
"$gaudit" merge merged-ranks transport-4 -o merged-again >out 2>err && [ ! -s err ] || wrong "merge of ranks again: $(cat out err)"
for result in merged-ranks merged-again; do
    "$gaudit" report ranks $result >out 2>err && wrong "ranks of $result"
    [ "$(cat err)" = "gaudit: '$result' has the ranks of an MPI job merged, without the times of each; take the folder that was merged" ] ||
        wrong "ranks of $result: $(cat err)"
done
"$gaudit" report ranks transport-part-0 2>&1 | grep -q "is not the result of an MPI job: it has no ranks.json" || wrong 'ranks of a job without'

# --- a rank without events, and one that was killed --------------------------------------------------
for n in 0 1 2; do rank $n 3 idle quickstart -n 6 --skip $((n * 6)); done
cp -r idle damaged
runs "$options/quickstart.xml" -q -n 5 -a "EventAuditor:StartFromEventN=1000" -o none
"$gaudit" merge --different-jobs quickstart-part-0 none -o with-none >out 2>&1 || wrong "merge with no events: $(cat out)"
for key in events overlapped mean_s; do # of the events that it records
    [ "$(field with-none/events.json $key)" = "$(field quickstart-part-0/events.json $key)" ] || wrong "with no events: $key"
done
[ "$("$gaudit" report events with-none -f csv | cut -d , -f 15 | sort | uniq -c | tr -s ' \n' ' ')" = ' 8 quickstart-part-0 1 result ' ] ||
    wrong "rows with no events: $("$gaudit" report events with-none -f csv)"
: >idle/rank-1/events.gtr
"$gaudit" report events idle -f csv >out 2>err && [ "$(wc -l <out)" = 13 ] && quiet err || wrong "an idle rank: $(cat out err)"

# --- damaged files ------------------------------------------------------------------------------------
# warns LINE EVENTS
warns() {
    "$gaudit" report events damaged -f csv >out 2>err || wrong "damaged: $(cat err)"
    [ "$(cat err)" = "gaudit: warning: $1" ] && [ "$(wc -l <out)" = $(($2 + 1)) ] || wrong "damaged: $(cat out err)"
    "$gaudit" report events damaged | grep -qxF "warning: $1" || wrong "not below the table: $1"
}
echo nonsense >damaged/rank-1/events.gtr
warns "rank-1: 'events.gtr' cannot be read: not a trace file" 12
rm damaged/rank-1/events.gtr
warns "rank-1: 'events.gtr' cannot be read: No such file or directory" 12
cp idle/rank-2/events.gtr damaged/rank-1/events.gtr
printf 'gap' >>damaged/rank-1/events.gtr
warns "rank-1: 'events.gtr' is damaged: 3 bytes unreadable; the rest is shown" 18
cp damaged/rank-0/timer.json damaged/rank-1/events.gtr
for n in 0 2; do echo >damaged/rank-$n/events.gtr; done
"$gaudit" report events damaged >out 2>&1 || wrong "all are damaged: $(cat out)"
[ "$(grep -c '^warning: rank-0: .*; rank-1: .*; rank-2: ' out)" = 1 ] || wrong "all are damaged: $(cat out)"
finish
