#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: jets.sh CMAKE SOURCE_DIR PREFIX WORK_DIR
# Builds examples/cplusplus-components against an installed gaudit as its users would, with FastJet and without it:
# FastJet finds the jets that the definition of anti-kt has, whatever the number of workers. Status 77: there is no
# compiler. Where FastJet is missing, the rest is tested.
set -u
cmake=$1 source=$2 prefix=$3 work=$4
gaudit=$prefix/bin/gaudit
export LC_ALL=C COLUMNS=300
unset GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT
failed=0
wrong() { echo "FAILED: $*"; failed=1; }
die() { echo "FAILED: $*"; exit 1; }

if ! command -v g++ >/dev/null; then
    echo "there is no compiler 'g++'"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi
rm -rf "$work"
mkdir -p "$work"
cp -r "$source/examples/cplusplus-components" "$work/example"
cd "$work" || exit 1

# build FOLDER COMPILER [OPTION...]: no warning of a strict user
build() {
    folder=$1 compiler=$2
    shift 2
    env CXX="$compiler" CXXFLAGS='-Wall -Wextra -Wpedantic -Weffc++ -Wshadow -Wconversion -Werror' \
        "$cmake" -S example -B "$folder" -DCMAKE_PREFIX_PATH="$prefix" "$@" >cmake.log 2>&1 &&
        "$cmake" --build "$folder" >>cmake.log 2>&1 || { cat cmake.log; die "$folder is not built"; }
}

# runs JOB ARGUMENT...: it succeeds, and says nothing but its tables: FastJet has a banner.
runs() {
    job=$1
    shift
    "$gaudit" run -q -s ParticleGun.Events=60 "example/$job" "$@" >out 2>&1 || { cat out; wrong "$job $*: status $?"; }
    [ ! -s out ] || { cat out; wrong "$job $*: it writes to the terminal"; }
}

# fails STATUS MESSAGE JOB ARGUMENT...
fails() {
    want_status=$1 want="gaudit: $2" job=$3
    shift 3
    status=0
    "$gaudit" run -q -s ParticleGun.Events=60 "example/$job" "$@" >out 2>&1 || status=$?
    [ $status = "$want_status" ] && [ "$(cat out)" = "$want" ] || { cat out; wrong "$job $*: status $status, not '$want'"; }
}

# field FILE KEY
field() { sed -n "s/^ *\"$2\": \([^,]*\),\{0,1\}$/\1/p" "$1"; }

# same FOLDER FOLDER FILE: texts and whole numbers are equal; sums to 1e-12, as workers are added up in another
# order. The input has a call more for every worker that asks for an event when there is none.
same() {
    for folder in "$1" "$2"; do
        grep -v '"branch": "ParticleGun"' "$folder/$3" | tr -s ' ,{}' '\n' >"$folder.words"
    done
    paste -d ' ' "$1.words" "$2.words" | awk '
        function close_to(a, b) { return a ~ /^[0-9]+\.[0-9]+$/ && (a - b) * (a - b) <= 1e-24 * a * a }
        $1 != $2 && !close_to($1, $2) { print; bad = 1 }
        END { exit bad || NR < 4 }' || wrong "$3 of $1 and of $2 are not the same"
}

# workers JOB DOCUMENT...: the documents do not depend on the number of workers
workers() {
    job=$1
    shift
    for workers in 1 2 4; do
        rm -rf "r$workers"
        runs "$job" -j $workers -o "r$workers"
    done
    for document; do
        same r1 r2 "$document"
        same r1 r4 "$document"
    done
    [ "$(grep -c '"kind": "[a-z]*", "particles": [1-9]' r4/particle-counts.json)" = 3 ] || wrong "not three kinds"
    grep -q '"branch": "ParticleCounter", "calls": 60, "rejections": [1-9]' r4/decisions.json ||
        wrong "ParticleCounter rejects nothing"
}

# --- without FastJet ------------------------------------------------------------------------
includes=$(echo '#include <fastjet/ClusterSequence.hh>' | g++ -E -x c++ - 2>/dev/null |
    sed -n 's|.* "\(.*\)/fastjet/ClusterSequence.hh".*|\1|p' | head -n 1)
build without g++ -DCMAKE_IGNORE_PATH="$includes"
[ "$(grep -c 'libfastjet-dev' cmake.log)" = 1 ] || { cat cmake.log; wrong "CMake does not name what is missing"; }
[ ! -e without/jet_finder.so ] || wrong "jet_finder.so is built"
GAUDIT_MODULE_PATH=$work/without
export GAUDIT_MODULE_PATH
workers counting.xml particle-counts.json decisions.json naive-anti-kt.json
runs counting.xml -j 2 -o other -s ParticleGun.Seed=2
cmp -s r2/particle-counts.json other/particle-counts.json && wrong "another seed makes the same events"
status=0
"$gaudit" run -q example/jets.xml >out 2>&1 || status=$?
[ $status = 2 ] && grep -q "^gaudit: example/jets.xml:7: there is no class 'JetFinder'" out || { cat out; wrong "status $status"; }
if [ -z "$includes" ]; then
    echo "FastJet is not installed (package libfastjet-dev): JetFinder is not tested"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit $failed
fi

# --- with it ----------------------------------------------------------------------------------
build with g++
GAUDIT_MODULE_PATH=$work/with
for radius in 0.4 1; do
    # CompareJets has compared the jets of each event one by one.
    runs jets.xml -j 2 -o "radius-$radius" -s JetFinder.R=$radius -s NaiveAntiKt.R=$radius
    for document in naive-anti-kt compare-jets; do
        found=$(field "radius-$radius/$document.json" jets)
        [ "$found" -gt 100 ] && [ "$found" = "$(field "radius-$radius/jet-finder.json" jets)" ] ||
            wrong "R = $radius: '$found' jets in $document.json"
    done
done
workers jets.xml particle-counts.json decisions.json naive-anti-kt.json jet-finder.json
same r1 radius-0.4 jet-finder.json
grep -q '"branch": "JetFinder", "calls": 60, "rejections": [1-9]' r4/decisions.json || wrong "JetFinder rejects nothing"

# --- what is not equal, and what FastJet refuses ---------------------------------------------
"$gaudit" run -q example/jets.xml -s NaiveAntiKt.R=0.41 >out 2>&1 && wrong "jets of another radius are called equal"
grep -q '^gaudit: example/jets.xml:[0-9]*: CompareJets: event [0-9]*: .*, in branch .CompareJets.$' out &&
    [ "$(wc -l <out)" = 1 ] || { cat out; wrong "the message does not name the event"; }
for workers in 1 2; do
    fails 2 "example/jets.xml:7: JetFinder: Requested R = 1001 for jet definition is larger than max_allowable_R = 1000" \
        jets.xml -s JetFinder.R=1001 -j $workers
done

# --- another compiler -------------------------------------------------------------------------
if command -v clang++ >/dev/null; then
    build clang clang++
    GAUDIT_MODULE_PATH=$work/clang
    runs jets.xml -j 2 -o clang-result
    same r1 clang-result particle-counts.json
    same r1 clang-result jet-finder.json
fi
exit $failed
