#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: builds.sh CMAKE SOURCE_DIR BUILD_DIR debian|O0|Os|lto|clang_O3
# Builds with flags that others build with, and runs the quick tests.
set -eu
cmake=$1 source=$2 build=$3 flags=$4
export CC=gcc CXX=g++ CFLAGS= CXXFLAGS= LDFLAGS=
type=None
case $flags in
debian)
    command -v dpkg-buildflags >/dev/null || { echo "no dpkg-buildflags here"; exit 77; }
    CFLAGS="$(dpkg-buildflags --get CFLAGS) $(dpkg-buildflags --get CPPFLAGS)"
    CXXFLAGS="$(dpkg-buildflags --get CXXFLAGS) $(dpkg-buildflags --get CPPFLAGS)"
    LDFLAGS=$(dpkg-buildflags --get LDFLAGS)
    ;;
lto) CFLAGS='-O2 -g -flto=2 -ffat-lto-objects' CXXFLAGS=$CFLAGS LDFLAGS='-flto=2' ;;
clang_O3)
    command -v clang++ >/dev/null || { echo "no clang here"; exit 77; }
    CC=clang CXX=clang++ type=Release
    ;;
*) CFLAGS="-$flags -g" CXXFLAGS=$CFLAGS ;;
esac
rm -rf "$build"
"$cmake" -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=$type
"$cmake" --build "$build"
ctest --test-dir "$build" --output-on-failure -j 2 -LE '^(full|leaks)$'
