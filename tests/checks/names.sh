#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: names.sh ROOT [BUILD]: a name means one thing. No tag of a struct, union or enum and no name with linkage is
# defined by two sources of the product; names with linkage begin with gau_ or are those of an interface.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
sources=$("$here/files.sh" . | grep -E '^(framework|auditors|algorithms|itt|table|trace|collector|report|tools|files)/.*\.[ch]$')
[ -n "$sources" ] || { echo "names.sh: there are no sources in $1"; exit 1; }
status=0
# shellcheck disable=SC2086 # one word per file: names have no blanks
LC_ALL=C awk '
    match($0, /^(typedef )?(struct|union|enum) gau_[a-z0-9_]+ \{/) {
        tag = substr($0, RSTART, RLENGTH - 2); sub(/^typedef /, "", tag); sub(/^[a-z]+ /, "", tag)
        count++
        if (tag in where) { print FILENAME ":" FNR ": " tag " is defined at " where[tag] ", too"; bad = 1 }
        else where[tag] = FILENAME ":" FNR
    }
    END {
        if (!count) { print "names.sh: no tag was found"; bad = 1 }
        exit bad
    }' $sources || status=1
[ $# -ge 2 ] || exit $status
objects=$("$here/objects.sh" . "$2" framework report algorithms auditors tools collector itt table trace files)
cd "$2"
[ -n "$objects" ] || { echo "names.sh: there are no objects in $2"; exit 1; }
# Interfaces: what modules export, main(), what the collectors stand in front of, and what ITT calls.
# shellcheck disable=SC2086
nm -A -g --defined-only $objects | LC_ALL=C awk '
    {
        file = $0; sub(/:.*/, "", file); name = $NF
        sub(/CMakeFiles\/[^\/]*\.dir\//, "", file); sub(/\.o$/, "", file)
        if (name ~ /^(gau_module_abi[0-9]+|main)$/ || name ~ /^__itt_|^__(asan|ubsan|tsan|odr_asan)_/) next
        if (file ~ /^collector\/preload\/interposers/ && name !~ /^gau_/) next # see check.collector_map
        if (name !~ /^gau_/ && name !~ /^GAU_/) { print file ": " name " has linkage, but no gau_ in front"; bad = 1 }
        if (name in home && home[name] != file) { print file ": " name " is defined in " home[name] ", too"; bad = 1 }
        home[name] = file
        count++
    }
    END {
        if (!count) { print "names.sh: no name was found"; bad = 1 }
        exit bad
    }' || status=1
exit $status
