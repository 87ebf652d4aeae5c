#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: accuracy.sh GAUDIT OPTIONS COLLECTOR SHARES CHECK_SHARES quick|full: samples of a program
# with tasks of known shares, at several intervals and with several threads, also where the work
# repeats with the period of the interval. See check_shares.c and statistics.h.
. "$(dirname "$0")/../collect/common.sh"
shares=$4 check=$5 grid=$6
folders=
[ "$grid" = full ] && long=10 || long=6

# measure INTERVAL CLOCK THREADS SECONDS CYCLE_NS MODE; six hundred samples and more for each thread.
measure() {
    folder=$1-$2-$3-$6
    collected 0 -q -o "$folder" --interval "$1" --clock "$2" "$shares" truth "$3" "$4" "$5" "$6"
    mv truth "$folder/" || wrong "$folder: no truth"
    folders="$folders $folder"
}

# With the timer, what repeats with the kernel's tick is not sampled rightly: cycles are varied.
measure 10ms timer 1 $long 3000000 varied
if [ "$grid" = quick ]; then
    measure 10ms auto 1 $long 10000000 exact
    measure 1ms auto 2 1.2 1000000 exact
    measure 1ms auto 4 1.2 700000 varied
    measure 100us auto 1 1 100000 steady
else
    measure 10ms timer 4 10 3000000 varied
    for n in 1 2 4 8; do
        measure 10ms auto $n 10 10000000 exact
        measure 10ms auto $n 10 10000000 steady
        measure 10ms auto $n 10 7000000 varied
        measure 1ms auto $n 3 1000000 exact
        measure 1ms auto $n 3 1000000 steady
        measure 1ms auto $n 3 1000000 varied
        measure 100us auto $n 2 100000 steady
        measure 100us auto $n 2 1000000 varied
    done
fi
[ $failures = 0 ] || exit 1
# shellcheck disable=SC2086 # one word for each
"$check" $folders
status=$?
# A clock that sees user time alone: thread CPU time is no measure of it.
[ $status != 77 ] || "$check" 10ms-timer-1-varied
