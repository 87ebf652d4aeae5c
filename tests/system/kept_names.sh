#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: kept_names.sh GAUDIT OPTIONS COLLECTOR PROGRAM LIBRARY REBUILT: reports name functions, inlined functions and
# lines as they were when the program ran, also after it was moved, and its library built anew.
. "$(dirname "$0")/../collect/common.sh"
program=$4 library=$5 rebuilt=$6
mkdir app
cp "$program" app/program
cp "$library" app/libkept.so

# view FILE: all that reports say of the result "r"
view() {
    {
        "$gaudit" report hotspots r
        "$gaudit" report top-down r
        "$gaudit" report modules r
        "$gaudit" report callers kept_sum r
        "$gaudit" report lines kept_sum r
        "$gaudit" report hotspots r --group-by callstack --all-frames
        "$gaudit" report hotspots r --group-by function,source-file,source-line --inlines callers
        "$gaudit" report hotspots r --group-by module,function -f json
        "$gaudit" export r --format folded
    } >"$1" 2>&1 || wrong "$1: a report ends with $?: $(cat "$1")"
}
# same STATE: the reports are those of the first time.
same() {
    view "of_$1"
    cmp -s before "of_$1" || wrong "reports of '$1' are others: $(diff before "of_$1")"
}

# --- the same with and without, as long as nothing changes ----------------------------------
collected 0 -q -o r --interval 1ms app/program
view before
for name in kept_sum kept_step kept_own_work main; do
    grep -q "$name" before || wrong "no $name in $(cat before)"
done
grep -q 'are shown as addresses' before && wrong "a warning: $(cat before)"
grep -qE '"path": "(/usr)?/(lib|bin)' r/symbols.json && wrong "modules of the system are kept: $(cat r/symbols.json)"
mv r/symbols.json kept.json
same without
mv kept.json r/symbols.json

# --- changed since --------------------------------------------------------------------------
mv app moved
same moved
mkdir app
cp moved/program app
cp "$rebuilt" app/libkept.so
same rebuilt
cp "$rebuilt" app/program
same replaced

# --- damage is one line, and functions are addresses -----------------------------------------
head -c 300 r/symbols.json >cut
cp cut r/symbols.json
"$gaudit" report hotspots r >out 2>err || wrong "damaged: status $?"
[ "$(cat out err | grep -c 'names that were kept are not used: r/symbols\.json:[0-9]*: not a JSON document: ')" = 1 ] ||
    wrong "damaged: $(cat out err)"
grep -q 'func@0x' out || wrong "damaged: no addresses: $(cat out)"
rm r/symbols.json
"$gaudit" report hotspots r >out 2>err || wrong "removed: status $?"
grep -q 'names that were kept' out err && wrong "removed: $(cat out err)"
grep -q 'func@0x' out || wrong "removed: no addresses: $(cat out)"

# --- who keeps them -------------------------------------------------------------------------
rm -r app
mv moved app
cp "$library" app/libkept.so
"$gaudit" profile --profiler builtin -q --interval 1ms -o p -- app/program >out 2>err || wrong "profile: status $?, $(cat err)"
grep -q '"linkage": "kept_sum"' p/symbols.json || wrong "profile keeps no names: $(ls p)"
# What is in the way makes the run fail, as any other document would.
collected 125 -q -o taken --interval 1ms sh -c 'mkdir taken/symbols.json; exec app/program'
only 'gaudit: @/taken/symbols.json: Is a directory'
grep -qF '"unwritten": ["symbols.json"]' taken/run.json || wrong "it is not unwritten: $(cat taken/run.json)"
mkdir hand
GAUDIT_COLLECT_OUTPUT=$work/hand LD_PRELOAD=$collector app/program >out 2>err || wrong "by hand: status $?, $(cat err)"
lists hand samples.gtr
"$gaudit" report hotspots hand >out 2>err || wrong "by hand: status $?, $(cat err)"
finish
