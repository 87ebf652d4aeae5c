#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: regions.sh GAUDIT OPTIONS DEPTH PROGRAM: RegionAuditor in real jobs and programs: the same steps with any number
# of workers, what is left after SIGKILL and on a full disk, and regions that come late.
. "$(dirname "$0")/job.sh"
program=$4

# of KEY FILE: an array of k4Bench's file
of() {
    sed -n "s/^  \"$1\": \[\(.*\)\],\{0,1\}\$/\1/p" "$2"
}

# steps FOLDER: region and mean steps of each region
steps() {
    "$gaudit" report regions "$1" --table regions --format csv 2>/dev/null | awk -F, 'NR > 1 && $5 { print $1, $5 }' | sort |
        tr '\n' ';'
}

# --- jobs ------------------------------------------------------------------------------
for workers in 1 4; do
    "$gaudit" run "$options/transport.xml" -q -n 20 -j $workers --k4bench=showers -o r$workers >/dev/null 2>err ||
        wrong "$workers workers: status $?, $(cat err)"
    quiet err || wrong "$workers workers: $(cat err)"
    [ "$(of event_numbers r$workers/showers_regions.json)" = "$(seq -s ', ' 0 19)" ] ||
        wrong "$workers workers: $(of event_numbers r$workers/showers_regions.json)"
    [ -s r$workers/showers_events.json ] || wrong "no events"
    python3 - r$workers/showers_regions.json <<'END' || wrong "$workers workers: the file of k4Bench"
import json, sys
d = json.load(open(sys.argv[1]))
assert d["indexed_top_level_detectors"] == ["BeamPipe", "ECalBarrel", "ECalEndcap", "HCal", "Tracker"]
for wall, sums, rest, at, by, n in zip(d["event_wall_seconds"], d["event_region_sum_seconds"], d["event_unaccounted_seconds"],
                                       d["at_location_seconds"], d["by_birth_seconds"], d["interval_counts"]):
    assert at.keys() == n.keys() and list(at) == sorted(at) and min(n.values()) > 0
    assert abs(sum(at.values()) - sums) < 1e-5 and abs(sum(by.values()) - sums) < 1e-5 and abs(wall - sums - rest) < 3e-6
    assert 0 < sums <= wall + 1e-6
END
done
[ "$(of interval_counts r1/showers_regions.json)" = "$(of interval_counts r4/showers_regions.json)" ] || wrong "other steps with 4 workers"
"$gaudit" run "$options/quickstart.xml" -q -n 3 --k4bench -o none >/dev/null 2>err || wrong "no regions: $(cat err)"
quiet err && [ ! -e none/k4bench_regions.json ] && [ -s none/k4bench_events.json ] || wrong "a job without regions: $(cat err; ls none)"
"$gaudit" report regions none >out 2>&1 || wrong "report without regions: $(cat out)"
grep -q "^no event has steps: " out || wrong "report without regions: $(cat out)"

# --- programs --------------------------------------------------------------------------
# audited SCENE [STATUS]: with its result in the folder SCENE
audited() {
    GAUDIT_AUDITORS=RegionAuditor GAUDIT_RESULT=$1 "$program" "$1" >/dev/null 2>err
    [ $? -eq "${2:-0}" ] || wrong "$1: another status"
}
for scene in one two; do
    audited $scene
    [ ! -s err ] || wrong "$scene: $(cat err)"
    [ "$(steps $scene)" = "A 3;B 2;unattributed 1;" ] || wrong "$scene: $(steps $scene)"
    [ "$(of event_numbers $scene/k4bench_regions.json)" = "$(seq -s ', ' 0 199)" ] || wrong "$scene: other numbers"
    [ "$(of interval_counts $scene/k4bench_regions.json | sed 's/}, {/}\n{/g' | sort -u)" = '{"A": 3, "B": 2}' ] ||
        wrong "$scene: other intervals"
done
audited late
"$gaudit" report regions late --format csv | grep -q '^late,' || wrong "a region that came late has no name"
audited outside
grep -q "warning: RegionAuditor: 4 steps outside of events are left out" err || wrong "outside: $(cat err)"
audited killed 137
"$gaudit" report regions killed --format csv >out 2>err || wrong "killed: $(cat err)"
grep -q "the job did not end: [0-9]* events are in the file" err || wrong "killed: $(cat err)"
[ "$(steps killed)" = "A 3;B 2;unattributed 1;" ] || wrong "killed: $(steps killed)"

# --- what cannot be written ------------------------------------------------------------
GAUDIT_AUDITORS="RegionAuditor:File=none/such/file.json" "$program" one >/dev/null 2>err
[ "$(grep -c warning err)" = 1 ] && grep -q "'none/such/file.json': No such file or directory: regions are not recorded" err || wrong "no folder: $(cat err)"
(
    ulimit -f 100
    audited many
)
[ -s many/regions.gtr ] && grep -q "events are missing: .*" err || wrong "full disk: $(cat err)"
"$gaudit" report regions many >out 2>&1 || wrong "full disk: $(cat out)"
finish
