#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: counters.sh GAUDIT OPTIONS COLLECTOR COUNTERS SHOW_TRACE: every counter of collect.json is what
# it has to be: exactly, or, where it is a time, within what the program knows.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
counters=$4 show=$5

# collects SCENE ARGUMENT...: in a folder of that name.
collects() {
    scene=$1
    shift
    "$gaudit" collect -q -o "$scene" "$@" "$counters" "$scene" >out 2>err || wrong "$scene: status $?, $(cat err)"
    for file in "$scene"/*.gtr; do "$show" "$file" || wrong "$scene: $file"; done >trace
}

# is TEXT KEY=VALUE...: all counters in the text of a document have these values, or 0.
is() {
    local text=$1 pair key want found
    shift
    for key in samples truncated dropped dropped_s lost_samples missed_samples lost_blocks frames_by_cfi \
        frames_by_frame_pointer frames_by_stack_scan handler_s threads threads_ended threads_not_sampled threads_other_clock threads_small_signal_stack threads_found \
        itt_clients itt_calls unmatched_ends unclosed_tasks dropped_tasks missing_blocks skipped_bytes tail_bytes \
        invalid_records dangling_references unknown_records; do
        want=0
        for pair; do [ "${pair%%=*}" != $key ] || want=${pair#*=}; done
        found=$(sed -n "s/.*\"$key\": \([^,}]*\).*/\1/p" <<<"$text" | head -n 1)
        [ "$want" = any ] || awk -v a="$found" -v b="$want" 'BEGIN { exit !(a != "" && (a - b) ^ 2 < 1e-18) }' ||
            wrong "$scene: $key is $found, not $want: $text"
    done
}

# are FOLDER KEY=VALUE...: the sums of all processes, and the files.
are() {
    local folder=$1 key
    shift
    is "$(sed '/"processes"/,$d' "$folder/collect.json")" "$@"
    for key in files files_ended; do has "$folder/collect.json" $key "$files"; done
    has "$folder/collect.json" files_unreadable 0
}

# row FORKED: what collect.json says of the process that was forked, or that was not.
row() {
    grep "\"forked\": $1" "$scene/collect.json"
}

# flags ROW KEY...: all true.
flags() {
    local text=$1 key
    shift
    for key; do grep -q "\"$key\": true" <<<"$text" || wrong "$scene: not $key: $text"; done
}

# holds EXPRESSION NAME=VALUE...
holds() {
    local expression=$1
    shift
    awk "${@/#/-v}" "BEGIN { exit !($expression) }" || wrong "$scene: not $expression: $*"
}

# sampled: what the files hold is what was taken, but for what is said to be dropped and lost.
sampled() {
    grep ^thread trace >threads
    holds "taken == written + dropped + lost && held == written" taken="$(sum threads samples)" written="$(sum threads written)" \
        dropped="$(sum threads dropped)" lost="$(value "$scene" lost_samples)" held="$(value "$scene" samples)"
    holds "(sampled - held) ^ 2 < 1e-12" sampled="$(value "$scene" sampled_s)" held="$(sum threads written_weight)e-9"
    [ "$(value "$scene" lost_samples)" != 0 ] || {
        awk '{ for (i = 1; i < NF; i++) own[$i] = $(i + 1); bad += own["samples"] != own["written"] + own["dropped"] } END { exit bad }' threads ||
            wrong "$scene: samples of other threads: $(cat threads)"
        holds "(taken - written - dropped) ^ 2 < 1" taken="$(sum threads weight)" written="$(sum threads written_weight)" \
            dropped="$(sum threads dropped_weight)"
        holds "by_tables + by_frames + guessed == callers" callers="$(sum threads callers)" by_tables="$(value "$scene" frames_by_cfi)" \
            by_frames="$(value "$scene" frames_by_frame_pointer)" guessed="$(value "$scene" frames_by_stack_scan)"
    }
}
real="samples=any truncated=any frames_by_cfi=any frames_by_frame_pointer=any frames_by_stack_scan=any handler_s=any"
files=1

# --- calls: 4 to prepare, 13 by the main thread, 2 more, 4117 and 1 by others -------------------------
collects calls
# shellcheck disable=SC2086 # several words
are calls $real itt_clients=1 itt_calls=4137 threads=3 threads_ended=1 unmatched_ends=3 unclosed_tasks=4 dropped_tasks=7
sampled
flags "$(row false)" preloaded was_paused ended
for total in 'event 4110' 'counter 3' 'mark 3' 'counters 3' 'work 2'; do
    awk -v name=":${total% *}\"" -v n="${total#* }" '/^task/ && substr($NF, length($NF) - length(name) + 1) == name && $4 == n { found = 1 } END { exit !found }' trace ||
        wrong "calls: not $total: $(grep ^task trace)"
done
grep -q '^thread 1 .* name "main thread"$' trace || wrong "calls: the main thread: $(grep ^thread trace)"

grep -q '^pauses 1$' trace || wrong "calls: $(grep ^pauses trace)"

# --- processes: sums of a child begin anew, and nothing of other threads is left in it ----------------
files=2
collects forked
# shellcheck disable=SC2086
are forked $real itt_clients=2 itt_calls=23 threads=5 threads_ended=1 unmatched_ends=3
# shellcheck disable=SC2086
is "$(row false)" $real itt_clients=1 itt_calls=19 threads=3 unmatched_ends=1
# shellcheck disable=SC2086
is "$(row true)" $real itt_clients=1 itt_calls=4 threads=2 threads_ended=1 unmatched_ends=2
for is_forked in false true; do flags "$(row $is_forked)" preloaded ended; done
# What was open at the fork has no entry in the child, and lasts since then. The child's file comes first.
[ "$(grep ':event"$' trace | sum - entries)" = 6 ] || wrong "forked: $(grep ^task trace)"
holds "frame < since" frame="$(grep -m 1 '^task .* name "counters::counters"$' trace | sum - total)" since="$(cat out)"
files=1

# --- CPU time, of threads and of the process ------------------------------------------------------------
# of_thread NUMBER: its CPU time.
of_thread() {
    grep "^thread $1 " trace | sum - cpu
}
collects cpu
# shellcheck disable=SC2086
are cpu $real itt_clients=1 itt_calls=4 threads=2 threads_ended=1
sampled
flags "$(row false)" preloaded was_paused ended
read -r before since worker <out
holds "main >= before + since && worker >= least" main="$(of_thread 1)" before="$before" since="$since" worker="$(of_thread 2)" least="$worker"
used() {
    sed -n "s/.*\"$1\": \([^,]*\).*/\1/p" <<<"$(row false)"
}
# How much of its 0.6 s has been divided into user and system by then is up to the kernel.
holds "user + kernel >= 0.5 && writer > 0 && writer < user + kernel" user="$(used user_s)" kernel="$(used system_s)" writer="$(used writer_s)"
holds "collected >= 0.4 && collected <= elapsed - 0.2" collected="$(used collected_s)" elapsed="$(value cpu elapsed_s)"
# Without preload, threads are known from their first call, or from when they are found.
mkdir late
GAUDIT_COLLECT_OUTPUT=$work/late INTEL_LIBITTNOTIFY64=$collector "$counters" cpu >out || wrong "late: status $?"
"$show" late/samples.gtr >trace
read -r before since worker <out
holds "main >= since && main < before + since" main="$(of_thread 1)" before="$before" since="$since"

# --- pauses: of two children, one begins in a pause, and never has a clock -------------------------------------------------------
files=3
collects resumed --start-paused
# shellcheck disable=SC2086
are resumed $real itt_clients=3 itt_calls=4 threads=3 threads_other_clock=1
sampled
while read -r paused collected; do
    holds "collected >= 0 && collected < elapsed" elapsed="$(value resumed elapsed_s)" collected="$collected"
    echo "$paused"
done < <(sed -n 's/.*"collected_s": \([^,]*\).*"was_paused": \([^,]*\).*/\2 \1/p' resumed/collect.json) | sort >paused
[ "$(tr '\n' ' ' <paused)" = "false true true " ] || wrong "resumed: was_paused: $(cat paused)"
[ "$(grep -cx 'pauses 0' trace)" = 2 ] || wrong "resumed: pauses of the parent: $(grep ^pauses trace)"
files=1

# --- the main thread ends first, and is still listed -----------------------------------------------------
collects outlived
# shellcheck disable=SC2086
are outlived $real itt_clients=1 itt_calls=4 threads=2 threads_ended=2

# --- samples that are counted, of threads that have no clock; with any load, none takes half the interval ---
counted="--clock timer --start-paused --interval 1s --buffer 1M"
stacks="frames_by_cfi=any frames_by_frame_pointer=any frames_by_stack_scan=any"
# shellcheck disable=SC2086
{
    collects dropped $counted
    are dropped samples=64 dropped=6 dropped_s=any $stacks itt_clients=1 itt_calls=4 threads=71 threads_ended=70 threads_not_sampled=71 \
        threads_other_clock=71
    sampled
    holds "dropped > 0 && (dropped - of_threads) ^ 2 < 1e-18" dropped="$(value dropped dropped_s)" of_threads="$(sum threads dropped_weight)e-9"

    collects lost $counted
    blocks=$(value lost lost_blocks)
    are lost samples=40 lost_samples=20 lost_blocks="$blocks" missing_blocks="$blocks" $stacks handler_s=any itt_clients=1 itt_calls=8 \
        threads=1 threads_not_sampled=1 threads_other_clock=1
    sampled
    holds "blocks >= 1 && handler > 0" blocks="$blocks" handler="$(value lost handler_s)"
    # One sample of 15 is timed, and stands for all of them.
    holds "int(handler * 1e9 + 0.5) % 15 == 0" handler="$(value lost handler_s)"
    grep -q '"write_error": "File too large"' lost/collect.json || wrong "lost: $(sums_of lost)"
    grep -q '^thread 1 .* name "renamed"$' trace && grep -q '^task 1 entries 1 .*::elsewhere"$' trace || wrong "lost: $(cat trace)"

    collects missed $counted
    are missed samples=5 missed_samples=6 $stacks itt_clients=1 itt_calls=4 threads=2 threads_ended=1 threads_not_sampled=2 threads_other_clock=2
    sampled

    collects many $counted
    are many samples=20070 $stacks handler_s=any itt_clients=1 itt_calls=4 threads=71 threads_ended=70 threads_not_sampled=71 threads_other_clock=71
    sampled

    collects deep $counted
    are deep samples=8 truncated=5 $stacks itt_clients=1 itt_calls=4 threads=1 threads_not_sampled=1 threads_other_clock=1
    grep ^thread trace | sum - truncated | grep -qx 5 || wrong "deep: $(grep ^thread trace)"
}
finish
