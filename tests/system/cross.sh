#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: cross.sh ROOT PROCESSOR SHOW_TRACE: the collector as a whole, built for another processor and
# run by its emulator.
. "$(dirname "$0")/../cross.sh"
show=$3
flags="$flags -Wconversion -Wno-format-truncation"

# The sources of the library are those of its CMakeLists.txt.
sources=$(sed -n '/^set([a-z]*_sources/,/)/p' collector/CMakeLists.txt |
    tr -s ' ()' '\n' | sed -n 's|^${PROJECT_SOURCE_DIR}/\(.*\.c\)$|\1|p; t; s|^.*\.c$|collector/&|p')
# shellcheck disable=SC2086 # several flags, several files
$cc $flags -shared -Wl,-z,nodelete,-z,defs -Wl,--version-script=collector/gaudit-collector.map \
    -o "$work/collector.so" $sources -ldl
# shellcheck disable=SC2086
$cc $flags -o "$work/burner" tests/system/two_busy_threads.c
cd "$work"
export QEMU_SET_ENV="LD_PRELOAD=$work/collector.so,GAUDIT_COLLECT_INTERVAL=1000000,GAUDIT_COLLECT_OUTPUT=$work"
emulate ./burner
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
