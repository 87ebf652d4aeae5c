#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: truth_tables.sh ROOT: what is true of generated or simulated events, the tables truth_..., is made by
# parts of the generator and read by components called ...Check, and named nowhere else: not in
# algorithms, and in job files only as files of an input or in properties of these components.
set -eu
cd "$1"
status=0

for file in algorithms/*/*.[ch]; do
    case $file in
        algorithms/generator/*.[ch] | algorithms/*/*_check.[ch]) continue ;;
    esac
    if grep -n '"truth_' "$file" /dev/null; then
        echo "$file: only checking algorithms read the truth"
        status=1
    fi
done

# An element's attributes stand in its line; a comment is none.
LC_ALL=C awk '
    /<(algorithm|input|auditor|sequence) / { checks = /type="[A-Za-z0-9]*Check"/ || /<input / }
    /truth_/ && !/truth_\.\.\./ && !checks {
        print FILENAME ":" FNR ": only checking algorithms read the truth"
        bad = 1
    }
    END { exit bad }' options/*.xml || status=1
exit $status
