#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: forks.sh GAUDIT OPTIONS COLLECTOR FORKS quick|full: programs that fork, or handle signals, while
# other threads, or they themselves, are in the middle of something: under the collector as without it.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
forks=$4 size=$5

# quick_or_full QUICK FULL: what fits.
quick_or_full() {
    [ "$size" = full ] && echo "$2" || echo "$1"
}

# same FOLDER CLOCK SCENE...: it prints and returns what it does alone, once for both clocks. One that hangs is ended.
same() {
    folder=$1 clock=$2
    shift 2
    plain=plain-$(IFS=- && echo "$*")
    if ! [ -e "$plain" ]; then
        timeout 300 "$forks" "$@" >"$plain" 2>&1
        echo $? >"$plain-status"
    fi
    plain_status=$(cat "$plain-status")
    timeout 300 "$gaudit" collect -q -o "$folder" --clock "$clock" --interval 1ms -- "$forks" "$@" >out 2>err
    status=$?
    [ $status = $plain_status ] || wrong "$folder: status $status, not $plain_status: $(cat out err)"
    cmp -s out "$plain" || wrong "$folder: it printed $(cat out), not $(cat "$plain")"
    ! grep -v '^gaudit: ' err || wrong "$folder: messages: $(cat err)"
}

# Threads that a child does not have leave nothing in it: nothing is counted twice.
for way in _exit exit exec; do
    for clock in auto timer; do
        forked=$(quick_or_full 8 200)
        same busy-$way-$clock $clock busy 2 "$(quick_or_full 200 1000)" "$forked" $way
        is_whole busy-$way-$clock
        adds_up busy-$way-$clock "$forked"
    done
done

# What handlers may call, they may call in the middle of anything, and children after fork() in any program.
for clock in auto timer; do
    same ask-$clock $clock ask "$(quick_or_full 200 3000)"
    same handler-$clock $clock handler "$(quick_or_full 5000 100000)"
    for ms in $(seq 20 "$(quick_or_full 24 39)"); do
        same exit-$ms-$clock $clock exit "$ms"
    done
    same pairs-$clock $clock pairs "$(quick_or_full 10 200)"
    same threads-$clock $clock threads "$(quick_or_full 20 300)"
    same masks-$clock $clock masks
    same vfork-$clock $clock vfork
    is_whole vfork-$clock
    adds_up vfork-$clock 2
done
finish
