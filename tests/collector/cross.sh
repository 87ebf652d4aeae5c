#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: cross.sh ROOT PROCESSOR: the call-stack walker, built for another processor and run by its
# emulator. Status 77: there is no compiler for it, or no emulator.
set -eu
root=$1 processor=$2
cc=$processor-linux-gnu-gcc
flags="-std=c17 -O2 -D_POSIX_C_SOURCE=200809L -fPIC -fvisibility=hidden -Wall -Wextra -Wpedantic
    -Wconversion -Werror -I. -pthread"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in "$cc" "qemu-$processor"; do
    command -v "$tool" >/dev/null && continue
    echo "there is no $tool"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
done
cd "$root"
# shellcheck disable=SC2086 # several flags
$cc $flags -fomit-frame-pointer -fexceptions -c -o "$work/chain.o" tests/collector/chain.c
# shellcheck disable=SC2086
$cc $flags -fno-omit-frame-pointer -o "$work/check_unwind" tests/collector/check_unwind.c tests/collector/observer.c \
    tests/collector/jit.c "$work/chain.o" collector/modules*.c collector/readers.c collector/unwind/*.c -lm
out=$("qemu-$processor" -L "/usr/$processor-linux-gnu" "$work/check_unwind") || true
echo "$out"
[ "${out##*
}" = "checked all" ]
