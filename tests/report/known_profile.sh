#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: known_profile.sh GAUDIT OPTIONS_FOLDER COLLECTOR CC: gaudit profile shows the functions that algorithms call, below
# the branches that call them, in the proportion of their work, however they are compiled.
. "$(dirname "$0")/../collect/common.sh"
cc=$4 root=$(cd "$2/.." && pwd)
EVENTS=250

# compiled NAME SOURCE FLAG...
compiled() {
    name=$1 source=$2
    shift 2
    "$cc" -std=c17 -shared -fPIC -g "$@" -I"$root/framework/include" "$here/$source" -o "$name" -L lib -lgaudit -ldl ||
        wrong "$source does not compile: $*"
}

# job MODULE: two branches of a, one of each of the others.
job() {
    printf '%s\n' '<job>' "<module path=\"$work/$1\"/>" \
        "<input type=\"GeneratorInput\"><property name=\"Events\" value=\"$EVENTS\"/></input>" \
        '<sequence name="Top">' '<sequence name="Sub">' '<algorithm type="Known_a" name="A"/>' '</sequence>' \
        '<algorithm type="Known_b" name="B"/>' '<algorithm type="Known_c" name="C"/>' '</sequence>' \
        '<algorithm type="Known_d" name="D"/>' '<algorithm type="Known_e" name="E"/>' '</job>' >job.xml
}

# The branch, the function, and its share of the whole work in sixtieths.
expected='Top Sub A,a_heavy,15
Top Sub A,a_light,5
Top B,b_heavy,12
Top B,b_light,4
Top C,c_heavy,9
Top C,c_light,3
D,d_heavy,6
D,d_light,2
E,e_heavy,3
E,e_light,1'

# Of the columns: task, function, samples, share and its error. Exactly the expected pairs, each
# within five errors (and what the processor makes of equal loops); all that is there for the rest.
compare='
    function bad(text) { print text; failed = 1 }
    NR == FNR { want[$1 "," $2] = $3 * 100 / 60; next }
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        pair = $column["Task Type"] "," $column["Function"]
        share = $column["CPU Time:Percent"]
        error = $column["CPU Time:Percent Standard Error"]
        off = share - want[pair]
        if (!(pair in want)) bad("unexpected: " $0)
        else if (off * off > (5 * error + 0.15 * want[pair]) ^ 2) bad(pair ": " share " +- " error ", not " want[pair])
        seen[pair] = 1
        sum += share
    }
    END {
        for (pair in want) if (!(pair in seen)) bad("missing: " pair)
        if ((sum - 100) ^ 2 > 1e-12) bad("the shares add up to " sum)
        exit failed
    }'

# shows MODULE FILTER_MODULE NAME: profiles the job and compares.
shows() {
    job "$1"
    "$gaudit" profile job.xml --profiler builtin --interval 1ms -o "result-$3" >out 2>err || {
        wrong "$3: gaudit profile ended with $?"
        cat out err
    }
    grep -q '^CPU time by task, function: ' out || wrong "$3: there is no report: $(cat out err)"
    grep -q '  A$' out || wrong "$3: the report has no branch: $(cat out)"
    "$gaudit" report hotspots "result-$3" --format csv --filter "module=$2" --filter 'function!=*_execute' \
        --filter 'function!=call' >csv 2>err || wrong "$3: $(cat err)"
    [ -s err ] && wrong "$3: it said $(cat err)"
    printf '%s\n' "$expected" >want
    LC_ALL=C awk -F, "$compare" want csv || {
        wrong "$3"
        cat csv
    }
}

[ ! "$sanitized" ] || exit 77
compiled plain.so known_profile.c -O2
shows plain.so plain.so plain
compiled inlined.so known_profile.c -O2 -DKNOWN_LINKAGE='__attribute__((__always_inline__)) static inline'
shows inlined.so inlined.so inlined
compiled frameless.so known_profile.c -O2 -fomit-frame-pointer -fno-asynchronous-unwind-tables
shows frameless.so frameless.so frameless
compiled stripped.so known_profile.c -O2
objcopy --only-keep-debug stripped.so stripped.debug && strip --strip-all stripped.so &&
    objcopy --add-gnu-debuglink=stripped.debug stripped.so || wrong "cannot strip"
shows stripped.so stripped.so stripped
compiled part.so known_profile_library.c -O2
compiled caller.so known_profile.c -O2 -DKNOWN_PART="\"$work/part.so\""
shows caller.so part.so dlopened

# The whole call stack, below the function: what was inlined is a caller like others.
"$gaudit" report hotspots result-inlined --group-by task,function,callstack --filter function=a_heavy >out
grep -q '  *<- a_execute$' out || wrong "no caller of an inlined function: $(cat out)"
"$gaudit" export result-plain --format folded >out
grep -q '^Top Sub A;_start;\[gaudit\];a_execute;a_heavy [0-9]*$' out || wrong "folded: $(cat out)"
"$gaudit" export result-plain --format folded --all-frames >out
grep -q '^Top Sub A;.*;main;.*;a_execute;a_heavy [0-9]*$' out || wrong "folded, all frames: $(cat out)"

# inlined OPTION ROW: that of the time of an inlined function
inlined() {
    "$gaudit" report hotspots result-inlined $1 >out
    grep -q "  $2\$" out || wrong "inlined functions, $1: $(cat out)"
}
inlined '' a_execute
grep -q a_heavy out && wrong "inlined functions are not hidden: $(cat out)"
inlined '--inlines hide' a_execute
inlined '--inlines merge' a_heavy
inlined '--inlines callers' 'a_heavy (inlined into a_execute)'
for format in text csv; do # a comparison has the same names
    "$gaudit" compare result-inlined result-inlined --format $format --table functions >out
    grep -q a_execute out && ! grep -q a_heavy out || wrong "inlined functions, compared as $format: $(cat out)"
done
"$gaudit" report hotspots result-inlined -f csv >csv
grep -q '^a_heavy,' csv || grep -q ',a_heavy,' csv || wrong "csv has no inlined function: $(cat csv)"

# What perf says of the same program: 6.5 standard errors, 10^-10 for each of ten functions. Columns: function, samples; then function, percent, error.
compare_perf='
    NR == FNR { perf[$1] = $2; all += $2; next }
    { share[$1] += $2; square[$1] += $3 ^ 2; total += $2 }
    END {
        for (name in share) {
            p = perf[name] / all
            off = share[name] / total - p
            if (off ^ 2 > 6.5 ^ 2 * (p * (1 - p) / all + square[name] / total ^ 2) + 0.005 ^ 2) {
                print name ": " share[name] / total ", perf: " p
                failed = 1
            }
        }
        exit failed || all < 200
    }'
job stripped.so
if command -v perf >/dev/null && perf record -o perf.data -e cpu-clock:u -F 997 "$gaudit" run job.xml -a IttAuditor >out 2>&1; then
    perf report -i perf.data --stdio --dsos stripped.so --fields sample,symbol 2>/dev/null |
        sed -n 's/^ *\([0-9][0-9]*\) *\[[.]\] \([a-e]_heavy\|[a-e]_light\).*/\2 \1/p' >perf.txt
    "$gaudit" report hotspots result-stripped --group-by function --format csv --csv-delimiter ' ' --filter 'function=?_heavy' \
        --filter 'function=?_light' --filter module=stripped.so | awk 'NR > 1 { print $1, $(NF - 1), $NF }' >own.txt
    [ "$(wc -l <own.txt)" = 10 ] || wrong "not ten functions: $(cat own.txt)"
    LC_ALL=C awk "$compare_perf" perf.txt own.txt || {
        wrong "perf says otherwise"
        cat perf.txt own.txt
    }
else
    echo "perf is not there, or may not: not compared"
fi

# A call into a library goes through a stub, whose time is that of the function that is called.
printf '%s\n' '#include <stdlib.h>' 'int main(void) { long sum = 0;' \
    'for (long i = 0; i < 100000000; i++) sum += labs(i);' 'return sum == 1; }' >stubs.c
"$cc" -O1 -fno-builtin -fplt stubs.c -o stubs || wrong "stubs.c does not compile"
"$gaudit" collect --interval 1ms -o result-stubs -- ./stubs >out 2>&1 || wrong "collect ended with $?: $(cat out)"
"$gaudit" report hotspots result-stubs --format csv >csv
grep -q '@plt' csv || echo "no sample is in a stub"
"$gaudit" report hotspots result-stubs --percent-limit 0 >out
[ "$(grep -c 'labs$' out)" = 1 ] && ! grep -q '@plt' out || wrong "stubs are functions of their own: $(cat out)"

# A terminal gets no longer lines than it has columns, and what it can show.
if command -v script >/dev/null; then
    NO_COLOR='' LC_ALL=C.UTF-8 TERM=xterm COLUMNS=72 script -qc "'$gaudit' report hotspots result-inlined --limit 3" /dev/null </dev/null >screen
    grep -q '█' screen || wrong "no bars on a terminal: $(cat screen)"
    grep -q "^$(printf '\033')\[1m" screen || wrong "no bold heading on a terminal: $(cat -v screen)"
    NO_COLOR=1 LC_ALL=C TERM=xterm COLUMNS=72 script -qc "'$gaudit' report hotspots result-inlined --limit 3" /dev/null </dev/null >screen
    LC_ALL=C grep -q '[^ -~[:cntrl:]]' screen && wrong "letters that the locale does not have: $(cat screen)"
    grep -q "$(printf '\033')" screen && wrong "escape sequences: $(cat screen)"
    sed -n '3,/^.$/p' screen | tr -d '\r' | awk 'length > 72 { exit 1 }' || wrong "longer than the screen: $(cat screen)"
fi

# A library that was compiled anew is not what ran. Its names were kept, or it has none.
"$gaudit" report hotspots result-plain >before 2>err || wrong "report ended with $?"
compiled plain.so known_profile.c -O1
"$gaudit" report hotspots result-plain >out 2>err || wrong "report ended with $?"
cmp -s before out || wrong "names that were kept are not used: $(diff before out)"
rm result-plain/symbols.json
"$gaudit" report hotspots result-plain >out 2>err || wrong "report ended with $?"
grep -q '^warning: .*plain.so' out || wrong "nothing is said of another plain.so: $(cat out)"
grep -q 'a_heavy' out && wrong "a library that did not run names functions: $(cat out)"
finish
