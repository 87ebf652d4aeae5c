#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: collector_map.sh LIBRARY MAP: the collector exports the names of its map and needs the C
# library alone (collector.sh), and has eight bytes of thread-local storage: with more, programs that
# load it late may be refused by the loader.
set -eu
names=$(sed -n '/global:/,/local:/p' "$2" | grep -v 'local:' | sed 's/.*global://' | tr ';' ' ')
# shellcheck disable=SC2086 # one word for each name
"$(dirname "$0")/collector.sh" "$1" $names
size=$(LC_ALL=C readelf -lW "$1" | awk '$1 == "TLS" { print $6 }')
[ "$size" = 0x000008 ] || {
    echo "$1: thread-local storage of ${size:-no} bytes, not of 8"
    exit 1
}
