#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: document.sh GAUDIT OPTIONS_FOLDER: `report document` has what the views print, and samples that add up to their tables.
. "$(dirname "$0")/../job/job.sh"

# same DIR: document.py finds no difference; its lines are in "read".
same() { python3 "$here/../report/document.py" "$gaudit" "$1" >read 2>err || wrong "document of $1: $(cat err read)"; }

runs "$options/quickstart.xml" -q -n 300 -j 2 -a TraceAuditor --event-data -o result
same result
[ "$(grep '^view ' read | cut -d ' ' -f 2 | tr '\n' ' ')" = 'timing loop_times counts workers workers_over_time summary events event_times event_histogram event_growth timeline ' ] ||
    wrong "views: $(cat read)"
grep -q '^replay gaudit run .* --only$' read && ! grep -q '^inside' read || wrong "events: $(cat read)"
grep -q '^answer .* % of .* in events is in ' read || wrong "no answer: $(cat read)"

runs "$options/transport.xml" -q -n 9 -a RegionAuditor -o regions
same regions
grep -qx 'region events 8 bins 8 width 1 first 2' read || wrong "an event for each bin: $(cat read)"

# The collector cannot be loaded into sanitized programs.
runs "$options/empty-tree.xml" -q -n 200001 --event-data -o many
same many
grep -qx 'slowest 1000' read || wrong "more events than a page has: $(cat read)"

"$gaudit" profile -q -o profile --interval 1ms --time --event-data "$options/quickstart.xml" -n 20000 >out 2>&1 ||
    grep -q 'Sanitizer\|ASan' out || wrong "profile: $(cat out)"
if "$gaudit" report hotspots profile >/dev/null 2>&1; then
    same profile
    grep -qx 'view agreement' read && grep -q '^samples [1-9]' read && grep -q '^inside [1-9]' read || wrong "samples: $(cat read)"
else
    grep -q 'Sanitizer\|ASan' out || wrong "there are no samples: $(cat out)"
fi

"$gaudit" report document result -f csv >out 2>err && wrong 'CSV is made'
grep -qx 'gaudit: the document is JSON; --format takes json' err || wrong "CSV: $(cat err)"
mkdir empty
"$gaudit" report document empty >out 2>err && wrong 'a document of nothing'
[ ! -s out ] && [ "$(wc -l <err)" = 1 ] || wrong "empty: $(cat err out)"
printf '{"schema": ' >result/timer.json
"$gaudit" report document result >out 2>err && wrong 'a damaged document is left out'
[ ! -s out ] && [ "$(wc -l <err)" = 1 ] && grep -q timer.json err || wrong "damaged: $(cat err)"
finish
