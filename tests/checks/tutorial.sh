#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: tutorial.sh ROOT CC GAUDIT: the C code in doc/*.md and README.md that includes gaudit
# or its client of ITT compiles, and gaudit finds nothing wrong with the job of the README.
set -eu
root=$1 cc=$2 gaudit=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
    /^```c$/ { n++; on = 1; next }
    /^```/ { on = 0 }
    on { print >(work "/" n ".c") }' "$root"/README.md "$root"/doc/*.md
count=0 status=0
for file in "$work"/*.c; do
    grep -qE '^#include <(gaudit|itt)/' "$file" || continue
    count=$((count + 1))
    "$cc" -std=c17 -Wall -Wextra -pedantic -Werror -fsyntax-only -I"$root/framework/include" -I"$root" "$file" || status=1
done
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```xml$/,/^```$/{/^```/!p;}' "$root/README.md" >"$work/job.xml"
"$gaudit" check "$work/job.xml" || status=1
echo "$count pieces of code"
[ $count -gt 3 ] || status=1
exit $status
