#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: ends.sh GAUDIT OPTIONS COLLECTOR STRESS SHOW_TRACE: programs that end suddenly, and programs
# for whose samples there is no room.
. "$(dirname "$0")/../collect/scene.sh"
. "$(dirname "$0")/sums.sh"
stress=$4 show=$5

# --- little room -----------------------------------------------------------------------
# Without files for the clocks of threads: timers do.
(ulimit -n 1004 && "$gaudit" collect -q -o few --interval 1ms "$stress" threads >out) || wrong "few files: status $?"
is_whole few
"$gaudit" collect -q -o small --buffer 1M --interval 100us "$stress" loading >out || wrong "small buffer: status $?"
"$show" small/samples.gtr >trace
[ "$(grep ^thread trace | sum - samples)" = $(($(sum trace written) + $(sum trace dropped))) ] || wrong "small buffer: $(grep ^thread trace)"

# All files are taken by the program: its threads have timers instead.
"$gaudit" collect -q -o perf --interval 1ms --clock auto "$stress" blocked >out || wrong "a clock: status $?"
(ulimit -n 1200 && "$gaudit" collect -q -o greedy --interval 1ms "$stress" greedy >out 2>err) || wrong "no files: status $?, $(cat err)"
[ "$(cat out)" = "greedy 4" ] || wrong "no files: it printed $(cat out)"
is_whole greedy
case $(value perf clock) in
    perf*) [ "$(value greedy threads_other_clock)" -gt 0 ] || wrong "no files: all threads have the clock" ;;
esac
# What a file may not have is told, and the program does not notice.
for limit in 8 16 32; do
    "$gaudit" collect -q -o limit-$limit --interval 100us bash -c "ulimit -f $limit; exec \"$stress\" loading" >out 2>err ||
        wrong "files of $limit KiB: status $?, $(cat err)"
    [ "$(cat out)" = "loading 4" ] || wrong "files of $limit KiB: it printed $(cat out)"
    [ "$(value limit-$limit lost_blocks)" -gt 0 ] || wrong "files of $limit KiB: nothing was lost"
    [ "$(value limit-$limit files_unreadable)" = 0 ] || wrong "files of $limit KiB: they cannot be read"
done
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
    mkdir disk kept
    # Room is made when the program has ended: collect.json needs some.
    unshare -m bash -c "mount -t tmpfs -o size=256k none disk && mkdir disk/full && head -c 190000 /dev/zero >disk/filler &&
        \"$gaudit\" collect -q -o disk/full --interval 100us sh -c '\"$stress\" loading; status=\$?; rm disk/filler; exit \$status'
        status=\$?; cp disk/full/* kept; exit \$status" >out 2>err || wrong "full disk: status $?, $(cat err)"
    [ "$(cat out)" = "loading 4" ] || wrong "full disk: it printed $(cat out)"
    [ "$(value kept lost_blocks)" -gt 0 ] || wrong "full disk: nothing was lost"
    for file in kept/*.gtr; do
        "$show" "$file" >trace || wrong "full disk: $(cat trace)"
    done
fi

# --- sudden ends -----------------------------------------------------------------------
# What is lost is a second at most: nothing is said of less than the file has.
for round in $(seq 100); do
    rm -rf killed
    "$gaudit" collect -q -o killed --interval 1ms sh -c "\"$stress\" endless & sleep 0.$((RANDOM % 400 + 100)); kill -KILL \$!; wait" >out 2>err
    awk -v cpu="$(tail -n 1 out)" 'END { exit !(NR > 0) }' out || continue
    cat killed/samples*.gtr >/dev/null || wrong "round $round: no file"
    all=0
    for file in killed/samples*.gtr; do
        "$show" "$file" >trace || wrong "round $round: $(cat trace)"
        grep -q '^blocks [0-9]* missing 0 .* bad 0 dangling 0$' trace || wrong "round $round: $(head -n 1 trace)"
        all=$((all + $(sum trace written_weight)))
    done
    [ $((all + 1000000000)) -ge "$(tail -n 1 out)" ] || wrong "round $round: $all ns of $(tail -n 1 out)"
done

finish
