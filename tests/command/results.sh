#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: results.sh GAUDIT SOURCE_DIR: the keys of the documents and of the views that runs make are those of
# doc/reference/results.md, those of comparisons are in doc/comparing.md: none is missing there, none is too much.
# shellcheck disable=SC2016 # backquotes of Markdown
set -u
gaudit=$1 page=$2/doc/reference/results.md comparing=$2/doc/comparing.md times=$2/documents/timer_document.h
k4bench=$2/tests/report/k4bench_events.json
lanes=$2/tests/screens/recorded/lanes
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir documented required printed
failed=0
wrong() { echo "wrong: $*"; failed=1; }
runs() { "$gaudit" "$@" >out 2>&1 || { wrong "$* ends with $?"; cat out; }; }

# --- results -----------------------------------------------------------------------------

cat >chain.xml <<'EOF'
<job>
  <input type="GeneratorInput"/>
  <auditor type="TimerAuditor"><property name="CpuTime" value="true"/><property name="Memory" value="true"/></auditor>
  <auditor type="CountAuditor"/>
  <auditor type="IttAuditor"/>
  <auditor type="TimeLogAuditor"/>
  <auditor type="TraceAuditor"><property name="Rbwp" value="1"/></auditor>
  <auditor type="EventAuditor"/>
  <auditor type="RegionAuditor"/>
  <algorithm type="L0Decision"/>
  <algorithm type="CaloClusters"/>
  <algorithm type="HitClusters"/>
  <algorithm type="TrackFinder"/>
  <algorithm type="TrackFit"><property name="Tracks" value="TrackFinder"/></algorithm>
  <algorithm type="TrackCheck"><property name="Tracks" value="TrackFit"/></algorithm>
  <algorithm type="VertexFinder"><property name="Tracks" value="TrackFit"/></algorithm>
  <algorithm type="VertexCheck"><property name="Found" value="VertexFinder"/>
    <property name="Reference" value="truth_vertices"/></algorithm>
  <algorithm type="TrackSelection"><property name="Input" value="TrackFit"/></algorithm>
  <algorithm type="MuonMatch"><property name="Tracks" value="TrackFinder"/></algorithm>
  <algorithm type="PairMass"><property name="Input" value="muons"/></algorithm>
  <algorithm type="Histogram1D" name="Pt">
    <property name="Input" value="TrackFit.pt"/><property name="Weight" value="TrackFit.pt"/>
  </algorithm>
  <algorithm type="ShowerTransport"><property name="MaxEnergy" value="1"/></algorithm>
  <algorithm type="Spin"><property name="Microseconds" value="20000"/></algorithm>
</job>
EOF
cat >menu.xml <<'EOF'
<job>
  <input type="CsvInput"><property name="Files" value="events=events.csv, hlt_accept=accept.csv"/>
    <property name="Key" value="event"/></input>
  <algorithm type="TriggerMenu"><property name="Menu" value="menu.csv"/><property name="List" value="true"/>
    <property name="Compare" value="events=Mu*"/></algorithm>
</job>
EOF
printf 'event\n1\n' >events.csv
printf 'event,path\n1,Mu\n' >accept.csv
printf 'path\nMu\nJet\n' >menu.csv
runs profile --profiler builtin --interval 1ms -q -n 20 -o chain chain.xml
runs run -q -o menu menu.xml
runs collect -q -o program -- sh -c :
mkdir tools
ln -s "$2/tests/profile/fake_vtune.sh" tools/vtune
PATH=$work/tools:$PATH FAKE_RELEASE=2025 runs profile --profiler vtune -q -n 20 -o vtune chain.xml
runs ab chain.xml -n 5 --runs 3 --profile --interval 1ms --b PairMass.MinMass=2 -o runs
[ $failed = 0 ] || exit 1

# --- keys of documents -------------------------------------------------------------------

# documented/KIND has the words of the page on KIND.json, required/KIND those that are keys for sure: the first columns
# of tables, and all words on documents that have a paragraph only.
awk '
    function words(text, file) {
        for (; match(text, /`[a-z][A-Za-z0-9_%]*`/); text = substr(text, RSTART + RLENGTH))
            print substr(text, RSTART + 1, RLENGTH - 2) >(file)
    }
    /^## / { kind = match($2, /[.]json$/) ? substr($2, 1, RSTART - 1) : ""; in_table = kind != "" }
    /^[*][*]`/ { kind = substr($1, 4); sub(/[.]json.*/, "", kind); sub(/-NAME$/, "", kind); in_table = 0 }
    /^## (Formats|Views)/ { exit }
    kind == "" { next }
    { words($0, "documented/" kind) }
    !in_table { words($0, "required/" kind) }
    in_table && /^\|/ { split($0, cells, "|"); words(cells[2], "required/" kind) }' "$page"
for document in chain/*.json menu/*.json program/*.json vtune/vtune.json; do
    kind=$(basename "$document" .json)
    kind=${kind%%-Pt}
    grep -oE '"[A-Za-z0-9_%]+": ' "$document" | tr -d '": ' | sort -u >keys
    cat keys >>"printed/$kind"
    grep -vxE 'schema|instance|merge|BeamPipe|Tracker|ECalBarrel|ECalEndcap|HCal|unattributed' keys | while read -r key; do
        grep -qx -e "$key" "documented/$kind" || echo "$(basename "$document"): '$key' is not in $page"
    done
done >missing
for kind in required/*; do
    kind=$(basename "$kind")
    [ "$kind" = mpi ] && continue # which tests/mpi has
    if [ ! -e "printed/$kind" ]; then
        echo "no run wrote $kind.json"
    else # 'unwritten' is for a disk that is full
        sort -u "required/$kind" | grep -vx unwritten | while read -r key; do
            grep -qx -e "$key" "printed/$kind" || echo "$page: $kind.json has no '$key'"
        done
    fi
done >>missing
set -- required/*
[ $# -gt 15 ] || echo "few documents are documented: $*" >>missing

# The times of a branch that the reader of timer.json knows are written.
sed -n 's/^ *X([A-Z0-9_]*, "\([a-z0-9_]*\)".*/\1/p' "$times" >read
[ "$(wc -l <read)" -gt 10 ] || echo "few times are read: $(cat read)" >>missing
grep -vxFf printed/timer read | sed "s|.*|timer.json has no '&', which $times names|" >>missing

# --- keys of views -----------------------------------------------------------------------

# view ARGUMENT...: its JSON on standard output
view() { "$gaudit" "$@" -f json 2>out || { echo "'$*' ends with $?: $(cat out)" >>missing; }; }
{
    for view in timing 'timing --table loop_times' 'timing --table warm_up' 'timing --validate' counts summary \
        'summary --table sampling' graph 'graph --table branch' 'graph --table sections' top-down modules threads tasks \
        dependencies; do
        # shellcheck disable=SC2086 # several arguments
        view report chain $view
    done
    for table in events times slowest histogram memory growth rises; do
        view report events "$k4bench" --table $table
    done
    view report hotspots chain --group-by task,module,source-file,source-line,thread,process,function,callstack
    # The function with most of the time: its name depends on the compiler.
    function=$("$gaudit" report hotspots chain --group-by function -f json 2>out | sed -n 's/.*"function": "\([^"]*\)".*/\1/p' | head -n 1)
    view report callers "$function" chain
    view report lines "$function" chain
    view report event "$lanes"
    for table in workers concurrency over_time stalls; do
        view report workers "$lanes" --table $table
    done
    for table in regions attribution rules origins; do
        view report regions chain --table $table
    done
} >views
{
    for table in differences total branches functions; do view compare runs/a runs/b --table $table; done
    view compare "$k4bench" "$k4bench" --table events
    view gate --baseline runs/a --candidate runs/b --max-ratio 100
    for table in results history branches; do view history runs/a --table $table; done
    for table in shares test; do view compare chain --table $table; done
} >comparisons

# words: those in backquotes that may be keys
words() { grep -oE '`[a-z][A-Za-z0-9_%]*`' | tr -d '`' | sort -u; }

# check FILE PAGE HEADING OTHER_WORD...: the page has all keys in FILE; what it has from the heading on are keys, or other
# words.
check() {
    grep -oE '"[A-Za-z0-9_%]+": ' "$1" | tr -d '": ' | sort -u >keys
    words <"$2" | comm -23 keys - | sed "s|.*|$2 has no '&', which a view has|" >>missing
    sed -n "/^## $3/,\$p" "$2" | words | comm -23 - keys >unknown
    page_of_words=$2
    shift 3
    printf '%s\n' "$@" | sort | comm -23 unknown - | sed "s|.*|$page_of_words has '&', which no view has|" >>missing
}
export LC_ALL=C
check views "$page" Views ab attribution branches callers compare counts csv dependencies events folded gate graph growth \
    histogram history hotspots rises json lines loop_times memory modules sampling schema_version sections \
    concurrency kind origins over_time processor regions replay rules sink slowest source stalls summary tasks times timing \
    warm_up workers
check comparisons "$comparing" Formats ab branches branch compare cpu differences event event_cpu_time event_time function gate growth_mib \
    history json null results run sampled shares task test total wall
[ ! -s missing ] || wrong "$(cat missing)"
exit $failed
