#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: browser.sh GAUDIT OPTIONS_FOLDER MODULES TEST...: runs tests of the page in headless Chromium, on results made here.
# MODULES: where npm puts what package.json names. SHOTS=FOLDER in the environment: keeps pictures of all views there.
. "$(dirname "$0")/../job/job.sh"
page=$here/../page modules=$3
shift 3
missing() { [ -n "${GAUDIT_REQUIRE_DATA:-}" ] && wrong "$1" && exit 1; echo "skipped: $1"; exit 77; }
[ -x /usr/bin/chromium-headless-shell ] || [ -x /usr/bin/chromium ] || missing 'there is no chromium-headless-shell'
"$page/install.sh" "$modules" || exit $?

runs "$options/quickstart.xml" -q -n 300 -j 2 -s TimerAuditor.Memory=true -a TraceAuditor --event-data -o run
"$gaudit" profile -q -o profile --interval 1ms --time --event-data "$options/quickstart.xml" -n 8000 >out 2>&1 || wrong "profile: $(cat out)"
"$gaudit" profile -q -o traced --interval 1ms --time --event-data "$options/quickstart.xml" -n 500 --timeline >out 2>&1 ||
    wrong "profile --timeline: $(cat out)"
"$gaudit" collect -q -o program --interval 1ms -- "$gaudit" run "$options/quickstart.xml" -q -n 5000 >out 2>&1 || wrong "collect: $(cat out)"
# CPU times, of which one is three times as long; on a busy machine it may take more runs until that is significant.
status=0
for runs in 6 12 24 48; do
    rm -rf ab
    "$gaudit" ab "$options/quickstart.xml" --b FastTracking.Microseconds=90 -n 300 --runs $runs --event-data -o ab >out 2>&1 || wrong "ab: $(cat out)"
    "$gaudit" gate ab/a ab/b --max-ratio 1.2 --allow-new --html gate.html >out 2>&1
    status=$?
    [ $status = 0 ] || break
done
[ $status = 6 ] || wrong "the page of a gate that fails: $(cat out)"
for n in 0 1 2; do
    OMPI_COMM_WORLD_RANK=$n OMPI_COMM_WORLD_SIZE=3 OMPI_MCA_orte_precondition_transports=page "$gaudit" run "$options/quickstart.xml" -q \
        -n $((50 * (n + 1))) -o job >out 2>&1 || wrong "rank $n: $(cat out)"
done
runs "$options/transport.xml" -q -n 40 -a RegionAuditor -o detector
# A small job does not grow by a MB: its branches get memory, no two the same.
python3 - <<'EOF'
import json
document = json.load(open("run/timer.json"))
for table in "branches", "warm_up":
    rows = {row["branch"]: row for row in document[table]}
    for number, row in rows.items():
        row["memory_self_MB"] = 1 + 2 * number if number % 3 else -1000 - number
        row["memory_total_MB"] = 0
    for number, row in rows.items():
        while number in rows:
            rows[number]["memory_total_MB"] += row["memory_self_MB"]
            number = rows[number]["parent"]
json.dump(document, open("run/timer.json", "w"))
EOF
cp -r run hostile
python3 - <<'EOF'
import json
for name in "timer", "counts":
    path = f"hostile/{name}.json"
    document = json.load(open(path))
    for branch in document["branches"]:
        if branch["path"].split()[-1] == "VertexFit":
            evil = "</td><script>globalThis.wasRun=1</script>"
            branch["path"] = branch["path"].replace("VertexFit", evil)
            if "name" in branch:
                branch["name"] = evil
        elif branch["path"].split()[-1] == "FastTracking":
            branch["path"] = branch["path"].replace("FastTracking", "a\u202eb" + "Xx" * 2000)
            if "name" in branch:
                branch["name"] = "a\u202eb" + "Xx" * 2000
    json.dump(document, open(path, "w"))
EOF
cp -r run failed
python3 - <<'EOF'
import json
document = json.load(open("failed/run.json"))
document.update(status="failed", failure_reason="it was made to fail", exit_status=1)
json.dump(document, open("failed/run.json", "w"))
EOF
for name in run profile traced program detector hostile failed job; do
    "$gaudit" report html $name -O $name.html 2>err || wrong "the page of $name: $(cat err)"
done
"$gaudit" compare ab/a ab/b --html compare.html >out 2>&1 || wrong "the page of a comparison: $(cat out)"
"$gaudit" compare ab/a/001 ab/b/001 --html single.html >out 2>&1 || wrong "the page of two runs: $(cat out)"
sed 's/class="document">H4s/class="document">H5s/' run.html >damaged.html
PAGES=$work GAUDIT=$gaudit NODE_MODULES=$modules
export PAGES GAUDIT NODE_MODULES
for name; do
    node --test "$page/$name" >log 2>&1 || wrong "$name: $(grep -v '^#' log | head -c 6000)"
done
finish
