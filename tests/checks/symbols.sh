#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: symbols.sh LIBRARY SYMBOLS.txt HEADER_FOLDER MODULE_FOLDER
# The library exports the listed names, all of them begin with gau_, and they are those that
# the headers declare; a module exports one name, which carries the number of the ABI.
set -eu
library=$1 list=$2 headers=$3 modules=$4
status=0

exported() {
    nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort
}

# "GAU_API type gau_name(", or a variable; it may go over several lines. What modules export is theirs.
declared() {
    cat "$headers"/*.h | tr '\n' ' ' |
        grep -o 'GAU_API [^;(#]*[(;]' | sed 's/ *__attribute__($/(/' | grep -o 'gau_[a-z0-9_]* *[(;]$' | tr -d ' (;' |
        grep -v '^gau_module_abi' | LC_ALL=C sort -u
}

[ -n "$(exported "$library")" ] || { echo "$library exports nothing"; exit 1; }
for side in exported declared; do
    if [ $side = exported ]; then exported "$library"; else declared; fi |
        diff -u --label "$list" --label "$side" "$list" - || status=1
done
exported "$library" | grep -v '^gau_' && { echo "$library: not ours"; status=1; }

for module in "$modules"/*.so; do
    [ -e "$module" ] || continue
    names=$(exported "$module" | tr '\n' ' ')
    # libgaudit-mpi.so stands in front of an MPI.
    [ "$(basename "$module")" = mpi.so ] && names=$(echo "$names" | tr ' ' '\n' | grep -v '^MPI_\|^mpi_' | tr '\n' ' ' | sed 's/ *$/ /')
    [ "$names" = "gau_module_abi0 " ] || { echo "$module exports: $names"; status=1; }
done
exit $status
