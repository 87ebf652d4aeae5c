#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: workers_runs.sh GAUDIT OPTIONS_FOLDER: the times of the workers of real runs add up, and are those of the timer of
# the same run.
. "$(dirname "$0")/../job/job.sh"

# What the timer has of a worker is more than what the timeline has: an event lasts until its store is empty again, and
# input begins there. What both have between the same timestamps is the same, of all workers together.
same_times() {
    "$gaudit" report workers result -f json >workers.json && "$gaudit" report timing result -f json >branches.json &&
        "$gaudit" report timing --table loop_times result -f json >loops.json || wrong "$workers workers: no reports"
    python3 - <<'PYTHON' || wrong "$workers workers: the times are not those of the timer: $(cat workers.json branches.json loops.json)"
import json
def load(name):
    return json.load(open(name + ".json"))
def same(a, b):
    assert abs(a - b) <= 1e-6 * abs(b) + 1e-8, (a, b)
parts = ["busy_s", "input_s", "background_s", "waiting_s", "idle_s", "unknown_s"]
lanes = load("workers")
for lane in lanes:
    same(sum(lane[part] for part in parts), lane["run_s"])
    assert lane["unknown_s"] == 0, lane
workers = [lane for lane in lanes if lane["kind"] == "worker"]
branches = {row["path"]: row for row in load("branches")}
loops = load("loops")
assert [lane["lane"] for lane in workers] == ["worker %d" % row["worker"] for row in loops]
same(sum(lane["busy_s"] for lane in workers), branches["Event"]["total_s"])
same(sum(lane["input_s"] for lane in workers), branches["Events"]["total_s"])
assert sum(lane["events"] for lane in workers) == branches["Event"]["calls"] == 200
for lane, loop in zip(workers, loops):
    less = 1e-6
    between = lane["input_s"] + lane["waiting_s"]
    assert lane["busy_s"] <= loop["event_s"] + less, (lane, loop)
    assert lane["busy_s"] + between <= loop["event_s"] + loop["input_s"] + loop["waiting_s"] + less, (lane, loop)
    assert lane["cpu_s"] <= lane["busy_s"] + lane["events"] * 1e-6, lane
PYTHON
}

for workers in 1 2 3; do
    rm -rf result
    runs "$options/quickstart.xml" -n 200 -j $workers --time -s TimerAuditor.WarmUpEvents=0 \
        -a TraceAuditor:CpuTime=true -o result
    same_times
    "$gaudit" report workers result >out 2>err || wrong "$workers workers: $(cat err)"
    noun=workers
    [ $workers -gt 1 ] || noun=worker
    head -n 1 out | grep -qE "^$workers $noun, [0-9.e-]+ busy(: [0-9]+ % [a-z ]+)?\$" || wrong "the first line: $(cat out)"
    for picture in 'result -O a.svg' 'result -f svg -O b.svg' 'result/timeline.gtr -O c.svg'; do
        "$gaudit" report workers $picture 2>err || wrong "$picture: $(cat err)"
    done
    cmp -s a.svg b.svg || wrong "the name of a file and the format differ"
    "$gaudit" report workers result --time-filter 0:1000 -f csv >whole 2>err &&
        "$gaudit" report workers result/timeline.gtr -f csv | cmp -s - whole || wrong "all of the time differs: $(cat err)"
done

# Several runs: each has its rows, and its sentence below the table.
cp -r result other
"$gaudit" report workers result other >out || wrong "two runs"
[ "$(grep -cE '^(result|other): 3 workers, ' out)" = 2 ] || wrong "two runs have no sentence each: $(cat out)"
[ "$("$gaudit" report workers result other -f csv | cut -d, -f1 | sort -u | wc -l)" = 3 ] || wrong "rows of two runs"

[ "$failures" = 0 ]
