#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: tutorial.sh ROOT CC GAUDIT: the code in doc/*.md and README.md that includes gaudit or its
# client of ITT, in C, C++ or Fortran, compiles, and gaudit finds nothing wrong with the job of the
# README. A language without a compiler is left out.
set -eu
root=$1 cc=$2 gaudit=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
    /^```(c|cpp|fortran)$/ { n++; on = 1; suffix = $0 == "```fortran" ? "f90" : substr($0, 4); next }
    /^```/ { on = 0 }
    on { print >(work "/" n "." suffix) }' "$root"/README.md "$root"/doc/*.md
count=0 status=0

# there COMPILER: false without it, a failure if all are required
there() {
    command -v "$1" >/dev/null && return
    echo "there is no compiler '$1'"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || status=1
    return 1
}

# compile SUFFIX PATTERN COMMAND...: each piece of code that has a line with the pattern
compile() {
    suffix=$1 pattern=$2
    shift 2
    for file in "$work"/*."$suffix"; do
        grep -qE "$pattern" "$file" || continue
        count=$((count + 1))
        "$@" -Wall -Wextra -pedantic -Werror -fsyntax-only "$file" || status=1
    done
}

compile c '^#include <(gaudit|itt)/' "$cc" -std=c17 -I"$root/framework/include" -I"$root"
if there g++; then # components are looked at by tests/components/page.sh, too
    compile cpp '^#include <gaudit/component' g++ -std=c++17 -I"$root/framework/include"
    compile cpp '^#include <gaudit/[^c]' g++ -std=c++11 -I"$root/framework/include" \
        -isystem "$root/tests/geant4/stubs"
fi
if there gfortran; then
    gfortran -J "$work" -c -o "$work/gaudit.o" "$root/framework/include/gaudit/gaudit.f90"
    compile f90 '^ *use gaudit' gfortran -std=f2008 -I "$work"
fi
# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```xml$/,/^```$/{/^```/!p;}' "$root/README.md" >"$work/job.xml"
"$gaudit" check "$work/job.xml" || status=1
echo "$count pieces of code"
[ $count -gt 3 ] || status=1
exit $status
