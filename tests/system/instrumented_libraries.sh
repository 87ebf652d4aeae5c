#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: instrumented_libraries.sh GAUDIT OPTIONS COLLECTOR SHOW_TRACE [NAME PROGRAM]...: programs of libraries that
# carry marks of ITT: oneDNN, oneTBB, LLVM's OpenMP.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
show=$4
shift 4

# field NAME KEY: of the task with that name, from "trace".
field() {
    awk -v name="name \"$1\"" -v key="$2" 'index($0, name) && $1 == "task" {
        for (i = 1; i < NF; i++) if ($i == key) { print $(i + 1); exit }
    }' trace
}
# at_least WHAT NUMBER LEAST
at_least() {
    [ "${2:-0}" -ge "$3" ] || wrong "$folder: $1 is ${2:-missing}, less than $3"
}

check_dnnl() {
    for name in matmul eltwise; do
        n=$(awk -v name=$name '$1 == name { print $2 }' out)
        task=dnnl::primitive::execute::$name
        # Each thread that takes part marks the task.
        entries=$(field $task entries)
        [ "${entries:-0}" -ge "$n" ] && [ "$entries" -le $((2 * n)) ] || wrong "$folder: $name: ${entries:-no} entries, $n executions"
        at_least "samples of $name" "$(field $task samples)" "$least"
    done
}
check_tbb() {
    [ "$(cat out)" = right ] || wrong "$folder: oneTBB computed $(cat out)"
    at_least "entries" "$(field tbb::tbb_parallel_for entries)" 1
    at_least "samples" "$(field tbb::tbb_parallel_for samples)" "$least"
    [ "$(value "$folder" itt_clients)" -ge 1 ] || wrong "$folder: no static part"
}
check_openmp() {
    [ "$(cat out)" = 40000 ] || wrong "$folder: OpenMP computed $(cat out)"
    grep -q '^thread .* name "OMP Worker Thread' trace || wrong "$folder: threads have no names: $(grep ^thread trace)"
    grep -q '^task 4 entries [1-9].*omp\$parallel' trace || wrong "$folder: no frames: $(grep ^task trace)"
}

# is_right NAME FOLDER
is_right() {
    folder=$2
    "$show" "$folder/samples.gtr" >trace || wrong "$folder: $(cat trace)"
    is_whole "$folder"
    # Threads that yield the processor all the time, as those of OpenMP do that wait, may escape the tick: that of
    # the timer, and that by which the kernel divides their time into user and system. It is no more than all of it.
    case $folder/$(value "$folder" includes_kernel_time) in
        openmp-timer* | *openmp*/false | *dnnl*/false)
            awk -v sampled="$(value "$folder" sampled_s)" -v user="$(value "$folder" user_s)" -v system_s="$(value "$folder" system_s)" \
                'BEGIN { exit !(sampled > 0 && sampled < 1.02 * (user + system_s) + 0.05) }' || wrong "$folder: $(sums_of "$folder")"
            ;;
        *) adds_up "$folder" ;;
    esac
    "check_$1"
}

# Without preload the collector comes with the first call, and finds all threads.
without_preload() {
    mkdir alone-"$1"
    GAUDIT_COLLECT_OUTPUT=$work/alone-$1 GAUDIT_COLLECT_INTERVAL=1000000 INTEL_LIBITTNOTIFY64=$collector \
        "$2" 0.5 >out || wrong "$1 alone: status $?"
    folder=alone-$1 least=10
    "$show" "alone-$1"/samples*.gtr >trace || wrong "alone-$1: $(cat trace)"
    grep -q ' preloaded 0 ' trace || wrong "alone-$1: it was preloaded"
    awk '$1 == "thread" { for (i = 1; i < NF; i++) if ($i == "samples" && $(i + 1) > 10) n++ } END { exit n < 2 }' trace ||
        wrong "alone-$1: not two threads with samples: $(grep ^thread trace)"
}

while [ $# -gt 1 ]; do
    [ -n "$2" ] || missing "program of $1: its headers, or a compiler"
    for way in auto-1ms timer-1ms auto-10ms; do
        least=10
        [ $way = auto-1ms ] || least=2
        OMP_NUM_THREADS=2 collected 0 -q -o "$1-$way" --clock "${way%-*}" --interval "${way#*-}" "$2" 0.5
        is_right "$1" "$1-$way"
    done
    if [ -n "$unprivileged" ]; then
        least=5
        OMP_NUM_THREADS=2 as_unprivileged "$gaudit" collect -q -o "unprivileged/$1" --interval 1ms "$2" 0.5 >out || wrong "$1 unprivileged: status $?"
        is_right "$1" "unprivileged/$1"
    fi
    [ "$1" = dnnl ] || without_preload "$1" "$2"
    shift 2
done
finish
