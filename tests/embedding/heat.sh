#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: heat.sh CMAKE SOURCE_DIR PREFIX WORK_DIR LANGUAGE
# Builds an example, examples/LANGUAGE, against an installed gaudit as its users would, and runs it
# without auditors: the numbers that it computes are the expected ones, and gaudit says nothing.
# Status 77: there is no compiler.
set -u
cmake=$1 source=$2 prefix=$3 work=$4 language=$5
expected=$source/tests/embedding/expected
unset GAUDIT_AUDIT GAUDIT_OPTIONS GAUDIT_OUTPUT GAUDIT_MODULE_PATH
failed=0
wrong() { echo "FAILED: $*"; failed=1; }
die() { echo "FAILED: $*"; exit 1; }

warnings='-Wall -Wextra -Wpedantic -Wshadow -Werror'
case $language in
embedded) ours=CC others="gcc clang" options="-std=c11 $warnings -x c" mark=GAU_SECTION suffix=c ;;
cplusplus) ours=CXX others="g++ clang++" options="-std=c++17 $warnings" mark=GAU_SECTION suffix=cpp ;;
fortran) ours=FC others=gfortran options="-std=f2008 $warnings" mark='call section_' suffix=f90 ;;
esac
missing() {
    echo "there is no compiler '$1'"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
}
for compiler in $others; do command -v "$compiler" >/dev/null && break; done
command -v "$compiler" >/dev/null || missing "$compiler"

rm -rf "$work"
mkdir -p "$work"
cp -r "$source/examples/$language" "$work/example"
cd "$work" || exit 1

# --- built: by CMake, and by each compiler with what pkg-config tells ----------------------
env "$ours=$compiler" "$cmake" -S example -B build -DCMAKE_PREFIX_PATH="$prefix" >cmake.log 2>&1 &&
    "$cmake" --build build >>cmake.log 2>&1 || { cat cmake.log; die "the example is not built"; }
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name gaudit.pc)")
export PKG_CONFIG_PATH
libdir=$(pkg-config --variable=libdir gaudit)
[ $language != fortran ] || options="$options $(pkg-config --variable=fortran gaudit)"
for compiler in $others; do
    command -v "$compiler" >/dev/null || missing "$compiler"
    # shellcheck disable=SC2046,SC2086 # several words
    "$compiler" -O2 $options $(pkg-config --cflags gaudit) -o "heat-$compiler" "example/heat.$suffix" \
        $(pkg-config --libs gaudit) -Wl,-rpath,"$libdir" -lm || die "$compiler"
done

# --- the program without its marks needs no gaudit and is the same -------------------------
sed "/$mark/d;/gaudit/d" "example/heat.$suffix" >plain.$suffix
if [ $language = fortran ]; then $compiler -O2 -o heat-plain plain.f90
else $compiler -O2 -o heat-plain "plain.$suffix" -lm; fi || die "it cannot be built without marks"
if [ $language != fortran ]; then
    marks=$(grep -c "$mark" "example/heat.$suffix")
    [ "$marks" = 10 ] || wrong "not ten sections, but $marks"
fi

# runs FOLDER PROGRAM [NAME=VALUE...]: it computes what is expected, and ends with 0; its errors: FOLDER/err
runs() {
    folder=$1 program=$2
    shift 2
    mkdir -p "$folder"
    (cd "$folder" && env "$@" "$program" 64 25 >out 2>err) || wrong "$folder: status $?"
    cmp "$expected/heat.out" "$folder/out" || wrong "$folder: other results"
    cmp "$expected/heat.csv" "$folder/heat.csv" || wrong "$folder: other results in heat.csv"
    [ "$(wc -l <"$folder/heat-0025.vtk")" = $((65 * 65 + 10)) ] || wrong "$folder: heat-0025.vtk is not whole"
}

runs plain "$work/heat-plain" A=
[ ! -s plain/err ] || wrong "the plain program writes errors"
for compiler in $others; do
    runs "by-$compiler" "$work/heat-$compiler" A=
    [ ! -s "by-$compiler/err" ] || wrong "gaudit says something that nobody asked for"
done

# --- the error falls with the square of spacing and step ------------------------------------
error() {
    (cd plain && "$work/heat-plain" "$@" | sed -n 's/^largest error \([^ ]*\) .*/\1/p')
}
echo "$(error 16 5) $(error 32 10)" | awk '{ print; exit !($1 / $2 > 3.5 && $1 / $2 < 4.5) }' ||
    wrong "not of second order"

# --- what find_package() says of a component that cannot be had ------------------------------
# lacks COMPONENT LANGUAGES MESSAGE
lacks() {
    rm -rf lacking
    mkdir lacking
    printf '%s\n' 'cmake_minimum_required(VERSION 3.23)' "project(lacking LANGUAGES $2)" \
        "find_package(gaudit REQUIRED COMPONENTS $1)" >lacking/CMakeLists.txt
    "$cmake" -S lacking -B lacking/build -DCMAKE_PREFIX_PATH="$prefix" >out 2>&1 && wrong "$1 is there"
    tr -s ' \n' ' ' <out | grep -qF "$3" || { cat out; wrong "another message"; }
}
if [ $language = fortran ]; then
    lacks Fortran C 'the component Fortran needs project(... LANGUAGES C Fortran)'
    lacks Pascal C "there is no component 'Pascal', only Fortran"
fi

# --- wrong usage -------------------------------------------------------------
status=0
"$work/build/heat" none >out 2>err || status=$?
[ $status = 1 ] && grep -qxF "usage: heat [CELLS [STEPS]]" err || wrong "status $status: $(cat err)"
exit $failed
