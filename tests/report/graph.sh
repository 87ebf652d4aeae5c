#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: graph.sh GAUDIT OPTIONS_FOLDER: the view graph of a written timer byte for byte, and what it says of a job.
. "$(dirname "$0")/../job/job.sh"
here=$here/graph

# same EXPECTED [ARGUMENT...]: what the view of the scene is.
same() {
    expected=$1
    shift
    "$gaudit" report graph "$here/scene" "$@" >out 2>err || wrong "report graph $* ended with $?: $(cat err)"
    cmp out "$here/$expected" || wrong "report graph $*: $(diff out "$here/$expected")"
}

# refuses STATUS MESSAGE [ARGUMENT...]
refuses() {
    want_status=$1 want=$2
    shift 2
    "$gaudit" report "$@" >out 2>err
    status=$?
    [ $status -eq "$want_status" ] || wrong "report $*: status $status, not $want_status"
    [ "$(cat err)" = "gaudit$want" ] || wrong "report $*: it said: $(cat err), not: gaudit$want"
}

same level-1.text
same level-1.text --level 1 --format text
same level-2-all.text --level 2 --heaviest-branch --heaviest-sections 7
same level-2-all.text --level 6 --heaviest-branch --heaviest-sections 18446744073709551615
same level-0.text --level 0
same sections-3.text --heaviest-sections 3
same graph.csv --format csv
same sections-2.json --format json --table sections --heaviest-sections 2
same level-1-branch.markdown --format markdown --level 1 --heaviest-branch
"$gaudit" export "$here/scene" --format perfgraph >out 2>err || wrong "export perfgraph: $(cat err)"
cmp out "$here/perfgraph.json" || wrong "export perfgraph: $(diff out "$here/perfgraph.json")"
"$gaudit" report graph "$here/scene" --table branch >out
[ "$(grep -c Heaviest out)" = 1 ] && [ "$(sed -n 2p out)" = 'Heaviest Branch:' ] || wrong "--table branch: $(cat out)"

# --- which timer ---
mkdir two
cp "$here/scene/timer.json" two/timer.json
cp "$here/scene/timer.json" two/timer-Fast.json
"$gaudit" report graph-timer two --format csv >wanted || wrong 'report graph-timer'
for view in graph-Fast graph-timer-Fast; do
    "$gaudit" report "$view" two --format csv -O graph.csv || wrong "report $view"
    cmp graph.csv wanted || wrong "report $view: another graph"
done
for timer in timer timer-Fast; do
    "$gaudit" export two/$timer.json --format perfgraph -O graph.json || wrong "export of $timer"
    cmp graph.json "$here/perfgraph.json" || wrong "export of $timer: another graph"
done
"$gaudit" report graph two | grep -c 'Performance Graph:' | grep -qx 2 || wrong 'not the graphs of both timers'
refuses 1 ": 'graph' is 2 documents, and csv holds one: say which, such as 'graph-timer'" graph two --format csv
"$gaudit" report two graph -f latex | grep -c 'caption{Performance Graph}' | grep -qx 2 || wrong 'no graphs as LaTeX'

# --- what is refused ---
see="(see 'gaudit help report')"
refuses 1 " report: the view 'timing' takes no --level $see" timing two --level 2
refuses 1 " report: the view 'graph' takes no --sort $see" graph two --sort self
refuses 1 " report: the view 'graph' takes no --format svg $see" graph two --format svg
refuses 1 " report: the view 'hotspots' takes no --heaviest-branch $see" hotspots two --heaviest-branch
refuses 1 " report: --level takes a whole number from 0 to 6, not '-1' $see" graph two --level -1
refuses 1 " report: --heaviest-sections takes a whole number from 1 on, not '-1' $see" \
    graph two --heaviest-sections -1
refuses 1 ": timer has no table 'tree'; there is: graph, branch, sections" graph two --table tree
mkdir none
sed 's/"calls": [0-9]*, "total_s": [0-9.]*, "self_s": [0-9.]*/"calls": 0, "total_s": 0, "self_s": 0/' \
    "$here/scene/timer.json" >none/timer.json
"$gaudit" export none --format perfgraph -O none.json 2>err
status=$?
[ $status = 5 ] && [ ! -e none.json ] && [ "$(cat err)" = "gaudit: nothing was timed below 'Event', and PerfGraph cannot read a graph without time" ] ||
    wrong "a graph without time: status $status, $(cat err)"

# --- a real job ---
cat >job.xml <<'XML'
<job>
  <input type="GeneratorInput" name="In"><property name="Events" value="5"/></input>
  <auditor type="TimerAuditor"/>
  <sequence name="Line" level="2"><algorithm type="Spin" name="Work"><property name="Microseconds" value="100"/></algorithm></sequence>
</job>
XML
check() {
    python3 "$here/../check_perfgraph.py" "$@" || wrong "not as PerfGraph has it: $*"
}
runs -o result job.xml
"$gaudit" report graph result >out || wrong 'report graph'
grep -qE '^\|     Work  *\|     5 \|' out || wrong "not 5 calls: $(cat out)"
! grep Line out || wrong "a sequence of level 2"
"$gaudit" report graph result --level 2 >out || wrong 'report graph --level 2'
grep -qE '^\|       Work  *\|     5 \|' out || wrong "--level 2: $(cat out)"
total=$("$gaudit" report graph result --format csv | LC_ALL=C awk -F, '$4 == "Job" { print $13 }')
# 100 % is the application: the loops of all workers, and what stands beside them.
"$gaudit" report graph result --level 0 >out
[ "$(grep -c '^| ' out)" = 2 ] && grep -qE '^\| Job  *\|.* 100.00 \|$' out || wrong "not the job alone: $(cat out)"
loop=$("$gaudit" report timing result --table loop_times --format csv | LC_ALL=C awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "loop_s") c = i } NR > 1 && $c ~ /^[0-9]/ { s += $c } END { print s }')
LC_ALL=C awk -v total="$total" -v loop="$loop" 'BEGIN { exit !(loop > 0 && total >= 0.999 * loop && total < 1.5 * loop + 0.01) }' ||
    wrong "Job has $total s, the loops $loop s"
"$gaudit" export result --format perfgraph -O perfgraph.json || wrong 'perfgraph'
if command -v python3 >/dev/null; then
    check Job "$total" perfgraph.json
    check Program 10 "$here/perfgraph.json"
elif [ "${GAUDIT_REQUIRE_DATA:-}" ]; then
    wrong 'there is no python3'
fi
finish
