#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: cross.sh ROOT PROCESSOR: the call-stack walker, built for another processor and run by its
# emulator.
. "$(dirname "$0")/../cross.sh"
flags="$flags -Wconversion"

# shellcheck disable=SC2086 # several flags
$cc $flags -fomit-frame-pointer -fexceptions -c -o "$work/chain.o" tests/collector/call_chain.c
# shellcheck disable=SC2086
$cc $flags -fno-omit-frame-pointer -o "$work/check_unwind" tests/collector/check_unwind.c tests/collector/stack_observer.c \
    tests/collector/jit.c "$work/chain.o" collector/base/mapped_files.c collector/base/mmap_arena.c collector/base/signal_safe_lock.c collector/modules/*.c collector/unwind/*.c -lm
out=$(emulate "$work/check_unwind") || true
echo "$out"
[ "${out##*
}" = "checked all" ]
