#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: paths.sh ROOT: no file names a place that exists on one machine only: the folder of the
# sources themselves, home folders, and top folders that are not those of every Unix.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
root=$(pwd -P)
known='bin|boot|dev|etc|lib|lib64|mnt|opt|proc|run|sbin|srv|sys|tmp|usr|var'
"$here/files.sh" . | LC_ALL=C sort | while read -r file; do
    [ -f "$file" ] || continue
    case $file in *.svg | LICENSE) continue ;; esac
    grep -HnIF -- "$root" "$file" || true
    # A path is a slash at the beginning of a word, a name, and another slash.
    grep -HnIoE "(^|[[:space:]\"'=:(,])/[a-z][a-z0-9_-]*/[A-Za-z0-9_.-]" "$file" |
        grep -vE "/($known)/[^/]*$" || true
done | {
    found=0
    while read -r line; do
        printf '%s\n' "$line"
        found=1
    done
    exit $found
}
