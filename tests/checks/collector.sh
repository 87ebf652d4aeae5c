#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: collector.sh LIBRARY NAME...: a library that is loaded into programs that are not ours
# exports just these names, and needs nothing but the C library.
set -eu
library=$1
shift
status=0
expected=$(printf '%s\n' "$@" | LC_ALL=C sort)
exported=$(nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | LC_ALL=C sort)
if [ "$exported" != "$expected" ]; then
    echo "$library exports:" $exported
    status=1
fi
needed=$(LC_ALL=C readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
    grep -vE '^(lib(c|pthread|dl)\.so|ld-linux)' || true)
if [ -n "$needed" ]; then
    echo "$library needs:" $needed
    status=1
fi
exit $status
