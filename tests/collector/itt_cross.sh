#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: itt_cross.sh ROOT PROCESSOR: the side of the collector that speaks ITT, and its client, built
# for another processor and run by its emulator.
. "$(dirname "$0")/../cross.sh"

t=tests/collector
# The sources of the library are those of its CMakeLists.txt.
sources=$(sed -n '/set(base_sources/p; /set(itt_sources/,/)/p' collector/CMakeLists.txt |
    tr -s ' ()' '\n' | sed -n 's|^.*\.c$|collector/&|p')
# shellcheck disable=SC2086 # several flags, several files
{
    $cc $flags -shared -o "$work/collector.so" $sources $t/collector_stubs.c $t/itt_hooks.c
    for plugin in a b; do
        $cc $flags "-DPLUGIN=\"$plugin\"" -shared -o "$work/itt_plugin_$plugin.so" \
            $t/itt_plugin.c tests/itt/raw_itt_client.c
    done
    $cc $flags -o "$work/itt_client" $t/itt_client.c $t/itt_slots.c $t/itt_objects.c \
        tests/itt/raw_itt_client.c -ldl
}
out=$(emulate "$work/itt_client" "$work/collector.so" "$work" anywhere)
echo "$out"
[ "$out" = "checked all" ]
