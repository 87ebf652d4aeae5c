#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: compare_results.sh GAUDIT OPTIONS_FOLDER: results of real runs compared with each other: what is different, which
# branch did more work, histories, checks; and wrong usage.
. "$(dirname "$0")/../job/job.sh"

# made FOLDER ARGUMENT...: a result of a short job.
made() {
    folder=$1
    shift
    "$gaudit" run "$options/quickstart.xml" -q -n 300 -s TimerAuditor.CpuTime=true "$@" -o "$folder" >out 2>err ||
        wrong "gaudit run -o $folder ended with $?: $(cat err)"
}

# shows STATUS ARGUMENT...: ends so; what is printed is in "out" and "err".
shows() {
    want=$1
    shift
    "$gaudit" "$@" >out 2>err
    status=$?
    [ $status = "$want" ] || wrong "gaudit $*: status $status, not $want: $(cat err)"
}

has_line() {
    grep -qE -- "$1" out || wrong "no line '$1': $(cat out)"
}

says() {
    [ "$(cat err)" = "$1" ] || wrong "it said: $(cat err), not: $1"
}

mkdir a b
for i in 1 2 3; do
    made a/$i
    made b/$i -s FastTracking.Microseconds=90 -j 2
done

# --- B against A -----------------------------------------------------------------------
shows 0 compare -v a b
has_line '^workers +1 +2$'
has_line '^FastTracking.Microseconds +30 +90$'
has_line "^baseline: 'a', 3 runs$"
has_line '^Self CPU time per event by branch: 3 baselines, 3 candidates, runs in pairs(; ratios to what most rows share)?$'
# Without -v one line stands for the explanations of all tables; documents have them anyway.
explained() {
    [ "$(grep -c '^significant: p .* 0.05 over\|^baseline: ' out)" = "$1" ] || wrong "not $1 explanations: $(cat out)"
}
[ "$(grep -c -- '-v explains more$' out)" = 0 ] || wrong "-v explains more than all: $(cat out)"
explained 2
shows 0 compare a b
[ "$(grep -c -- '-v explains more$' out)" = 1 ] || wrong "not one line of explanations: $(cat out)"
has_line '^([0-9]+ short rows?: --all; )?(relative: to what most rows share; )?significant: p < 0.05; -v explains more$'
explained 0
shows 0 compare a b --format markdown
explained 2
shows 0 compare a b --format csv
# How much slower a busy machine makes it is not asked: the columns are those of the same row.
LC_ALL=C awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["path"] ~ /FastTracking$/ {
        found = 1
        ratio = $column["candidate_s"] / $column["baseline_s"] / $column["time_ratio"]
        if (ratio < 1 - 1e-9 || ratio > 1 + 1e-9 || $column["ratio"] < $column["ratio_low"] ||
            $column["ratio"] > $column["ratio_high"] || $column["quantity"] != "cpu") { print; exit 1 }
    }
    END { if (!found) exit 1 }' out || wrong "the row of FastTracking: $(cat out)"
shows 0 compare --baseline a/1 a/2 --candidate b --table differences --format json
has_line '"setting": "FastTracking.Microseconds", "baseline": "30", "candidate": "90"'
shows 0 compare a/1 b/1
has_line '^1 baseline has no spread to test changes with: '
has_line '^CPU of the process per event '
shows 0 compare a/1 a/1
has_line '^warning: baselines and candidates are the same results: there is nothing to compare$'
shows 0 compare a/1 a/1 -O table --format markdown
[ ! -s out ] || wrong "with -O it printed $(cat out)"
grep -q '^### Self CPU time per event by branch: ' table || wrong "no Markdown: $(cat table)"
shows 1 compare a b --table rows
says "gaudit compare: --table: there is no 'rows'; there is: shares, test, differences, total, branches, tasks, events, functions (see 'gaudit help compare')"
shows 1 compare a b --table tasks
says "gaudit: this comparison has no table 'tasks'; there is: differences, total, branches"
shows 1 compare a nowhere
says "gaudit: 'nowhere' is not a result folder: No such file or directory"
shows 1 compare "$gaudit"
says "gaudit compare: '$gaudit' is a program, not a result: 'gaudit ab -- PROGRAM --versus PROGRAM' runs and compares programs (see 'gaudit help compare')"
shows 1 compare a
says "gaudit compare: 'a' holds 3 results, and no other side to compare with: 'gaudit compare A B' (see 'gaudit help compare')"
mkdir sides
cp -r a b sides
shows 1 compare sides
says "gaudit compare: 'sides' holds both sides: 'gaudit compare sides/a sides/b' (see 'gaudit help compare')"
shows 1 compare a b c
says "gaudit compare: unexpected argument 'c' (see 'gaudit help compare')"
shows 1 compare --baseline a
says "gaudit compare: --candidate is missing (see 'gaudit help compare')"
shows 1 compare a --baseline a --candidate b
says "gaudit compare: 'a': put folders after --baseline or --candidate (see 'gaudit help compare')"
shows 5 compare a b -O /dev/full
says 'gaudit: /dev/full: No space left on device'

# --- history ---------------------------------------------------------------------------
shows 0 history a b
has_line '^6 results$'
has_line 'from result 3 to 4 the options changed$'
mkdir releases
for i in 9 10 11; do
    cp -r a/1 releases/v$i
    sed -i "s/\"start_time\": \"..../\"start_time\": \"20$((i + 10))/" releases/v$i/run.json # a copy is no other result
done
shows 0 history releases --table results --format csv
[ "$(awk -F/ 'NR > 1 { print $NF }' out | tr '\n' ' ')" = 'v9 v10 v11 ' ] || wrong "the order is not that of numbers: $(cat out)"
shows 0 history a b/1 --format csv
[ "$(cut -d, -f1 out | sort -u | tr '\n' ' ')" = '1 2 3 4 number ' ] || wrong "the history has $(cut -d, -f1 out | sort -u)"
shows 1 history
says "gaudit history: a result folder is missing (see 'gaudit help history')"
shows 1 history a --limit 0
says "gaudit history: --limit takes a whole number from 1 on, not '0' (see 'gaudit help history')"

# --- can it be true --------------------------------------------------------------------
shows 0 report timing b/1 --validate
has_line '^26 checks, 0 failed$'
has_line "^100 % of branches, wall time: .*, the total of 'Event' in 298 calls$"
mkdir bad
sed 's/"self_s": [0-9.e-]*/"self_s": -1.5/' b/1/timer.json >bad/timer.json
shows 5 report timing bad --validate
has_line "^timer.json: branches\[0\] 'Event', wall time: self time is -1.5 s, not from 0 on$"
says 'gaudit: bad: the time accounting does not add up: 8 checks failed'
shows 1 report counts b/1 -v
says "gaudit report: the view 'counts' takes no --verbose (see 'gaudit help report')"
shows 1 report counts b/1 --validate
says "gaudit report: the view 'counts' takes no --validate (see 'gaudit help report')"

finish
