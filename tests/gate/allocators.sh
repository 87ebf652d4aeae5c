#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: allocators.sh GAUDIT OPTIONS_FOLDER: the example of doc/allocators.md, in small: side B has the other allocator,
# and its functions are named.
. "$(dirname "$0")/../job/job.sh"
library=libtcmalloc_minimal.so.4
if LD_PRELOAD=$library /bin/true 2>&1 | grep -q preloaded; then
    echo "$library is not installed (libtcmalloc-minimal4)"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi
"$gaudit" ab "$options/allocation.xml" -n 40 --runs 5 --profile --b env:LD_PRELOAD=$library -o r >out 2>err || wrong "it ends with $?: $(cat err)"
for branch in Hits Clusters Tracks Buffers Fit; do
    grep -q "^Reconstruction $branch  " out || wrong "there is no $branch: $(cat out)"
done
grep -q "B (env:LD_PRELOAD=$library)" out || wrong "B is not named: $(cat out)"
"$gaudit" report hotspots --group-by module -f csv r/b/003 >b 2>err || wrong "B has no samples: $(cat err)"
"$gaudit" report hotspots --group-by module -f csv r/a/003 >a 2>err || wrong "A has no samples: $(cat err)"
grep -q libtcmalloc_minimal b || wrong "B does not use the other allocator: $(cat b)"
grep -q libtcmalloc_minimal a && wrong "A uses the other allocator: $(cat a)"
grep -q 'libc\.so' a || wrong "A does not use that of the system: $(cat a)"
finish
