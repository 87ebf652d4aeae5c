#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: page.sh GAUDIT OPTIONS_FOLDER SOURCE_DIR: the components of C++ that writing-components.md and README.md show
# compile without a warning of strict programs, by each compiler that is installed; the first runs in a job.
. "$(dirname "$0")/../job/job.sh"
source=$3

# Each block of C++ of a page is PAGE-N.cpp.
for page in README.md doc/writing-components.md; do
    awk -v name="$(basename "$page" .md)" '/^```cpp$/ { on = name "-" ++n ".cpp"; next }
        /^```$/ { on = "" }
        on { print >on }' "$source/$page"
done
[ "$(ls ./*.cpp | wc -l)" -ge 6 ] || wrong "only these blocks of C++: $(ls ./*.cpp)"
strict='-Wall -Wextra -Wpedantic -Weffc++ -Wshadow -Wconversion -Werror -fsyntax-only'
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    for file in ./*.cpp; do
        for standard in c++17 c++20; do
            # shellcheck disable=SC2086 # several flags
            $compiler -std=$standard $strict -I"$source/framework/include" "$file" || wrong "$compiler $file"
        done
    done
done

# A C++ file with the macros of C: one line that names the header.
sed -n '/^```c$/,/^```$/p' "$source/doc/writing-components.md" | sed '1d;/^```$/,$d' >c_macros.cpp
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    $compiler -std=c++17 -fsyntax-only -I"$source/framework/include" c_macros.cpp 2>errors &&
        wrong "$compiler compiles the macros of C"
    [ "$(grep -c error: errors)" = 1 ] && grep -q 'components in C++ include <gaudit/component.hpp>' errors ||
        wrong "$compiler says: $(cat errors)"
done

# --- the first one, as the page builds it --------------------------------------------------
compiler=$(command -v g++ || command -v clang++) || exit 77
"$compiler" -std=c++17 -O2 -g -fPIC -shared -fvisibility=hidden -o hard_muons.so writing-components-1.cpp \
    -I"$source/framework/include" || wrong 'it is not built'
"$gaudit" manifest -O hard_muons.manifest hard_muons.so || wrong 'it has no manifest'
awk 'BEGIN { print "event,pt"; for (i = 1; i <= 300; i++) for (j = 0; j < 4; j++) print i "," (i + j) % 6 }' >muons.csv
cat >job.xml <<EOF
<job>
  <module path="hard_muons.so"/>
  <auditor type="TimerAuditor"/>
  <input type="CsvInput" name="Events"><property name="Files" value="muons=muons.csv"/></input>
  <algorithm type="HardMuons"><property name="Least" value="1"/><property name="MinPt" value="4.5"/></algorithm>
</job>
EOF
for workers in 1 2; do
    runs job.xml -q -j $workers -o r$workers
    is r$workers/hard-muons.json muons 1200
    is r$workers/hard-muons.json hard 200
    is r$workers/run.json accepted 200
    "$gaudit" report timing r$workers -f csv | grep -q ',HardMuons,' || wrong 'it is not in the report'
done
fails 2 "command line: HardMuons.Least: '0' is out of range: from 1 to 1000" job.xml -s HardMuons.Least=0
finish
