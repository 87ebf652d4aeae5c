#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: html_comparison.sh GAUDIT OPTIONS_FOLDER: pages of comparisons say what the command says, with its options, and
# what is in them when they are read; a page that cannot be written is refused before anything runs.
. "$(dirname "$0")/../job/job.sh"

# --- results whose times are known -----------------------------------------------------------
# Four of each side, of one run: FastTracking, twice, and VertexFit take ten times as long in b.
runs "$options/quickstart.xml" -q -n 50 -s TimerAuditor.CpuTime=true -o one
python3 - <<'EOF'
import json, os, shutil
for side in "ab":
    for i in range(1, 5):
        folder = f"runs/{side}/{i}"
        shutil.copytree("one", folder)
        run = json.load(open("one/run.json"))
        run["start_time"] = f"2026-01-0{i}T0{1 if side == 'a' else 2}:00:00.000000Z"
        run["wall_s"] = 2.0 if side == "a" else 3.0
        if side == "b":
            run["options"] = run["options"].replace('"Seed" value="1"', '"Seed" value="2"')
        json.dump(run, open(f"{folder}/run.json", "w"))
        timer = json.load(open("one/timer.json"))
        for branch in timer["branches"]:
            slow = branch["path"].split()[-1] in ("FastTracking", "VertexFit")
            branch["self_s"] = branch["cpu_self_s"] = (0.01 if slow else 0.001) * (10 if slow and side == "b" else 1) * (1 + i / 1000)
        json.dump(timer, open(f"{folder}/timer.json", "w"))
EOF

# --- the page of a gate ------------------------------------------------------------------------
limits='--max-ratio 1.25 --min-seconds 0.0002 --false-positive-rate 0.002 --allow-new --require-decision'
"$gaudit" gate runs/a runs/b $limits --html gate.html >out 2>err
[ $? = 6 ] || wrong "the gate: $(cat out err)"
python3 "$here/../report/html_page.py" gate.html >read || wrong 'the page of the gate'
[ "$(grep -c '^FAILED: ' out)" = 4 ] && [ "$(grep -c '^answer FAILED: ' read)" = 4 ] || wrong "what failed: $(cat out read)"
grep '^FAILED: ' out | sed 's/^/answer /' >expected
grep '^answer FAILED: ' read | cmp -s - expected || wrong "other sentences: $(grep ^answer read)"
grep -qx "code gaudit gate runs/a runs/b $limits" read || wrong "the command: $(grep '^code gaudit gate' read)"
grep -q '^cells Branch|.*|Limit|Verdict|Gate$' read || wrong "no limits: $(grep ^cells read)"
grep -q '^cells .*VertexFit|.*|[0-9.]*|significant|FAILED$' read || wrong "no verdict: $(grep ^cells read)"
[ "$(grep -o 'FAILED: ' gate.html | wc -l)" = 4 ] || wrong 'sentences are on the page twice'
grep -q '<nav aria-label="Contents"><a href="#comparison">Comparison</a> ' gate.html || wrong 'it is not among the contents'

# --- their documents ---------------------------------------------------------------------------
"$gaudit" compare runs/a runs/b --html compare.html >out 2>err || wrong "compare: $(cat err)"
for table in differences total branches; do "$gaudit" compare runs/a runs/b -f json --table $table >$table.json 2>/dev/null; done
python3 - out <<'EOF' || wrong 'the comparison in the document'
import base64, gzip, json, re, sys
def comparison_of(page):
    block = gzip.decompress(base64.b64decode("".join(re.findall('class="document">([^<]*)', open(page).read()))))
    return json.loads(block[4:4 + int.from_bytes(block[:4], "little")])
document, gate = comparison_of("compare.html"), comparison_of("gate.html")
comparison = document["comparison"]
for name, table in ("differences", "differences"), ("total", "total"), ("rows", "branches"):
    assert comparison[name] == json.load(open(f"{table}.json")), name
assert {"setting": "Events.Seed", "baseline": "1", "candidate": "2"} in comparison["differences"]
assert {row["path"]: row["baseline"] for row in comparison["total"]}["wall_s"] == 2
assert comparison["sentences"] == [comparison["sentence"]] == document["answers"][:1]
assert comparison["command"] == "gaudit compare runs/a runs/b"
assert set(comparison["notes"]) == {"differences", "total", "branches"}
assert "baseline: 'runs/a', 4 runs" in comparison["notes"]["differences"]
assert any(note.startswith("significant: ") for note in comparison["notes"]["branches"]), comparison["notes"]
assert gate["comparison"]["sentences"] == gate["answers"][:4]
assert gate["comparison"]["gate"] == "failed" and gate["comparison"]["differences"] == comparison["differences"]
assert gate["comparison"]["total"] == comparison["total"]
assert "FAILED" not in json.dumps(gate["comparison"]["notes"])
assert "--table" not in json.dumps(gate["comparison"]["notes"])
EOF

# --- read again --------------------------------------------------------------------------------
"$gaudit" report compare.html >out 2>err || wrong "report: $(cat err)"
"$gaudit" compare runs/a/1 compare.html >out 2>err || wrong "a page on one side: $(cat err)"
"$gaudit" compare compare.html >out 2>err
[ $? = 1 ] && [ ! -s out ] && grep -qx "gaudit compare: 'compare.html' is the page of a comparison, to be opened in a browser; it holds the first result of B, which 'gaudit report compare.html' shows, and no other side to compare with: 'gaudit compare A compare.html' (see 'gaudit help compare')" err ||
    wrong "a page alone: $(cat out err)"
"$gaudit" report html one -O one.html
"$gaudit" compare one.html 2>err
grep -qx "gaudit: 'one.html' holds no samples .*" err || wrong "another page: $(cat err)"

# --- pages that cannot be written --------------------------------------------------------------
# unwritten PAGE REASON COMMAND...: nothing runs.
unwritten() {
    page=$1 reason=$2
    shift 2
    "$gaudit" "$@" >out 2>err
    [ $? = 1 ] && [ ! -s out ] && [ ! -e ran ] && [ "$(cat err)" = "gaudit $1: --html: '$page' cannot be written: $reason (see 'gaudit help $1')" ] ||
        wrong "$*: $(cat out err)"
}

job=$options/quickstart.xml
for page in missing/page.html one gate.html/page.html; do
    case $page in one) reason='Is a directory' ;; miss*) reason='No such file or directory' ;; *) reason='Not a directory' ;; esac
    unwritten $page "$reason" run "$job" -n 5 -o ran --html $page
    unwritten $page "$reason" profile "$job" --profiler builtin -n 5 -o ran --html $page
    unwritten $page "$reason" collect -o ran --html $page -- touch ran
    unwritten $page "$reason" compare runs/a runs/b --html $page
    unwritten $page "$reason" gate runs/a runs/b --html $page
    unwritten $page "$reason" gate "$job" --runs 1 -n 5 -o ran --html $page
done
"$gaudit" run "$job" -q -n 5 -o in --html ./in/page.html 2>err && [ -s in/page.html ] || wrong "a page in the result: $(cat err)"
cp one.html old.html
cp "$job" bad.xml && echo x >>bad.xml
"$gaudit" run bad.xml -n 5 -o bad --html old.html >out 2>&1 && wrong 'a damaged job runs'
"$gaudit" compare runs/a missing --html old.html >out 2>&1 && wrong 'a missing result is compared'
"$gaudit" run "$job" -n 5 -o one --html old.html >out 2>&1 && wrong 'a result is replaced'
cmp -s one.html old.html || wrong 'the old page is lost'
[ "$(echo .*)" = '. ..' ] || wrong "files are left: $(echo .*)"
finish
