#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: programs.sh SOURCES FOLDER: compiles known_functions.c and known_functions.cc in all ways that matter for names
# and lines. What needs a compiler that is not here is left out.
set -eu
cd "$1"
out=$2
rm -rf "$out"
mkdir -p "$out"

have() { command -v "$1" >/dev/null; }

# make NAME COMPILER FLAG...
make() {
    name=$1
    shift
    "$@" -Wl,--build-id -o "$out/$name"
}

# separate NAME FOLDER: moves the debug information of a program into a file of the folder.
separate() {
    mkdir -p "$2"
    objcopy --only-keep-debug "$out/$1" "$2/$1.debug"
    strip "$out/$1"
    (cd "$2" && objcopy --add-gnu-debuglink="$1.debug" "$out/$1")
}

# By its number: FOLDER/xx/yyyy.debug.
separate_by_id() {
    id=$(readelf -n "$out/$1" | sed -n 's/.*Build ID: //p')
    mkdir -p "$2/$(printf %.2s "$id")"
    objcopy --only-keep-debug "$out/$1" "$2/$(printf %.2s "$id")/${id#??}.debug"
    strip "$out/$1"
}

for cc in gcc clang; do
    have "$cc" || continue
    make "$cc-O0" "$cc" -g -O0 known_functions.c -ldl
    make "$cc-O2" "$cc" -g -O2 known_functions.c -ldl
    make "$cc-dwarf4" "$cc" -gdwarf-4 -O2 known_functions.c -ldl
    make "$cc-dwarf5" "$cc" -gdwarf-5 -O2 known_functions.c -ldl
    make "$cc-frames" "$cc" -g -O2 -fno-omit-frame-pointer known_functions.c -ldl
    make "$cc-compressed" "$cc" -g -O2 -gz=zlib known_functions.c -ldl
    make "$cc-fixed" "$cc" -g -O2 -fno-pie -no-pie known_functions.c -ldl
    make "$cc-static" "$cc" -g -O2 -fno-pie -static -DNO_PLUGIN known_functions.c
    make "$cc-plugin.so" "$cc" -g -O2 -fPIC -shared known_functions.c -ldl
    make "$cc-linked" "$cc" -g -O2 known_functions.c -ldl
    separate "$cc-linked" "$out"
    make "$cc-folder" "$cc" -g -O2 known_functions.c -ldl
    separate "$cc-folder" "$out/.debug"
    make "$cc-id" "$cc" -g -O2 known_functions.c -ldl
    separate_by_id "$cc-id" "$out/debug/.build-id"
    make "$cc-stripped.so" "$cc" -g -O2 -fPIC -shared known_functions.c -ldl
    strip "$out/$cc-stripped.so"
    for version in 4 5; do
        "$cc" -gdwarf-$version -gsplit-dwarf -O2 -c known_functions.c -o "$out/$cc-split$version.o"
        make "$cc-split$version" "$cc" "$out/$cc-split$version.o" -ldl
    done
done
# mini NAME: leaves of a library what distributions do that strip all but a small symbol table.
mini() {
    objcopy --only-keep-debug "$out/$1" "$out/$1.mini"
    objcopy -S --remove-section .gdb_index --remove-section .comment \
        --keep-symbol=local --keep-symbol=outer "$out/$1.mini"
    xz "$out/$1.mini"
    strip "$out/$1"
    objcopy --add-section .gnu_debugdata="$out/$1.mini.xz" "$out/$1"
}

# shared NAME NAME: moves what the debug information of two programs has in common into a file.
shared() {
    (cd "$out" && dwz -m common.alt -L none -l none "$1" "$2")
}

if have gcc; then
    make gcc-lazy gcc -g -O2 -Wl,-z,lazy known_functions.c -ldl
    make gcc-mini.so gcc -g -O2 -fPIC -shared known_functions.c -ldl
    have xz && mini gcc-mini.so
    make gcc-alt gcc -gdwarf-4 -O2 known_functions.c -ldl
    make gcc-alt2 gcc -gdwarf-4 -O2 -fno-plt known_functions.c -ldl
    have dwz && shared gcc-alt gcc-alt2
fi
have aarch64-linux-gnu-gcc && make arm-O2 aarch64-linux-gnu-gcc -g -O2 known_functions.c -ldl
for cxx in g++ clang++; do
    have "$cxx" || continue
    make "$cxx-O2" "$cxx" -g -O2 -std=c++17 known_functions.cc
done
touch "$out/made"
