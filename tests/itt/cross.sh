#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: cross.sh ROOT PROCESSOR NATIVE.so: the client and its collectors, built for another processor
# and run by its emulator.
. "$(dirname "$0")/../cross.sh"
native=$3

for name in full names broken late none; do
    # shellcheck disable=SC2086 # several flags
    $cc $flags -shared -o "$work/fake_$name.so" "tests/itt/fake_$name.c"
done
# shellcheck disable=SC2086
$cc $flags -o "$work/check_client" tests/itt/check_client.c itt/*.c -ldl
out=$(emulate "$work/check_client" "$work" "$native")
echo "$out"
[ "$out" = "checked all" ]
