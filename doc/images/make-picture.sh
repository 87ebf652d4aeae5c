#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: make-picture.sh FROM COMMAND... >picture.svg: runs the command and draws what it prints, both
# outputs, as it looks in a terminal, from the first line that matches FROM on; above it the command.
#
# doc/images/quickstart.svg was made by this, in the top folder, after ./setup.sh:
#   PATH=$PWD/build/release/bin:$PATH COLUMNS=110 doc/images/make-picture.sh '^[0-9]* events in '\
#       gaudit run options/quickstart.xml >doc/images/quickstart.svg
# and doc/images/hlt.svg in the same way, with options/hlt.xml; profile.svg and ab.svg with COLUMNS=100,
# '^[0-9.]* ± ' and `gaudit profile options/hlt.xml --profiler builtin --interval 1ms`, ' is ' and
# `gaudit ab options/quickstart.xml --b FastTracking.Microseconds=33 -n 2000 --runs 8`.
set -eu
text=$(mktemp)
trap 'rm -f "$text"' EXIT
from=$1
shift
"$@" >"$text" 2>&1
awk -v command="$*" -v from="$from" '
    function escaped(line) {
        gsub(/&/, "\\&amp;", line); gsub(/</, "\\&lt;", line); gsub(/>/, "\\&gt;", line)
        return line
    }
    BEGIN { lines[++n] = "$ " command }
    !found && $0 ~ from {
        found = 1
        if (NR > 1) { lines[++n] = "..."; lines[++n] = "" }
    }
    found { lines[++n] = $0; if (length($0) > widest) widest = length($0) }
    END {
        if (!found) exit 1
        width = int(widest * 7.83 + 33); height = n * 18 + 30
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n", width, height, width, height
        print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1b1f24\"/>"
        print "<g font-family=\"ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace\" font-size=\"13\" fill=\"#d5dae1\">"
        for (i = 1; i <= n; i++)
            printf "<text x=\"16\" y=\"%d\" xml:space=\"preserve\"%s>%s</text>\n", 10 + i * 18,
                i == 1 ? " fill=\"#7fc8a9\"" : "", escaped(lines[i])
        print "</g>\n</svg>"
    }' "$text"
