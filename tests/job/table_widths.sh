#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tables of a job and of its result: as wide as the terminal, with a line that names what is hidden, or with all columns.
. "$(dirname "$0")/job.sh"

# fits WIDTH COMMAND...: no line of the output, in "out", is longer. Commands to be copied are one line.
fits() {
    width=$1
    shift
    COLUMNS=$width "$gaudit" "$@" >out 2>err || wrong "gaudit $*: $(cat err)"
    awk -v width="$width" 'length > width && !/^gaudit run /' out >long
    [ ! -s long ] || wrong "gaudit $*: more than $width columns: $(cat long)"
}

"$gaudit" run "$options/quickstart.xml" -q -n 20 --time --event-data -o result || wrong "status $?"
"$gaudit" run "$options/quickstart.xml" -q -n 20 --time -o after || wrong "status $?"
for width in 80 100 200; do
    fits $width run "$options/quickstart.xml" -n 20
    fits $width run "$options/quickstart.xml" -n 20 -v
    for view in summary timing counts events; do
        fits $width report $view result
    done
    for arguments in list 'describe TimerAuditor' 'describe GeneratorInput' 'compare result result' 'history result after'; do
        # shellcheck disable=SC2086 # these are words
        fits $width $arguments
    done
done

# What is hidden is named, and there with --wide, in files and in data formats.
fits 80 report timing result
grep -q '^hidden: Self, Min, .* (--wide shows them)$' out || wrong "nothing is hidden in 80 columns: $(cat out)"
grep -q 'Calls .*Total .*Mean .*p99 ' out || wrong "80 columns without what is important: $(cat out)"
has_all() {
    grep -q 'Self .*Min .*Max .*Std[.]dev[.] .*p50 .*p90 .*p99 ' "$1" || wrong "$1 has not all columns: $(cat "$1")"
    if grep -q '^hidden: ' "$1"; then wrong "$1 hides columns: $(cat "$1")"; fi
}
COLUMNS=80 "$gaudit" report timing result --wide >wide || wrong "report --wide: status $?"
COLUMNS=80 "$gaudit" run "$options/quickstart.xml" -n 20 --time --wide -v >run 2>err || wrong "run --wide: status $?"
COLUMNS=80 "$gaudit" report timing result -O file || wrong "report -O: status $?"
for file in wide run file; do
    has_all $file
done
COLUMNS=80 "$gaudit" report timing result -f csv | grep -q ',p90_s,' || wrong "csv has not all columns"
finish
