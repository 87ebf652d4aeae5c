#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: merge.sh GAUDIT OPTIONS_FOLDER: results of jobs that share the events of a job become what one job has of all of them,
# whatever their order and whatever was merged before; what cannot be merged is refused in one line.
. "$(dirname "$0")/../job/job.sh"

refused() {
    status=$1 message=$2
    shift 2
    "$gaudit" merge "$@" >out 2>err
    [ $? = "$status" ] && [ ! -s out ] && [ "$(cat err)" = "$message" ] || wrong "merge $*: $(cat out err)"
}

# in_parts NAME JOB EVENTS: NAME has all of them; NAME-1 to NAME-4 a quarter each.
in_parts() {
    for part in 1 2 3 4; do
        runs "$options/$2.xml" -q -n $(($3 / 4)) --skip $(($3 / 4 * (part - 1))) -j 2 -o $1-$part
    done
    runs "$options/$2.xml" -q -n $3 -o $1
}
in_parts part quickstart 100
in_parts shower transport 40
in_parts hlt hlt 40
runs "$options/quickstart.xml" -q -n 25 --skip 60 -s Events.Seed=7 -o seed-7
jobs='shower hlt'
GAUDIT_DATA=${GAUDIT_DATA:-$options/../../shared/data}
export GAUDIT_DATA
if [ -f "$GAUDIT_DATA/README.md" ]; then
    in_parts dimuon dimuon 4000
    in_parts cms hlt-cms 200
    in_parts track tracking 12
    jobs="$jobs dimuon cms track"
fi

# --- in any order, in any groups ------------------------------------------------------------------
"$gaudit" merge part-1 part-2 part-3 part-4 -o all >out 2>err || wrong "merge: $(cat err)"
[ "$(cat out)" = '4 results merged: all' ] && [ ! -s err ] || wrong "it says: $(cat out err)"
"$gaudit" merge -o by-2 part-4 part-2 >out 2>&1 && "$gaudit" merge -o by-1 part-3 part-1 >out 2>&1 &&
    "$gaudit" merge -o again by-1 by-2 >out 2>&1 || wrong "in groups: $(cat out)"
diff -r all again >out || wrong "groups differ: $(head -5 out)"
for job in $jobs; do
    "$gaudit" merge $job-3 $job-1 $job-4 $job-2 -o all-$job >out 2>err && [ ! -s err ] || wrong "$job: $(cat out err)"
done

# --- the same as one job --------------------------------------------------------------------------
python3 - all:part $(for job in $jobs; do echo all-$job:$job; done) <<'EOF' || wrong 'the merged result'
import glob, json, math, os, sys
other = ("schema", "merge", "merge_order")
def same(a, b, at):
    if isinstance(b, dict):
        for key in set(a) | set(b):
            if key not in other and key not in ("branch", "parent") and not key.endswith("_exact"):
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
for pair in sys.argv[1:]:
    merged, whole = pair.split(":")
    assert set(os.listdir(merged)) == set(os.listdir(whole)), os.listdir(merged)
    names = sorted(os.path.basename(f) for f in glob.glob(whole + "/*.json"))
    names.remove("csv-Events.json") if "csv-Events.json" in names else None # it also reads what is skipped
    assert len(names) > 2, names
    for name in names:
        a, b = (json.load(open(f"{folder}/{name}")) for folder in (merged, whole))
        if name == "run.json":
            for key in "events", "accepted", "status", "exit_status", "options", "event_window":
                assert a[key] == b[key], key
            assert sum(r["events"] for r in a["results"]) == a["events"] and len(a["results"]) == 4
        elif name == "timer.json":
            rows = {(r["root"], r["path"]): r for r in b["branches"] + []}
            assert len(a["branches"]) == len(b["branches"])
            def tree(rows):
                key = {r["branch"]: (r["root"], r["path"]) for r in rows}
                return [(key[r["branch"]], key.get(r["parent"]), r["name"], r["type"], r["depth"]) for r in rows]
            assert sorted(tree(a["branches"]), key=str) == sorted(tree(b["branches"]), key=str)
            for root in "Event", "Background":
                assert [r for r in tree(a["branches"]) if r[0][0] == root] == [r for r in tree(b["branches"]) if r[0][0] == root]
        else:
            same(a, b, name)

# Times are those of the parts.
parts = [json.load(open(f"part-{i}/timer.json")) for i in (1, 2, 3, 4)]
timer = json.load(open("all/timer.json"))
for row in timer["branches"]:
    rows = [r for p in parts for r in p["branches"] if (r["root"], r["path"]) == (row["root"], row["path"])]
    assert len(rows) == 4, row
    called = [r for r in rows if r["calls"]]
    assert row["calls"] == sum(r["calls"] for r in rows)
    assert row["total_s"] == math.fsum(r["total_s"] for r in rows), row
    if called:
        n, total = row["calls"], row["total_s"]
        squares = math.fsum(r["sum_of_squares_s2"] for r in rows)
        assert row["min_s"] == min(r["min_s"] for r in called)
        assert row["max_s"] == max(r["max_s"] for r in called)
        slowest = max(called, key=lambda r: r["max_s"])
        assert row["slowest_event"] == slowest["slowest_event"]
        assert row["slowest_event_in"] == "part-%d" % (1 + rows.index(slowest))
        if row["calls"] and row["root"] == "Event":
            assert math.isclose(row["mean_s"], total / n)
            assert math.isclose(row["stddev_s"], math.sqrt(max(squares - total * total / n, 0) / max(n - 1, 1)), rel_tol=1e-6)
        assert sum(c for _, c in row["histogram"]) == n
assert len(timer["loop_times"]) == 8
EOF

# --- views --------------------------------------------------------------------------------------------
for view in summary timing counts graph histogram; do
    "$gaudit" report $view all >text 2>&1 || wrong "$view: $(cat text)"
    grep -qi 'warning' text && wrong "$view: $(grep -i warning text)"
done
grep -q '^part-1 0 ' text || "$gaudit" report timing all | grep -q '^part-1 0  ' || wrong 'loop times name no result'
cp -r all of-many && python3 - <<'EOF'
import json
timer = json.load(open("of-many/timer.json"))
timer["loop_times"] = [dict(row, result="") for row in timer["loop_times"][:2]] # as of more than 64
json.dump(timer, open("of-many/timer.json", "w"))
EOF
"$gaudit" merge of-many seed-7 -o of-more >out 2>err || wrong "of many: $(cat err)"
"$gaudit" report timing of-more >text
grep -q '^ *0  ' text && grep -q '^ *1  ' text && grep -qx 'of many results: the times of workers with the same number are added' text ||
    wrong "of many: $(tail -9 text)"
python3 -c 'import json; exit([r["worker"] for r in json.load(open("of-more/timer.json"))["loop_times"]] != [0, 1])' || wrong 'rows of many'
"$gaudit" report all | grep -q '^Results  *4$' || wrong "summary: $("$gaudit" report all)"
for format in json csv; do
    "$gaudit" report summary all -f $format >text && grep -q '"name": "results", "value": 4,\|^results,4,' text || wrong "$format: $(cat text)"
done
"$gaudit" compare all part >text 2>&1 || wrong "compare: $(cat text)"

# --- other files and seeds, events twice and never -----------------------------------------------------
# says NOTE DIR...: all that it says.
says() {
    note=$1
    shift
    "$gaudit" merge "$@" >out 2>err || wrong "merge $*: $(cat err)"
    [ "$(cat err)" = "$note" ] || wrong "merge $* says: $(cat err)"
}
runs "$options/quickstart.xml" -q -n 25 --skip 60 -o repeated
runs "$options/quickstart.xml" -q -n 25 --skip 4990 -o last # there are 10 of them
runs "$options/quickstart.xml" -q -n 5 --skip 5005 -s Events.Events=6000 -o beyond
runs "$options/quickstart.xml" -q -n 1 --skip 60 -o one
says '' part-3 seed-7 -o seeds-1
says '' part-2 part-1 -o seeds-2
says '' seeds-1 seeds-2 -o seeds
says '' seed-7 part-1 part-2 part-3 -o seeds-all
diff -r seeds seeds-all >out || wrong "seeds: $(head -5 out)"
says "gaudit: warning: events 61 to 75 are in 'part-3' and in 'repeated'; events 76 to 85 are in 'repeated' and in 'part-4'" all repeated -o overlap
says "gaudit: warning: events 51 to 75 are in 'part' and in 'part-3'; events 61 to 85 are in 'part' and in 'repeated'" \
    repeated part-3 part -o overlap-2
says "gaudit: note: events 26 to 50 are in no result; events 76 to 4990 are in no result" part-1 part-3 last -o gaps
says "gaudit: note: events 5001 to 5005 are in no result" last beyond -o gaps-1
says "gaudit: warning: event 61 is in 'part-3' and in 'one'" seeds one -o overlap-1
for n in $(seq 1 10); do
    cp -r part-1 crash-$n && python3 - crash-$n $n <<'EOF'
import json, sys
path = f"{sys.argv[1]}/run.json"
run = json.load(open(path))
run.update(status="crashed", failure_reason="SIGSEGV in event 7", wall_s=float(sys.argv[2]), event_window=[1, 0])
json.dump(run, open(path, "w"))
EOF
done
says "gaudit: warning: not finished: 'crash-1' (crashed)" crash-1 part-2 -o crash-one
says "gaudit: warning: not finished: $(for n in 1 2 3 4 5 6 7 8; do printf "'crash-$n' (crashed); "; done)and 2 more" crash-one crash-[2-9] crash-10 -o crash-all
# --- what is refused ------------------------------------------------------------------------------------
refused 1 "gaudit merge: -o DIR is missing: where the merged result is to be (see 'gaudit help merge')" part-1
refused 1 "gaudit merge: a result folder is missing (see 'gaudit help merge')" -o new
refused 1 "gaudit: 'part-1' was given twice" \
    part-1 part-1 -o twice
refused 1 "gaudit: 'all' and 'part-1' have the same run" \
    all part-1 -o twice
refused 1 "gaudit: 'shower-1' is of another job than 'part-1': its components differ; --different-jobs merges them all the same" \
    part-1 shower-1 -o other
runs "$options/quickstart.xml" -q -n 25 --skip 200 -s VertexFit.Microseconds=70 -o slower
refused 1 "gaudit: VertexFit.Microseconds is 70 in 'slower', and 60 in 'all'; --different-jobs merges them all the same" \
    all slower -o other
"$gaudit" merge --different-jobs part-1 slower -o two-jobs >out 2>err && [ ! -s err ] || wrong "two jobs: $(cat out err)"
refused 1 "gaudit: 'two-jobs' has no options of one job, and 'part-2' has; --different-jobs merges them all the same" \
    part-2 two-jobs -o other
# Programs may have other arguments.
for name in a b c; do cp -r part-2 program-$name; done
python3 - <<'EOF'
import json
for name, command in ("a", "./solver 1"), ("b", "bin/solver 2"), ("c", "/opt/other 1"):
    run = json.load(open(f"program-{name}/run.json"))
    run.update(command=command, options=None, event_window=None, start_time=name)
    json.dump(run, open(f"program-{name}/run.json", "w"))
EOF
says '' program-a program-b -o programs
refused 1 "gaudit: 'program-c' is of the program 'other', and 'programs' of 'solver'; --different-jobs merges them all the same" \
    programs program-c -o other
mkdir none
refused 1 "gaudit: 'none' is not a result folder: it has no run.json" part-1 none -o other
[ ! -e other ] || wrong "it leaves other"
"$gaudit" merge part-1 part-2 -o all >out 2>err
[ $? = 1 ] && grep -q "'all' is not empty" err || wrong "not empty: $(cat err)"
"$gaudit" merge --different-jobs part-1 shower-1 -o mixed >out 2>err || wrong "mixed: $(cat err)"
grep -q '^gaudit: note: not all results have .*pairs-DiMuon.json (1 of 2)' err || wrong "mixed says: $(cat err)"
cp -r part-2 damaged && echo '{' >damaged/timer.json
refused 5 "gaudit: damaged/timer.json:2: not a JSON document: string or '}' expected near end of file" part-1 damaged -o bad
cp -r part-2 changed && python3 - <<'EOF'
import json
d = json.load(open("changed/pairs-DiMuon.json"))
d["merge"] = "mass_sum_GeV max"
json.dump(d, open("changed/pairs-DiMuon.json", "w"))
EOF
refused 1 "gaudit: changed/pairs-DiMuon.json: its rules of merging are not those of the other results: the component was another version" \
    part-1 changed -o bad-2
runs "$options/quickstart.xml" -q -n 5 -a TraceAuditor -o traced
"$gaudit" merge part-1 traced -o with --different-jobs >out 2>err || wrong "with: $(cat err)"
grep -qx 'gaudit: note: not merged, as their components do not say how: timeline.json' err &&
    grep -qx 'gaudit: note: these files are not merged: timeline\*.gtr' err || wrong "with: $(cat err)"
# A name within another is a name.
cp -r part-1 named && : >named/wholesome.gtr && : >traced/some.gtr
"$gaudit" merge named traced -o with-names --different-jobs >out 2>err
grep 'these files are not merged: ' err | tr -s ':, ' '\n' | grep -qx 'some\*.gtr' || wrong "names: $(cat err)"
finish
