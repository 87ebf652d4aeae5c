#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: names.sh ROOT [BUILD]: a name means one thing. No tag of a struct, union or enum, no macro and no name with
# linkage is defined by two sources of the product; names with linkage begin with gau_ or are those of an interface; the
# include guard of a header is its path. No two files have the same base name, but for a source and its header: both are
# in one folder, or the header is a public one of framework.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
sources=$("$here/files.sh" . | grep -E '^(framework|auditors|algorithms|itt|table|trace|collector|report|tools|files|documents|errors)/.*\.[ch]$' | LC_ALL=C sort)
[ -n "$sources" ] || { echo "names.sh: there are no sources in $1"; exit 1; }
status=0
# shellcheck disable=SC2086 # one word per file: names have no blanks
LC_ALL=C awk '
    function define(name) {
        if (name in where && where[name] !~ "^" FILENAME ":") {
            print FILENAME ":" FNR ": " name " is defined at " where[name] ", too"
            bad = 1
        }
        where[name] = FILENAME ":" FNR
        count++
    }

    # framework/src/job/job.h: GAUDIT_SRC_JOB_JOB_H; framework/include/gaudit/app.h: GAUDIT_APP_H
    function guard_of(path) {
        sub(/^framework\/(include\/gaudit\/)?/, "", path)
        gsub(/[^A-Za-z0-9]/, "_", path)
        return "GAUDIT_" toupper(path)
    }

    FNR == 1 { is_guarded = FILENAME !~ /\.h$/ }
    !is_guarded && /^#ifndef / {
        is_guarded = 1
        if ($2 != guard_of(FILENAME)) { print FILENAME ":" FNR ": the include guard is not " guard_of(FILENAME); bad = 1 }
    }
    match($0, /^(typedef )?(struct|union|enum) [a-z0-9_]+ \{/) {
        tag = substr($0, RSTART, RLENGTH - 2)
        sub(/.* /, "", tag)
        if (tag ~ /^gau_/ || FILENAME ~ /\.h$/) define(tag)
    }
    # One file for each processor has the same macros.
    match($0, /^#define GAU_[A-Z0-9_]+/) && FILENAME !~ /\/arch_[a-z0-9_]+\.h$/ { define(substr($0, 9, RLENGTH - 8)) }
    END {
        if (!count) { print "names.sh: no tag was found"; bad = 1 }
        exit bad
    }' $sources || status=1
echo "$sources" | LC_ALL=C awk '
    function folder_of(path) {
        sub(/[^\/]*$/, "", path)
        return path
    }

    function take(key) {
        if (key in where && folder_of(where[key]) != folder_of($0)) {
            print $0 ": the name of this file is that of " where[key] ", too"
            bad = 1
        }
        if (!(key in where)) where[key] = $0
    }

    {
        file = $0; sub(/.*\//, "", file)
        base = file; sub(/\.[ch]$/, "", base)
        if ($0 ~ /^framework\/include\/gaudit\//) take(file)
        else { take(base); if (file ~ /\.h$/) take(file) }
    }
    END { exit bad }' || status=1
[ $# -ge 2 ] || exit $status
objects=$("$here/objects.sh" . "$2" framework report algorithms auditors tools collector itt table trace files documents errors)
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
        if (file ~ /^auditors\/mpi\/mpi_calls/ && name ~ /^(MPI|mpi)_/) next # in front of those of an MPI
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
