#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: cross.sh ROOT PROCESSOR SHOW_TRACE: the collector as a whole, built for another processor and
# run by its emulator. Status 77: there is no compiler for it, or no emulator.
set -eu
root=$1 processor=$2 show=$3
cc=$processor-linux-gnu-gcc
flags="-std=c17 -O2 -D_POSIX_C_SOURCE=200809L -fPIC -fvisibility=hidden -Wall -Wextra -Wpedantic
    -Wconversion -Wno-format-truncation -Werror -I. -pthread"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in "$cc" "qemu-$processor"; do
    command -v "$tool" >/dev/null && continue
    echo "there is no $tool"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
done
cd "$root"
# The sources of the library are those of its CMakeLists.txt.
sources=$(sed -n '/^set([a-z]*_sources/,/)/p' collector/CMakeLists.txt |
    tr -s ' ()' '\n' | sed -n 's|^.*\.c$|collector/&|p')
# shellcheck disable=SC2086 # several flags, several files
$cc $flags -shared -Wl,-z,nodelete,-z,defs -Wl,--version-script=collector/gaudit-collector.map \
    -o "$work/collector.so" $sources -ldl
# shellcheck disable=SC2086
$cc $flags -o "$work/burner" tests/system/burner.c
cd "$work"
QEMU_SET_ENV=LD_PRELOAD=$work/collector.so,GAUDIT_COLLECT_INTERVAL=1000000,GAUDIT_COLLECT_OUTPUT=$work \
    "qemu-$processor" -L "/usr/$processor-linux-gnu" ./burner
"$show" samples.gtr >trace
cat trace
grep -q '^blocks [0-9]* missing 0 skipped 0 tail 0 bad 0 dangling 0$' trace
grep -q '^process .* preloaded 1 ' trace
grep -q '^totals .* lost_blocks 0 lost_samples 0 .* ended 1 error 0$' trace
# The emulator has threads of its own: at least two have samples, whole stacks, and their CPU time.
awk '$1 == "thread" {
    for (i = 1; i < NF; i++) field[$i] = $(i + 1)
    if (field["samples"] < 20)
        next
    threads++
    cut += field["truncated"] + field["dropped"]
    weight += field["written_weight"]
    cpu += field["cpu"]
} END { exit !(threads >= 2 && cut == 0 && weight > 0.7 * cpu && weight < 1.3 * cpu) }' trace
