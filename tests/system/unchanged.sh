#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: unchanged.sh GAUDIT OPTIONS COLLECTOR UNCHANGED SCENE...: what programs see of signals and of what must have
# one thread is the same under the collector, which samples them.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
unchanged=$4
shift 4

for scene in "$@"; do
    timeout 300 "$unchanged" "$scene" >plain 2>&1
    plain_status=$?
    [ "$scene" = namespaces ] && grep -q '^unshare() of users: -1' plain && {
        echo "the kernel allows no namespaces: the scene is left out"
        continue
    }
    for clock in auto timer; do
        folder=$scene-$clock
        timeout 300 "$gaudit" collect -q -o "$folder" --clock $clock --interval 1ms "$unchanged" "$scene" >out 2>err
        status=$?
        [ $status = $plain_status ] || wrong "$folder: status $status, not $plain_status: $(cat out err)"
        cmp -s out plain || wrong "$folder: $(diff plain out)"
        ! grep -v '^gaudit: ' err || wrong "$folder: messages: $(cat err)"
        is_whole "$folder"
        # Runtimes of tsan call handlers late; threads with a blocked clock are not sampled.
        case $scene in tsan | race | waits | unblocks | interrupts) continue ;; esac
        adds_up "$folder" 8
    done
done

# Nothing is left in errno either where the kernel refuses the collector its clocks.
case " $* " in *" errno "*)
    (ulimit -i 0 && exec "$gaudit" collect -q -o refused --clock timer "$unchanged" errno) >out 2>err
    [ "$(cat out)" = "errno at the start: 0" ] || wrong "refused: $(cat out err)"
    ;;
esac
finish
