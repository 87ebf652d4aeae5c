#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: objects.sh ROOT BUILD FOLDER...: the objects below these folders of a build, but for those whose source has gone,
# and those of a source outside of its target's folder ("__"), which is a source of another target.
set -eu
root=$(cd "$1" && pwd)
cd "$2"
shift 2
find "$@" -name '*.c.o' ! -path '*__*' | while read -r object; do
    source=$(echo "$object" | sed 's|CMakeFiles/[^/]*\.dir/||; s|\.o$||')
    [ ! -f "$root/$source" ] || echo "$object"
done
