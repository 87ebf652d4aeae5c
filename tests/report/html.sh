#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: html.sh GAUDIT OPTIONS_FOLDER: `report html` makes one file that needs no other, whose tables have the numbers of
# the views, and which is made whole or not at all.
. "$(dirname "$0")/../job/job.sh"

# page DIR OUT: the page, which html_page.py reads to "read": "heading TEXT", "answer TEXT", "cells TEXT|TEXT...".
page() {
    "$gaudit" report html "$1" -O "$2" 2>err || wrong "report html $1 ended with $?: $(cat err)"
    [ ! -s err ] || wrong "report html $1 says: $(cat err)"
    python3 "$here/../report/html_page.py" "$2" >read 2>err || wrong "$2: $(cat err)"
}

# same VIEW DIR OPTION...: the page has all rows of the view, as Markdown shows them.
same() {
    "$gaudit" report "$@" -f markdown >view.md || wrong "report $*"
    python3 "$here/../report/html_page.py" --markdown view.md read >err 2>&1 || wrong "report $*: $(cat err)"
}

runs "$options/quickstart.xml" -q -n 300 -j 2 -a TraceAuditor -o result
page result page.html
"$gaudit" report document result >document.json && python3 "$here/../report/html_page.py" page.html document.json >read ||
    wrong 'the document of the page is another'
grep -qx "files $(ls -x -w 0 result | sed 's/  */ /g')" read || wrong "the files of the result: $(cat read) $(ls result)"
[ "$(grep '^heading ' read | cut -d ' ' -f 2- | tr '\n' ',')" = \
    'Branches,Shares,Flame graph,Workers,Times of workers,Decisions,The run,' ] || wrong "headings: $(cat read)"
grep -q '^answer .* % of .* in events is in ' read || wrong 'it does not begin with the answer'
for view in timing workers counts summary; do same $view result; done
grep -q '^code gaudit report timing result$' read || wrong 'the command is not shown'
[ "$(grep -c '^picture ' read)" = 3 ] || wrong 'pictures are missing'

# --- more branches than are read at once: those with the most time --------------------------------
cp -r result many
python3 - <<'EOF'
import json
document = json.load(open("many/timer.json"))
last = document["branches"][-1]["branch"]
fit = next(branch for branch in document["branches"] if branch["name"] == "VertexFit")
for i in range(1, 31):
    document["branches"].append(dict(fit, branch=last + i, path=f"B{i}", name=f"B{i}", depth=1, level=1, parent=0, self_s=i, total_s=i))
json.dump(document, open("many/timer.json", "w"))
EOF
page many many.html
[ "$(grep -c '^cells B[0-9]*|' read)" = 20 ] && grep -q '^cells B30|' read && ! grep -q '^cells B10|' read || wrong "not the top 20: $(grep '^cells ' read)"
grep -qx 'code gaudit report timing many --sort self' read || wrong "the command of the top: $(grep '^code' read)"

# --- by the commands that make a result ----------------------------------------------------------
runs "$options/quickstart.xml" -q -n 50 -o made --html made.html
python3 "$here/../report/html_page.py" made.html >read || wrong 'the page of run'
grep -qx 'heading Branches' read || wrong "the page of run: $(cat read)"
"$gaudit" run "$options/quickstart.xml" -q -n 50 --html none.html 2>err && wrong 'a page without a result'
grep -q 'html needs --output DIR' err && [ ! -e none.html ] || wrong "without a result: $(cat err)"
"$gaudit" run "$options/quickstart.xml" -q -n 5 -o full --html /dev/full 2>err && wrong 'a full disk is no error'
[ "$(wc -l <err)" = 1 ] || wrong "full disk: $(cat err)"
"$gaudit" profile "$options/quickstart.xml" -q -n 5000 -o prof --html prof.html >out 2>&1 &&
    { grep -qx '<h1>prof</h1>' prof.html || wrong "the page of profile: $(cat out)"; }

"$gaudit" collect -q -o coll --html coll.html -- "$gaudit" run "$options/quickstart.xml" -q -n 3000 >out 2>&1 || grep -q 'Sanitizer\|ASan' out || wrong "collect --html: $(cat out)"
[ -s out ] || grep -qx '<h1>coll</h1>' coll.html || wrong 'the page of collect'
"$gaudit" collect -q -o coll2 --html /dev/full -- true 2>err
[ $? = 125 ] && [ "$(grep -c full err)" = 1 ] || wrong "collect, full disk: $(cat err)"

# --- comparisons -----------------------------------------------------------------------------
runs "$options/quickstart.xml" -q -n 50 -o other
for command in "compare made other" "gate --baseline made --candidate other --max-ratio 100"; do
    "$gaudit" $command --html changes.html >out 2>err # a gate may fail on a busy machine
    status=$?
    [ $status = 0 ] || { [ "${command%% *}" = gate ] && [ $status = 6 ]; } || wrong "$command: $status $(cat err)"
    python3 "$here/../report/html_page.py" changes.html >read || wrong "$command: the page"
    [ "$(grep '^heading ' read | head -n 1)" = 'heading Comparison' ] || wrong "$command: $(cat read)"
    grep -qx '<h1>other against made</h1>' changes.html || wrong "$command: no title"
    "$gaudit" $command -f json >rows.json 2>err
    "$gaudit" report document changes.html >no-comparison.json
    python3 - "$command" changes.html out rows.json $status <<'EOF' || wrong "$command: the comparison in the document"
import base64, gzip, json, re, sys
command, page, out, rows, status = sys.argv[1:]
block = "".join(re.findall('class="document">([^<]*)', open(page).read()))
block = gzip.decompress(base64.b64decode(block))
document = json.loads(block[4:4 + int.from_bytes(block[:4], "little")])
comparison = document["comparison"]
assert comparison["baseline"] == ["made"] and comparison["candidate"] == ["other"]
assert comparison["gate"] == ((["passed"] + ["failed"] * 6)[int(status)] if command.startswith("gate") else None)
assert comparison["rows"] == json.load(open(rows))
assert comparison["sentence"] == document["answers"][0]
assert status != "0" or " ".join(open(out).read().split()).startswith(comparison["sentence"])
EOF
done
"$gaudit" compare --timer made --samples other --html x.html 2>err && wrong 'a page of two half results'

# --- samples: their sentence and their table, if this machine has any ---------------------------
if "$gaudit" profile -o profile -- "$gaudit" run "$options/quickstart.xml" -q -n 20000 >/dev/null 2>&1 &&
    "$gaudit" report hotspots profile >/dev/null 2>&1; then
    page profile profile.html
    "$gaudit" report document profile >document.json && python3 "$here/../report/html_page.py" profile.html document.json >again ||
        wrong 'the document with samples is another'
    # To see whether there are lanes, for the views, and for the archive; where programs may be traced.
    if strace -f -e trace=open,openat -o opened "$gaudit" report html profile -O traced.html >out 2>&1 && cmp -s profile.html traced.html; then
        [ "$(grep -c 'samples\.gtr' opened)" -le 3 ] || wrong "the samples are read again: $(grep 'samples\.gtr' opened)"
    fi
    grep -q '^heading Functions$' read && grep -q '^answer .* CPU time is in ' read || wrong "samples: $(cat read)"
    same hotspots --limit 40 profile
fi

# --- names are text ----------------------------------------------------------------------------
evil='</td><script>alert(1)</script><img src=x>&amp;"'
python3 - "$evil" <<'EOF'
import json, sys
for name in "timer", "counts":
    path = f"result/{name}.json"
    document = json.load(open(path))
    for branch in document["branches"]:
        if branch["path"].split()[-1] == "VertexFit":
            branch["path"] = branch["path"].replace("VertexFit", sys.argv[1].replace(" ", "_"))
            if "name" in branch:
                branch["name"] = sys.argv[1].replace(" ", "_")
    json.dump(document, open(path, "w"))
EOF
mv result "it's <b>one"
page "it's <b>one" page.html
grep -qF 'script>alert(1)</script><img_src=x>&amp;"' read || wrong "the name is not shown: $(cat read)"
grep -qF "code gaudit report timing 'it'\''s <b>one'" read || wrong "the command is not quoted: $(grep ^code read)"
same timing "it's <b>one"

# --- all or nothing ----------------------------------------------------------------------------
"$gaudit" report html missing -O none.html 2>err
[ $? = 1 ] && grep -qx "gaudit: 'missing' is not a result folder: No such file or directory" err || wrong "missing: $(cat err)"
mkdir empty
"$gaudit" report html empty -O none.html 2>err && wrong 'a page of nothing is made'
grep -qx "gaudit: 'empty' is not a result folder: it has no documents (\*.json)" err || wrong "empty: $(cat err)"
cp page.html before.html
printf '{"schema": ' >"it's <b>one/timer.json"
"$gaudit" report html "it's <b>one" -O page.html 2>err && wrong 'a damaged document is left out'
[ "$(wc -l <err)" = 1 ] && grep -q 'timer.json' err || wrong "damaged: $(cat err)"
cmp -s page.html before.html || wrong 'the page before is gone'
[ ! -e none.html ] || wrong 'there is a file'

# What did not end well comes first.
"$gaudit" collect -q --html failed.html -o failed -- sh -c 'exit 3' >out 2>&1
grep -o '<p class="answer[^<]*' failed.html | head -n 1 | grep -qx '<p class="answer failed">failed: the program ended with status 3' ||
    wrong "a failed program: $(grep -o '<p class="answer[^<]*' failed.html)"
finish
