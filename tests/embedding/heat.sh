#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: heat.sh CMAKE SOURCE_DIR PREFIX WORK_DIR LANGUAGE
# Builds an example, examples/LANGUAGE, against an installed gaudit as its users would, and runs it without
# auditors, with a table and with a result folder: the numbers that it computes are always the
# expected ones, and so are the calls of its sections. Status 77: there is no compiler.
set -u
cmake=$1 source=$2 prefix=$3 work=$4 language=$5
expected=$source/tests/embedding/expected
unset GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT GAUDIT_MODULE_PATH
failed=0
wrong() { echo "FAILED: $*"; failed=1; }
die() { echo "FAILED: $*"; exit 1; }

warnings='-Wall -Wextra -Wpedantic -Wshadow -Werror'
case $language in
embedded) ours=CC first=gcc second=clang options="-std=c11 $warnings" mark=GAU_SECTION suffix=c ;;
cplusplus) ours=CXX first=g++ second=clang++ options="-std=c++17 $warnings" mark=GAU_SECTION suffix=cpp ;;
fortran) ours=FC first=gfortran second=gfortran options="-std=f2008 $warnings" mark='call section_' suffix=f90 ;;
esac
for compiler in $first $second; do
    command -v "$compiler" >/dev/null && continue
    echo "there is no compiler '$compiler'"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    [ "$compiler" != "$first" ] || exit 77
    second=$first
done

rm -rf "$work"
mkdir -p "$work"
cp -r "$source/examples/$language" "$work/example"
cd "$work" || exit 1

# --- built: by CMake, and by the other compiler with the flags of pkg-config --------------
env "$ours=$first" "$cmake" -S example -B build -DCMAKE_PREFIX_PATH="$prefix" >cmake.log 2>&1 &&
    "$cmake" --build build >>cmake.log 2>&1 || { cat cmake.log; die "the example is not built"; }
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name gaudit.pc)")
export PKG_CONFIG_PATH
libdir=$(pkg-config --variable=libdir gaudit)
[ $language != fortran ] || options="$options $(pkg-config --variable=fortran gaudit)"
# shellcheck disable=SC2046,SC2086 # several words
$second -O2 $options $(pkg-config --cflags gaudit) -o heat-by-hand "example/heat.$suffix" \
    $(pkg-config --libs gaudit) -Wl,-rpath,"$libdir" -lm || die "$second"

# --- the program without its marks needs no gaudit and is the same -------------------------
sed "/$mark/d;/gaudit/d" "example/heat.$suffix" >plain.$suffix
$first -O2 -o heat-plain "plain.$suffix" -lm || die "it cannot be built without marks"
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

for program in heat-plain heat-by-hand build/heat; do
    runs "unaudited-${program%/*}" "$work/$program" A=
    [ ! -s "unaudited-${program%/*}/err" ] || wrong "$program writes warnings although it is not audited"
done

# --- a table at the end ---------------------------------------------------------------------
runs table "$work/build/heat" GAUDIT_AUDITORS=TimerAuditor GAUDIT_SECTION_LEVEL=6
for section in setup step assemble operator solve precondition update monitor output compare; do
    [ "$(grep -c "^|  *$section  *|" table/err)" -ge 1 ] || wrong "the tables have no row '$section'"
done
head -n 4 table/err | tr '\n' '|' | grep -qx "gaudit: results of process [0-9]*, '.*'|||Performance Graph:|" || wrong "there is text before the table"

# --- a folder -------------------------------------------------------------------------------
runs folder "$work/build/heat" GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=result
[ ! -s folder/err ] || { cat folder/err; wrong "with a folder nothing is printed"; }
"$prefix/bin/gaudit" report timing folder/result >report || wrong "gaudit report"
grep -q "^ *precondition " report || wrong "the report has no row 'precondition'"

# One operator to begin with and one per iteration, of which the last one needs no more preconditioning.
iterations=$(awk -F , 'NR > 1 { sum += $3 } END { print sum }' folder/heat.csv)
cat >want <<END
compare: 1
monitor: 25
output: 1
setup: 1
step assemble operator: 25
step assemble: 25
step solve operator: $((iterations + 25))
step solve precondition: $iterations
step solve update: $iterations
step solve: 25
step: 25
END
sed -n 's/.*"root": "Program", "path": "\([^"]*\)", .*"calls": \([1-9][0-9]*\), .*/\1: \2/p' \
    folder/result/timer.json | grep -v '^Program:' | LC_ALL=C sort >calls
LC_ALL=C sort want | diff - calls || wrong "other calls"

# --- the page shows the lines that were added -----------------------------------------------
if [ $language = embedded ]; then
    sed -n 's/^+//p' "$source/doc/embedding.md" >quoted
    grep -E "$mark|<gaudit" "$source/examples/embedded/heat.c" | diff quoted - || wrong "doc/embedding.md quotes other lines"
fi

# --- the error falls with the square of spacing and step ------------------------------------
error() {
    (cd table && "$work/heat-plain" "$@" | sed -n 's/^largest error \([^ ]*\) .*/\1/p')
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
