#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: cross.sh ROOT PROCESSOR NATIVE.so: the client and its collectors, built for another processor
# and run by its emulator. Status 77: there is no compiler for it, or no emulator.
set -eu
root=$1 processor=$2 native=$3
cc=$processor-linux-gnu-gcc
flags="-std=c17 -O2 -D_POSIX_C_SOURCE=200809L -fPIC -fvisibility=hidden -Wall -Wextra -Wpedantic -Werror"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in "$cc" "qemu-$processor"; do
    command -v "$tool" >/dev/null && continue
    echo "there is no $tool"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
done
cd "$root"
for name in full names broken late none; do
    # shellcheck disable=SC2086 # several flags
    $cc $flags -I. -shared -o "$work/fake_$name.so" "tests/itt/fake_$name.c"
done
# shellcheck disable=SC2086
$cc $flags -I. -pthread -o "$work/check_client" tests/itt/check_client.c itt/*.c -ldl
out=$("qemu-$processor" -L "/usr/$processor-linux-gnu" "$work/check_client" "$work" "$native")
echo "$out"
[ "$out" = "checked all" ]
