#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: flame_graph.sh GAUDIT OPTIONS_FOLDER: flame graphs of a timer and of samples, whose frames lie within those above
# them and are as wide as the views say.
. "$(dirname "$0")/../job/job.sh"

# frames SVG: "name time share", a line for each, after a check that each lies within one of the level above.
frames() {
    python3 - "$1" <<'EOF' || wrong "$1"
import sys, xml.etree.ElementTree as xml
space = "{http://www.w3.org/2000/svg}"
levels = {}
for group in xml.parse(sys.argv[1]).iter(space + "g"):
    rect = group.find(space + "rect")
    x, y, width = (float(rect.get(key)) for key in ("x", "y", "width"))
    levels.setdefault(y, []).append((x, x + width))
    print(*group.find(space + "title").text.split("\n"), sep=", ")
rows = sorted(levels)
assert rows and rows == [rows[0] + 19 * i for i in range(len(rows))], rows
for above, below in zip(rows, rows[1:]):
    for x, end in levels[below]:
        assert any(left - 0.02 <= x and end <= right + 0.02 for left, right in levels[above]), (below, x, end)
for y in rows:
    ends = sorted(levels[y])
    assert all(a[1] <= b[0] + 0.02 for a, b in zip(ends, ends[1:])), (y, ends)
EOF
}

runs "$options/quickstart.xml" -q -n 500 -s TimerAuditor.WarmUpEvents=0 -o timed
"$gaudit" report flamegraph timed -O timed.svg 2>err || wrong "$(cat err)"
frames timed.svg >seen
"$gaudit" report timing timed -f csv --relative-to Event >/dev/null || wrong 'timing'
# A frame is as wide as the self times of its branch and of those below it.
"$gaudit" report timing timed -f json >timing.json
python3 - <<'EOF' || wrong "the widths are not those of the timer: $(cat seen)"
import json
rows = [row for row in json.load(open("timing.json")) if row["path"] == "Event" or row["path"].startswith("Hlt")]
whole = sum(row["self_s"] for row in rows)
seen = dict((line.split(", ")[0], line.split(", ")[2].strip()) for line in open("seen"))
for row in rows:
    if row["path"] == "Event":
        continue
    below = [other for other in rows if (other["path"] + " ").startswith(row["path"] + " ")]
    share = 100 * sum(other["self_s"] for other in below) / whole
    if share > 0.2:
        shown = float(seen[row["path"].split()[-1]].split()[0])
        assert abs(shown - share) < 0.06, (row["path"], shown, share)
EOF
"$gaudit" report flamegraph timed --time-filter 0:1 -O none.svg 2>err && wrong 'a timer is filtered'
grep -q 'holds no samples that could be filtered' err || wrong "filter: $(cat err)"
mkdir empty
"$gaudit" report flamegraph empty -O none.svg 2>err && wrong 'there is a picture of nothing'
[ "$(wc -l <err)" = 1 ] && grep -q "'empty' has neither samples" err || wrong "empty: $(cat err)"
[ ! -e none.svg ] || wrong 'there is a file'

if "$gaudit" profile "$options/quickstart.xml" -q -n 20000 --interval 1ms -o sampled >/dev/null 2>&1 &&
    "$gaudit" report hotspots sampled >/dev/null 2>&1; then
    "$gaudit" report flamegraph sampled -O sampled.svg 2>err || wrong "$(cat err)"
    frames sampled.svg >seen
    grep -q '^HltDiMuonLine, .* ± .* %$' seen || wrong "no errors: $(cat seen)"
    grep -qE '^(_start|clone3), ' seen && wrong 'the starts of threads are drawn'
fi
finish
