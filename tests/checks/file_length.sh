#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: file_length.sh ROOT: no source file has 400 lines or more, no function more than 60.
# A function begins with { and ends with } in the first column: that is how clang-format writes it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
sources=$("$here/files.sh" . | grep -E '\.([ch](pp)?|f90)$')
[ -n "$sources" ] || { echo "file_length.sh: there are no sources in $1"; exit 1; }
# shellcheck disable=SC2086 # one word per file: names have no blanks
LC_ALL=C awk '
    function end_file() {
        if (last_line >= 400) { print file ": has " last_line " lines"; bad = 1 }
    }
    FNR == 1 { end_file(); file = FILENAME; start = 0 }
    /^\{$/ { start = FNR }
    /^\}$/ && start {
        if (FNR - start - 1 > 60) {
            print file ":" start ": a function of " FNR - start - 1 " lines"
            bad = 1
        }
        start = 0
    }
    { last_line = FNR }
    END { end_file(); exit bad }' $sources
