#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: views.sh GAUDIT OPTIONS_FOLDER COLLECTOR CC: views of the samples of a program whose calls and
# lines are known, within the errors that they have.
. "$(dirname "$0")/../collect/common.sh"
cc=$4

# view NAME [ARGUMENT...]: the view in "out", messages in "err".
view() {
    "$gaudit" report "$@" >out 2>err || wrong "gaudit report $* ended with $?: $(cat err)"
}

# shows NAME CONDITION...: of the rows of "out", a CSV, one fulfils the conditions COLUMN=VALUE; its SHARE column
# is near a percentage: NAME is the column, EXPECTED the percentage.
near() {
    share=$1 expected=$2
    shift 2
    LC_ALL=C awk -F, -v share="$share" -v expected="$expected" -v wanted="$*" '
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; n = split(wanted, conditions, " "); next }
        {
            for (i = 1; i <= n; i++) {
                split(conditions[i], pair, "=")
                gsub("_", " ", pair[1])
                if ($column[pair[1]] != pair[2]) next
            }
            found = 1
            error = $column[share " Standard Error"]
            off = $column[share] - expected
            if (off * off > (5 * error + 2) ^ 2) { print "not " expected ": " $0; exit 1 }
            exit 0
        }
        END { if (!found) { print "no row"; exit 1 } }' out || {
        wrong "$*: $share is not $expected"
        cat out
    }
}

# adds_up COLUMN: its numbers are 100 together.
adds_up() {
    LC_ALL=C awk -F, -v share="$1" '
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        { sum += $column[share] }
        END { if ((sum - 100) ^ 2 > 1e-12) { print sum; exit 1 } }' out || wrong "$1 does not add up to 100: $(cat out)"
}

has_line() {
    grep -qE -- "$1" out || wrong "no line '$1': $(cat out)"
}

[ ! "$sanitized" ] || exit 77
cp "$here/views_work.c" "$here/views_main.c" .
"$cc" -std=c17 -g -O2 -shared -fPIC -o libwork.so views_work.c || wrong "views_work.c does not compile"
"$cc" -D_POSIX_C_SOURCE=200809L -std=c17 -g -O2 -o prog views_main.c -L. -lwork -Wl,-rpath,"$work" ||
    wrong "views_main.c does not compile"
collected 0 -q -o result --interval 1ms "$work/prog"

# --- callers and callees ---------------------------------------------------------------
view top-down result --format csv
near 'CPU Time:Total Percent' 75 Function_Stack=much
near 'CPU Time:Total Percent' 25 Function_Stack=little
adds_up 'CPU Time:Self Percent'
view callers burn result --format csv
near 'CPU Time:Percent' 75 Caller=much Depth=2
near 'CPU Time:Percent' 25 Caller=little Depth=2
view callers burn result
has_line '^[ 0-9.]*s \+- .* libwork.so +burn$'
has_line ' prog +<- much$'
view dependencies result --format csv
near 'CPU Time:Total Percent' 75 Caller=much Callee=work Caller_Module=prog Callee_Module=libwork.so
near 'CPU Time:Self Percent' 25 Caller=little Callee=work
adds_up 'CPU Time:Self Percent'
view dependencies result --format csv --limit 1
adds_up 'CPU Time:Self Percent'

# --- lines -----------------------------------------------------------------------------
hot=$(grep -n 'the hot line' views_work.c | cut -d: -f1)
before=$((hot - 1))
view lines burn result --format csv
LC_ALL=C awk -F, -v hot="$hot" -v before="$before" '
    NR > 1 && ($3 == hot || $3 == before) { sum += $4 }
    NR > 1 { all += $4 }
    END { exit !(all > 0 && sum >= 0.95 * all) }' out || wrong "the hot line is not hot: $(cat out)"
adds_up 'CPU Time:Total Percent'
view lines burn result
has_line "^[ 0-9.]*s \\+- .* (%|s).* $before  +for \\(unsigned i = 0; i < n; i\\+\\+\\)\$|^ +$before  +for "
has_line "  $hot  +x = x \\* 1664525u \\+ 1013904223u; /\\* the hot line \\*/\$"
has_line '/views_work\.c$'
calling=$(grep -n 'the calling line' views_work.c | cut -d: -f1)
view lines work result --format csv
near 'CPU Time:Total Percent' 100 Source_Line="$calling"
touch -d '+1 hour' views_work.c
view lines burn result
has_line '^warning: .*views_work\.c. was changed after the run'
rm views_work.c
view lines burn result
has_line "^the source '.*views_work\\.c' cannot be read here\$"

# A function in two files: what is shown around a line does not begin at a line of the file before.
cat >two.c <<'EOF2'
#include <time.h>
static volatile unsigned x;
static int is_over(double seconds) { return (double)clock() / CLOCKS_PER_SEC >= seconds; }
__attribute__((noinline)) void both(void)
{
    while (!is_over(0.15)) x++;
#include "part.inc"
}
int main(void) { both(); return 0; }
EOF2
{
    seq 29 | sed 's|.*|/* line & of the part */|'
    echo 'while (!is_over(0.3)) x++;'
    seq 31 40 | sed 's|.*|/* line & of the part */|'
} >part.inc
"$cc" -g -O0 -o two two.c || wrong "two.c does not compile"
collected 0 -q -o result2 --interval 1ms "$work/two"
view lines both result2
has_line '/two\.c$'
has_line '/part\.inc$'
[ "$(grep -oE 'line [0-9]+ of the part' out | tr '\n' ' ')" = 'line 28 of the part line 29 of the part line 31 of the part line 32 of the part ' ] ||
    wrong "not the two lines above and below: $(cat out)"

# --- others ----------------------------------------------------------------------------
view modules result --format csv
near 'CPU Time:Percent' 100 Module=libwork.so Hottest_Function=burn
view threads result
has_line 'prog \(TID: [0-9]*\) +prog \(PID: [0-9]*\)$'
view tasks result
has_line ' 100\.0 % .* \[Outside any task\]$'
view summary result
has_line '^Sampled +[0-9.]* m?s of [0-9.]* m?s \((8[5-9]|9[0-9]|10[0-9]|11[0-5])\.[0-9] %\)$'
has_line '^Command +.*/prog$'
view summary result --table sampling --format csv
has_line '^interval,0\.0'

# --- what is not there -----------------------------------------------------------------
"$gaudit" report lines brun result >out 2>err
[ $? = 1 ] || wrong "a function that is not there: $(cat out err)"
only "gaudit: no call stack of 'result' has a function 'brun'; did you mean 'burn'?"
"$gaudit" report callers result >out 2>err
[ $? = 1 ] || wrong "no function was given: $(cat out err)"
"$gaudit" run "$options/quickstart.xml" -n 10 -o plain >out 2>err || wrong "gaudit run: $(cat err)"
for name in top-down modules threads tasks dependencies; do
    "$gaudit" report $name plain >out 2>err
    [ $? = 1 ] || wrong "$name of a result without samples: $(cat out err)"
    only "gaudit: 'plain' holds no samples (samples*.gtr), as 'gaudit profile JOB.xml' and 'gaudit collect -- PROGRAM' record them"
done
view summary plain
grep -q Sampled out && wrong "a summary of samples that are not there: $(cat out)"

# A program that was killed: what it did until then is there, and that it is not all.
collected 137 -q -o killed --interval 1ms "$work/prog" killed/samples.gtr
view summary killed
has_line '^Warnings +.*ends before the process did'
rm killed/*.json
view summary killed
has_line '^Samples +[0-9]+$'
view callers burn killed --format csv
near 'CPU Time:Percent' 75 Caller=much Depth=2
finish
