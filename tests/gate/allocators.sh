#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: allocators.sh GAUDIT OPTIONS_FOLDER: the example of doc/comparing.md, in small: side B has the other allocator,
# and its functions are named.
. "$(dirname "$0")/../job/job.sh"
library=libtcmalloc_minimal.so.4
if LD_PRELOAD=$library /bin/true 2>&1 | grep -q preloaded; then
    echo "$library is not installed (libtcmalloc-minimal4)"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi
"$gaudit" ab "$options/allocation.xml" -v -n 160 --runs 5 --profile --b env:LD_PRELOAD=$library -o r >out 2>err || wrong "it ends with $?: $(cat err)"
for branch in Hits Clusters Tracks Buffers Fit; do
    grep -q "^$branch  " out || wrong "there is no $branch: $(cat out)"
done
grep -q "^candidate: B (env:LD_PRELOAD=$library), 5 runs$" out || wrong "B is not named: $(cat out)"

# samples SIDE MODULE: of all runs. A function may have a comma in its name: the numbers are at the end.
"$gaudit" compare r/a r/b --table functions -f csv >functions 2>err || wrong "there are no functions: $(cat err)"
samples() {
    awk -F, -v column="$1" -v module="$2" 'NR > 1 && index($0, "," module) { n += $(NF - 5 + column) } END { print n + 0 }' functions
}
[ "$(samples 2 libtcmalloc_minimal)" -gt 0 ] || wrong "B does not use the other allocator: $(cat functions)"
[ "$(samples 1 libtcmalloc_minimal)" -eq 0 ] || wrong "A uses the other allocator: $(cat functions)"
[ "$(samples 1 libc.so)" -gt 0 ] || wrong "A does not use that of the system: $(cat functions)"
finish
