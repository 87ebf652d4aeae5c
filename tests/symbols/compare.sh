#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: compare.sh RESOLVE: asks for thousands of addresses of the C and the mathematical library
# what addr2line says of them. Status 77: their debug information or addr2line is not here.
#
# Compared are the number of frames, all functions that were inlined, and all files and lines. Two
# differences are allowed, and counted: the function that was called may have another name of the
# same address ("malloc", "__libc_malloc") or that of a part ("f.cold" for f). Files of the
# innermost lines are those of LLVM's addr2line where it is installed, since that of binutils names
# the unit where a header is meant; lines are compared with both.
set -eu
resolve=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

missing() {
    echo "$1"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
}

command -v addr2line >/dev/null || missing "addr2line is not here"
llvm=$(command -v llvm-addr2line || command -v llvm-addr2line-14 || true)

# debug_of FILE: its separate debug information.
debug_of() {
    id=$(readelf -n "$1" | sed -n 's/.*Build ID: //p')
    echo "/usr/lib/debug/.build-id/$(printf %.2s "$id")/${id#??}.debug"
}

# Every 61st to 101st byte of the code, so that all places in instructions are met.
addresses() {
    readelf -SW "$1" | sed 's/\[ */[/' | awk '$2 == ".text" { print $4, $6 }' | {
        read -r start size
        awk -v start="$((0x$start))" -v size="$((0x$size))" 'BEGIN {
            for (i = 7; i < size && n < 6000; i += 61 + (i * 7) % 41 + (size > 1000000 ? 190 : 0)) {
                printf "0x%x\n", start + i
                n++
            }
        }'
    }
}

# One line for each address and frame: address, depth, function, file without folders, line.
frames() {
    sed 's/ (discriminator [0-9]*)$//' "$1" | awk '
        /^0x[0-9a-f]+$/ { address = $0; sub(/^0x0*/, "", address); depth = 0; next }
        name == "" { name = $0; next }
        {
            line = $0; sub(/.*:/, "", line); file = substr($0, 1, length($0) - length(line) - 1)
            sub(/.*\//, "", file); if (line == "?") line = 0; if (file == "??") file = ""
            print address "|" depth++ "|" name "|" file "|" line; name = ""
        }'
}

# compare WHO FILE FOLDERS: FOLDERS 1: innermost files count.
compare() {
    awk -F'|' -v who="$1" -v files="$3" '
        FILENAME ~ /names$/ { split($0, part, " "); at[part[2], part[1]] = 1
                              where[part[2]] = where[part[2]] " " part[1]; next }
        FILENAME ~ /ours$/ { key = $1 "|" $2; name[key] = $3; file[key] = $4; line[key] = $5
                             frames[$1] = $2; next }
        { key = $1 "|" $2; seen[$1] = $2; theirs[key] = $3; their_file[key] = $4; their_line[key] = $5 }
        function alias(a, b,   n, i, list) {
            n = split(where[a], list, " ")
            for (i = 1; i <= n; i++) if ((b, list[i]) in at) return 1
            return 0
        }
        function complain(text) { if (++bad <= 10) print who ": " key ": " text }
        END {
            for (a in seen) { n++; key = a; if (frames[a] != seen[a]) complain(frames[a] " instead of " seen[a] " inlined") }
            for (key in theirs) {
                split(key, part, "|"); last = part[2] == seen[part[1]]; ours = name[key]
                if (ours != theirs[key]) {
                    base = ours; sub(/[.](cold|part|isra|constprop)[.a-z0-9]*$/, "", base)
                    if (last && base != ours && (base == theirs[key] || alias(base, theirs[key]))) parts++
                    else if (last && (theirs[key] == "??" || alias(ours, theirs[key]))) aliases++
                    else complain(ours " instead of " theirs[key])
                }
                if (line[key] != their_line[key]) complain("line " line[key] " instead of " their_line[key])
                if ((files || part[2] > 0) && file[key] != their_file[key]) complain("file " file[key] " instead of " their_file[key])
            }
            printf "%s: %d addresses, %d other names of one address, %d parts, %d differences\n", who, n, aliases, parts, bad
            exit bad > 0 || n < 1000
        }' "$dir/names" "$dir/ours" "$2"
}

for library in libc.so.6 libm.so.6; do
    path=$(ldd "$resolve" | awk -v name="$library" '$1 == name { print $3 }')
    [ -n "$path" ] || path=$(dirname "$(ldd "$resolve" | awk '$1 == "libc.so.6" { print $3 }')")/$library
    debug=$(debug_of "$path")
    [ -e "$debug" ] || missing "$library has no debug information here"
    { nm "$debug"; nm -D "$path"; } | awk 'NF == 3 { sub(/@.*/, "", $3); print $1, $3 }' >"$dir/names"
    addresses "$path" >"$dir/addresses"
    "$resolve" "$path" <"$dir/addresses" >"$dir/raw"
    frames "$dir/raw" >"$dir/ours"
    addr2line -a -f -i -e "$path" <"$dir/addresses" >"$dir/raw"
    frames "$dir/raw" >"$dir/binutils"
    compare "binutils, $library" "$dir/binutils" 0
    [ -n "$llvm" ] || continue
    "$llvm" -a -f -i -e "$path" <"$dir/addresses" >"$dir/raw"
    frames "$dir/raw" >"$dir/llvm"
    compare "LLVM, $library" "$dir/llvm" 1
done
