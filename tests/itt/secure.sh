#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: secure.sh CHECK_CLIENT FOLDER: a set-user-ID program loads no collector. Status 77: only
# root can try, and not on every file system.
set -eu
[ "$(id -u)" = 0 ] || { echo "only root can make a program of another user"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cp "$1" "$work/check_client"
chown 65534 "$work/check_client"
chmod 4755 "$work/check_client"
out=$(INTEL_LIBITTNOTIFY64=$2/fake_full.so "$work/check_client" "$2")
echo "$out"
case $out in
"checked that nothing is loaded") exit 0 ;;
"checked all") echo "set-user-ID has no effect here" && exit 77 ;;
*) exit 1 ;;
esac
