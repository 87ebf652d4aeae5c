#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: itt_cross.sh ROOT PROCESSOR: the side of the collector that speaks ITT, and its client, built
# for another processor and run by its emulator. Status 77: there is no compiler for it, or no emulator.
set -eu
root=$1 processor=$2
cc=$processor-linux-gnu-gcc
flags="-std=c17 -O2 -D_POSIX_C_SOURCE=200809L -fPIC -fvisibility=hidden -Wall -Wextra -Wpedantic -Werror -I."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in "$cc" "qemu-$processor"; do
    command -v "$tool" >/dev/null && continue
    echo "there is no $tool"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
done
cd "$root"
t=tests/collector
# The sources of the library are those of its CMakeLists.txt.
sources=$(sed -n '/set(itt_sources/,/)/p' collector/CMakeLists.txt |
    tr -s ' ()' '\n' | sed -n 's|^.*\.c$|collector/&|p')
# shellcheck disable=SC2086 # several flags, several files
{
    $cc $flags -shared -pthread -o "$work/collector.so" $sources $t/stage.c $t/itt_hooks.c
    for plugin in a b; do
        $cc $flags "-DPLUGIN=\"$plugin\"" -shared -o "$work/itt_plugin_$plugin.so" \
            $t/itt_plugin.c tests/itt/raw_static_part.c
    done
    $cc $flags -pthread -o "$work/itt_client" $t/itt_client.c $t/itt_slots.c $t/itt_objects.c \
        tests/itt/raw_static_part.c -ldl
}
out=$("qemu-$processor" -L "/usr/$processor-linux-gnu" "$work/itt_client" "$work/collector.so" "$work" anywhere)
echo "$out"
[ "$out" = "checked all" ]
