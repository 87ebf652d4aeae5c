#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: paths.sh ROOT: no file names a place that exists on one machine only: the folder of the
# sources themselves, home folders, and top folders that are not those of every Unix.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
root=$(pwd -P)
known='bin|boot|dev|etc|lib|lib64|mnt|opt|proc|run|sbin|srv|sys|tmp|usr|var'
files() {
    "$here/files.sh" . | grep -vE '[.]svg$|^LICENSE$' | LC_ALL=C sort | tr '\n' '\0'
}

# A path is a slash at the beginning of a word, a name, and another slash.
found=$(
    files | xargs -0 grep -HnIF -- "$root" || true
    files | xargs -0 grep -HnIoE "(^|[[:space:]\"'=:(,])/[a-z][a-z0-9_-]*/[A-Za-z0-9_.-]" |
        grep -vE "/($known)/[^/]*$" || true
)
[ -z "$found" ] || { printf '%s\n' "$found"; exit 1; }
