#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: rank_tables.sh GAUDIT OPTIONS_FOLDER: what `report ranks` says of times that are known: the results of ranks are made of
# one, whose times are multiplied.
. "$(dirname "$0")/job.sh"
runs "$options/quickstart.xml" -q -n 100 -o one

# made DIR JOB FACTOR...: a rank for each; JOB is "job", or "program", which has no events. Then "text".
made() {
    python3 - "$@" <<'PY'
import json, os, sys
folder, kind, *factors = sys.argv[1:]
os.makedirs(folder)
json.dump({"schema": 1, "launcher": "MPICH", "ranks": len(factors), "job": "made"}, open(f"{folder}/ranks.json", "w"))
for i, factor in enumerate(factors):
    os.mkdir(f"{folder}/rank-{i}")
    run = json.load(open("one/run.json"))
    run.update(rank=i, ranks=len(factors), events=100 + i, start_time=f"2026-01-01T00:00:{i % 60:02}.{i:06}Z")
    if factor.endswith("!"):
        run["status"], factor = "failed", factor[:-1]
    if kind == "program":
        run.update(job=None, options=None, events=None)
    json.dump(run, open(f"{folder}/rank-{i}/run.json", "w"))
    timer = json.load(open("one/timer.json"))
    for rows in timer["branches"], timer["warm_up"]:
        for row in rows:
            for key in row:
                if key.endswith("_s") and row[key] is not None:
                    row[key] *= float(factor)
    json.dump(timer, open(f"{folder}/rank-{i}/timer.json", "w"))
PY
    COLUMNS=200 "$gaudit" report ranks "$1" >text 2>err || wrong "$1: $(cat err)"
}
says() { for line; do grep -qx -- "$line" text || wrong "no '$line': $(cat text)"; done; }
shown() { sed -n '/^Ranks/,$p' text | grep '^ *[0-9][0-9]*  ' | awk '{print $1}' | tr '\n' ' '; }
heading() { sed -n '/^Ranks/,$p' text | grep '^Rank ' | tr -s ' ' | sed 's/ \[[a-zµ]*\]//g'; }

made two job 1 3
grep -q '^Event is most imbalanced: rank 1 takes 50 % more than the mean of 2 ranks, ' text || wrong "two: $(cat text)"
[ "$(heading)" = 'Rank Host End Events Time Folder' ] || wrong "columns without values: $(heading)"
"$gaudit" report ranks two --table ranks -f csv | head -n 1 >columns
[ "$(cat columns)" = rank,host,status,events,time_s,cpu_s,work_s,mpi_s,waiting_s,mpi_cpu_s,folder ] || wrong "columns: $(cat columns)"
[ "$("$gaudit" report ranks two --table ranks -f csv | cut -d , -f 1,4 | tail -n +2 | tr '\n' ' ')" = '0,100 1,101 ' ] || wrong 'events'
made equal job 1 1 1
says 'the ranks are balanced within 1 %' 'Time of branches in 3 ranks'
! grep -q -e imbalanced: -e ' -0' -e '[<>]' text || wrong "nearly nothing: $(cat text)"
made nearly job 1 1.019
says 'the ranks are balanced within 1 %'
made alone job 1
says 'one rank has results: there is none to compare it with' 'Time of branches in 1 rank'

# A program's sections have what waits for others in them.
made program program 1 3
says 'calls of MPI are not measured apart (collect --mpi): what waits for others looks like work'
! grep -q imbalanced: text && grep -q '^Event  .* 50[.]0 ' text && [ "$(heading)" = 'Rank Host End Time Folder' ] || wrong "program: $(cat text)"
rm program/rank-1/timer.json
COLUMNS=200 "$gaudit" report ranks program >text
says '1 of 2 ranks has no times: none is said to be the slowest'

# Of many ranks those that work longest, and those that did not end well.
made many job 1! $(seq 2 40)
[ "$(shown)" = "$(echo 0 $(seq 24 39)) " ] || wrong "many: $(shown)"
says '23 more: --all'
[ "$("$gaudit" report ranks many --table ranks -f csv | wc -l)" = 41 ] || wrong 'a data format lacks ranks'
"$gaudit" report ranks many --table ranks --all >text
[ "$(shown)" = "$(echo $(seq 0 39)) " ] && ! grep -q more: text || wrong "all: $(cat text)"
"$gaudit" report ranks many --table ranks --limit 2 >text
[ "$(shown)" = '0 38 39 ' ] && grep -qx '37 more: --all' text || wrong "limit: $(cat text)"
finish
