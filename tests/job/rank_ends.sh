#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: rank_ends.sh GAUDIT OPTIONS_FOLDER: how the ranks of a job ended: the one that made it end is named first, whatever it had
# recorded before; those that a launcher killed then are not taken for running. The documents are written here.
. "$(dirname "$0")/job.sh"

# made DIR RANK...: of each, "STATUS[:REASON] [EXIT|SIGNAL|- ELAPSED]", the latter of collect.json. Then "text" and "summary".
made() {
    python3 - "$@" <<'PY'
import json, os, sys
folder, *ranks = sys.argv[1:]
os.makedirs(folder)
json.dump({"schema": 1, "launcher": "MPICH", "ranks": len(ranks), "job": "made"}, open(f"{folder}/ranks.json", "w"))
for i, rank in enumerate(ranks):
    status, *seen = rank.split()
    status, _, reason = status.partition(":")
    os.mkdir(f"{folder}/rank-{i}")
    run = {"schema": 2, "status": status, "failure_reason": reason or None, "exit_status": None, "command": "./prog", "rank": i,
           "ranks": len(ranks), "start_time": f"2026-01-01T00:00:{i % 60:02}Z", "workers": 0, "wall_s": None, "host": f"h{i}"}
    if status.endswith("!"): # run.json is of collect
        run["status"] = status[:-1]
        del run["workers"]
    json.dump(run, open(f"{folder}/rank-{i}/run.json", "w"))
    if seen:
        exits = not seen[0].startswith("SIG")
        json.dump({"schema": 2, "exit_status": int(seen[0]) if exits else None, "signal_name": None if exits else seen[0],
                   "signal": None if exits else {"SIGKILL": 9, "SIGTERM": 15, "SIGSEGV": 11}[seen[0]],
                   "elapsed_s": float(seen[1])}, open(f"{folder}/rank-{i}/collect.json", "w"))
PY
    "$gaudit" report ranks "$1" >text 2>err || wrong "$1: $(cat err)"
    grep '^warning' text >warnings
    COLUMNS=300 "$gaudit" report "$1" >summary 2>err || wrong "$1: $(cat err)"
}
# said WARNING...: these and no others, in this order.
said() {
    printf 'warning: %s\n' "$@" >expected
    cmp -s warnings expected || wrong "$(diff warnings expected)"
}
sums() { for line; do tr -s ' ' <summary | grep -qxF "$line" || wrong "no '$line': $(cat summary)"; done; }
killed='did not end by itself (it was killed, or still runs)'

made exits running 'finished 3 1.5' running
said 'rank 1 ended with exit status 3' "rank 0 $killed" "rank 2 $killed"
sums 'Results 3; not finished: rank-1 (exit status 3), rank-0 (not ended), rank-2 (not ended)' 'Status failed' \
    'Failure reason rank-1 ended with exit status 3'
"$gaudit" report ranks exits --table ranks -f csv | cut -d , -f 1,3 | tail -n +2 | tr '\n' ' ' >ends
[ "$(cat ends)" = '0,not ended 1,exit status 3 2,not ended ' ] || wrong "ends: $(cat ends)"

# A launcher sends SIGTERM to the others, and then SIGKILL: who ended first is the one.
made kills 'running SIGTERM 2.5' 'running SIGKILL 1.5' 'running SIGKILL 3.5'
said 'rank 1 was ended by SIGKILL' 'rank 2 was ended by SIGKILL' 'rank 0 was ended by SIGTERM'
sums 'Status failed' 'Failure reason rank-1 was ended by SIGKILL'
made crashes 'running SIGTERM 2.5' 'crashed:event_3 SIGSEGV 1.5'
said 'rank 1 did not end well: crashed: event_3' 'rank 0 was ended by SIGTERM'
made without 'finished! 0 1' 'failed!:ended_by_SIGKILL SIGKILL 1'
said 'rank 1 was ended by SIGKILL'
made early 'running SIGTERM 2.5' 'running 0 1.5'
said 'rank 1 ended with exit status 0 before its results were written' 'rank 0 was ended by SIGTERM'
made full 'failed:disk 0 1.5' 'finished 0 1.5'
said 'rank 0 did not end well: failed: disk'
sums 'Results 2; not finished: rank-0 (failed)' 'Status failed' 'Failure reason disk'
made stopped interrupted interrupted
said 'rank 0 did not end well: interrupted' 'rank 1 did not end well: interrupted'
sums 'Status interrupted'
# Without collect a rank that was killed has recorded no end; the launcher ended the others.
made killed interrupted running 'running SIGTERM 2'
said "rank 1 $killed" 'rank 2 was ended by SIGTERM' 'rank 0 did not end well: interrupted'
sums 'Status failed' "Failure reason rank-1 $killed"
made killed-2 'running SIGTERM 2' running
sums 'Status failed' "Failure reason rank-1 $killed"
made late 'finished 0 1' 'finished 4 1'
sums 'Results 2; not finished: rank-1 (exit status 4)' 'Status failed'
made well finished 'finished 0 1'
[ ! -s warnings ] && sums 'Results 2' 'Status finished' || wrong "well: $(cat warnings)"
made runs running running
sums 'Status running'

# Many are short.
ranks=$(printf 'running\n%.0s' 1 2 3 4 5 6 7 8 9 10 11 12)
made many $ranks 'finished 7 1' $ranks
[ "$(wc -l <warnings)" = 9 ] && [ "$(head -n 1 warnings)" = 'warning: rank 12 ended with exit status 7' ] &&
    [ "$(tail -n 1 warnings)" = 'warning: and 17 others did not end well' ] || wrong "many: $(cat warnings)"
sums 'Results 25; not finished: rank-12 (exit status 7), rank-0 (not ended), rank-1 (not ended), rank-2 (not ended) and 21 others'
rm -r many/rank-? many/rank-1?
COLUMNS=300 "$gaudit" report many >summary
sums 'Results 5; none of rank 0, 1, 2, 3, 4, 5, 6, 7 and 12 others; not finished: rank-20 (not ended), rank-21 (not ended), rank-22 (not ended), rank-23 (not ended), rank-24 (not ended)'
finish
