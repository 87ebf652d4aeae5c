#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: compiled.sh ROOT: every C source of the product is named in CMakeLists.txt of its folder, or of one above it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
product=$(sed -n 's|^folder \([a-z]*\)/.*|\1|p' "$here/layers.txt" | sort -u | grep -vxE 'examples|tests' | tr '\n' '|')
"$here/files.sh" . | grep -E "^(${product%|})/.*[.]c\$" | LC_ALL=C awk '
    # The words of a list, once, as paths from the top.
    function read_list(folder,   text, n, words, i) {
        if (folder in known) return
        known[folder] = 1
        while ((getline text <(folder "CMakeLists.txt")) > 0) {
            sub(/#.*/, "", text)
            n = split(text, words, /[ \t()]+/)
            for (i = 1; i <= n; i++) named[folder words[i]] = 1
        }
    }
    {
        for (folder = $0; sub(/[^\/]+\/?$/, "", folder) && folder != ""; ) read_list(folder)
        if (!($0 in named)) { print $0 ": no CMakeLists.txt names it"; bad = 1 }
    }
    END {
        if (!NR) { print "compiled.sh: there are no sources"; bad = 1 }
        exit bad
    }'
