#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: same.sh GAUDIT OPTIONS_FOLDER TESTS_FOLDER SECTION_PROGRAM: one set of runs through compare, ab, gate and history has
# the same numbers, titles and rows in csv, json and text: runs that were recorded, of a job, of a program with sections,
# and of `gaudit collect`.
. "$(dirname "$0")/../job/job.sh"
tests=$3 program=$4

command -v python3 >/dev/null || wrong 'there is no python3'
# same FOLDER TABLE: of FOLDER/a and FOLDER/b in all commands; the history of A and one of B has the last as candidate.
same() {
    python3 "$tests/same.py" "$gaudit" "$2" -- compare "$1/a" "$1/b" -- compare --baseline "$1/a" --candidate "$1/b" \
        -- gate --baseline "$1/a" --candidate "$1/b" >out 2>&1 || wrong "$1: $(cat out)"
    python3 "$tests/same.py" "$gaudit" "$2" -- compare --baseline "$1/a" --candidate "$1/b/001" \
        -- history "$1/a" "$1/b/001" -- gate --baseline "$1/a" --candidate "$1/b/001" >out 2>&1 || wrong "$1: $(cat out)"
}
# as_printed FOLDER ARGUMENT...: what ab prints of the runs that it makes is what compare and gate print of them, in all formats.
as_printed() {
    folder=$1
    shift
    for format in csv json text; do
        "$gaudit" ab -o "$folder-$format" -f $format --runs 5 "$@" >printed 2>err || wrong "gaudit ab $*: $(cat err)"
        "$gaudit" compare "$folder-$format/a" "$folder-$format/b" -f $format >compared 2>err || wrong "gaudit compare: $(cat err)"
        grep -v '^baseline: \|^candidate: ' printed >printed.rows
        grep -v '^baseline: \|^candidate: ' compared | cmp -s - printed.rows || wrong "ab $* and compare: $(diff printed compared)"
    done
    same "$folder-csv" branches
}

# --- runs that were recorded: 20 on each side, interleaved ---------------------------------
awk '
    function folder(run) { return sprintf("recorded/%s/%03d", run % 2 ? "a" : "b", int((run + 1) / 2)) }
    /^events / { events = $2 }
    /^overhead_per_call_ns / { overhead = $2 }
    /^branch / {
        root[++n] = $2; calls[n] = $3
        path[n] = $0; sub(/^branch [^ ]* [^ ]* /, "", path[n])
        name[n] = path[n]; sub(/.* /, "", name[n])
        above = path[n]; if (!sub(/ [^ ]*$/, "", above)) above = ""
        parent[n] = path[n] == root[n] ? -1 : above == "" ? number[root[n], root[n]] : number[root[n], above]
        number[root[n], path[n]] = n - 1
    }
    /^(cpu|wall) / { for (i = 2; i <= NF; i++) value[$1, n, i - 1] = $i * 1e-6; runs = NF - 1 }
    END {
        for (run = 1; run <= runs; run++) {
            system("mkdir -p " folder(run))
            out = folder(run) "/run.json"
            printf "{\"schema\": 2, \"status\": \"finished\", \"job\": \"hlt.xml\", \"host\": \"pc\", \"start_time\": \"2026-11-22T10:%02d:00Z\"}\n", run >out
            close(out)
            out = folder(run) "/timer.json"
            print "{\"schema\": 2, \"tick_s\": 1e-9, \"overhead_per_call_ns\": 100.0, \"event_window\": [1, 0], \"branches\": [" >out
            for (i = 1; i <= n; i++) {
                printf("%s{\"branch\": %d, \"parent\": %d, \"root\": \"%s\", \"path\": \"%s\", \"name\": \"%s\", \"calls\": %d, ",
                    i > 1 ? ",\n" : "", i - 1, parent[i], root[i], path[i], name[i], calls[i]) >out
                wall = value["wall", i, run]; cpu = value["cpu", i, run]
                printf("\"total_s\": %.9f, \"self_s\": %.9f, \"cpu_total_s\": %.9f, \"cpu_self_s\": %.9f, ", wall, wall, cpu, cpu) >out
                printf("\"sum_of_squares_s2\": 0.0, \"min_s\": 0.0, \"max_s\": 0.0, \"p50_s\": 0.0, \"p90_s\": 0.0, \"p99_s\": 0.0, ") >out
                printf("\"type\": \"T\", \"histogram\": []}") >out
            }
            print "], \"warm_up\": []}" >out
            close(out)
        }
    }' "$tests/recorded-runs.txt"
same recorded branches
[ "$(ls -d recorded/?/??? | wc -l)" = 40 ] || wrong "there are $(ls -d recorded/?/??? | wc -l) runs"
"$gaudit" compare -v recorded/a recorded/b >out || wrong "compare fails"
grep -q '^Self CPU time per event by branch: 20 baselines, 20 candidates, runs in pairs; ratios to what most rows share$' out || wrong "no header: $(cat out)"
grep -qE '^relative: to what most rows share, which take [0-9.]+ times as long \([0-9.]+ to [0-9.]+ at 95 %\); the sum of all is as it is$' out || wrong "nothing of what rows share: $(cat out)"
grep -q '^Branch .* Time ratio  Relative  95 % from ' out || wrong "both ratios are not named: $(cat out)"
! grep -q 'moved together' out || wrong "rows that did not change moved together: $(cat out)"

# Everything 8 % slower on that machine, whose runs vary by as much: which of them did it is not seen from times.
python3 - <<'END'
import json, pathlib, shutil
shutil.copytree("recorded", "moved")
for path in pathlib.Path("moved/b").glob("*/timer.json"):
    timer = json.loads(path.read_text())
    for branch in timer["branches"]:
        for key in ("total_s", "self_s", "cpu_total_s", "cpu_self_s"):
            branch[key] *= 1.08
    path.write_text(json.dumps(timer))
END
"$gaudit" compare moved/a moved/b >out || wrong "compare fails"
total=$(awk '/^all branches / { print $7 }' out)
grep -q "^most rows moved together: whether the machine or the program did it is not seen from times; as measured all take $total times as long (" out ||
    wrong "nothing of the machine or the program: $(cat out)"

# --- a job: what ab prints is what compare prints of its results ---------------------------
cat >job.xml <<EOF
<job>
  <sequence name="Top">
    <algorithm type="Spin" name="One"><property name="Iterations" value="100000"/></algorithm>
    <algorithm type="Spin" name="Two"><property name="Iterations" value="200000"/></algorithm>
  </sequence>
</job>
EOF
as_printed job job.xml -n 20 --b One.Iterations=300000

# --- a program with sections, and samples of what has no timer -----------------------------
for i in 1 2 3 4 5; do
    for side in a b; do
        GAUDIT_AUDITORS="TimerAuditor:CpuTime=true" GAUDIT_RESULT=sections/$side/00$i "$program" solve >out 2>&1
        [ -f sections/$side/00$i/timer.json ] || wrong "no sections: $(cat out)"
    done
done
same sections branches
"$gaudit" compare sections/a sections/b >out && grep -q '^Self CPU time per run by branch: ' out || wrong "sections: $(cat out)"
"$gaudit" compare sections/a sections/b -f csv >compared && grep -q ',Program,solve iterate,' compared || wrong "no section: $(cat compared)"
if ! grep -qE "__[at]san_init" "$gaudit"; then # which wants to be the first of the libraries
    for i in 1 2 3; do
        for side in a b; do
            "$gaudit" collect -o functions/$side/00$i -- "$gaudit" run -q job.xml -n 150 >out 2>&1 || wrong "collect: $(cat out)"
            "$gaudit" collect -o tasks/$side/00$i -- "$gaudit" run -q job.xml -n 150 -a IttAuditor >out 2>&1 || wrong "collect: $(cat out)"
        done
    done
    same functions functions
    same tasks tasks
    "$gaudit" compare tasks/a tasks/b -f csv >compared && grep -q '^task,sampled,run,"",Top Two,' compared || wrong "no task: $(cat compared)"
    as_printed program -- sh -c '"$0" solve || exit 0' "$program" --versus sh -c '"$0" solve || :' "$program"
    "$gaudit" compare tasks/a tasks/b >out || wrong "compare fails"
    grep -q '^Sampled CPU time per run by task: ' out || wrong "no header of tasks: $(cat out)"
    grep -q '^Sampled CPU time per run by function: ' out || wrong "no header of functions: $(cat out)"
fi
finish
