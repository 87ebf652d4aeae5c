#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: sudden_ends.sh GAUDIT OPTIONS COLLECTOR STRESS SHOW_TRACE quick|full: programs that end suddenly, a few times
# or a hundred, and programs for whose samples there is no room.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
stress=$4 show=$5
[ "$6" = full ] && sudden=88 written=12 || sudden=10 written=3

# --- little room -----------------------------------------------------------------------
# Without files for the clocks of threads: timers do.
(ulimit -n 1004 && "$gaudit" collect -q -o few --interval 1ms "$stress" threads >out) || wrong "few files: status $?, $(cat out)"
is_whole few
"$gaudit" collect -q -o small --buffer 1M --interval 100us "$stress" loading >out || wrong "small buffer: status $?, $(cat out)"
"$show" small/samples.gtr >trace
[ "$(grep ^thread trace | sum - samples)" = $(($(sum trace written) + $(sum trace dropped))) ] || wrong "small buffer: written, dropped: $(sum trace written), $(sum trace dropped): $(grep ^thread trace)"

# All files are taken by the program: its threads have timers instead.
"$gaudit" collect -q -o perf --interval 1ms --clock auto "$stress" blocked >out || wrong "a clock: status $?, $(cat out)"
(ulimit -n 1200 && "$gaudit" collect -q -o greedy --interval 1ms "$stress" greedy >out 2>err) || wrong "no files: status $?, $(cat err)"
[ "$(cat out)" = "greedy 4" ] || wrong "no files: it printed $(cat out)"
is_whole greedy
case $(value perf clock) in
    perf*) [ "$(value greedy threads_other_clock)" -gt 0 ] ||
        wrong "no files: all threads have the clock: $(sums_of greedy): $("$show" greedy/samples.gtr)" ;;
esac
# Lost samples are reported, and the program does not notice. The totals that count them need
# some room, too: where there is none left, the file has no end, and that is reported.
# reports_loss NAME FOLDER
reports_loss() {
    [ "$(value "$2" lost_blocks)" -gt 0 ] || [ "$(value "$2" files_ended)" -lt "$(value "$2" files)" ] ||
        wrong "$1: nothing is said to be lost: $(sums_of "$2")"
}
for limit in 8 16 32; do
    "$gaudit" collect -q -o limit-$limit --interval 100us bash -c "ulimit -f $limit; exec \"$stress\" loading" >out 2>err ||
        wrong "files of $limit KiB: status $?, $(cat err)"
    [ "$(cat out)" = "loading 4" ] || wrong "files of $limit KiB: it printed $(cat out)"
    reports_loss "files of $limit KiB" limit-$limit
    [ "$(value limit-$limit files_unreadable)" = 0 ] || wrong "files of $limit KiB: they cannot be read: $(sums_of limit-$limit)"
done
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
    mkdir disk kept
    # Room is made when the program has ended: collect.json needs some.
    unshare -m bash -c "mount -t tmpfs -o size=256k none disk && mkdir disk/full && head -c 190000 /dev/zero >disk/filler &&
        \"$gaudit\" collect -q -o disk/full --interval 100us sh -c '\"$stress\" loading; status=\$?; rm disk/filler; exit \$status'
        status=\$?; cp disk/full/* kept; exit \$status" >out 2>err || wrong "full disk: status $?, $(cat err)"
    [ "$(cat out)" = "loading 4" ] || wrong "full disk: it printed $(cat out)"
    reports_loss "full disk" kept
    for file in kept/*.gtr; do
        "$show" "$file" >trace || wrong "full disk: $file: $(cat trace)"
    done
fi

# --- sudden ends -----------------------------------------------------------------------
# Kills the program after a time, or, if that is "written", when its file has been written to three
# times since it showed its CPU time: once at least after what was being written then.
cat >sudden <<'EOF2'
"$1" endless &
if [ "$2" = written ]; then
    until [ -s out ]; do sleep 0.01; done
    tail -n 1 out >before
    # What it is before exec() may have a file of its own; the first process of all has one without number.
    tries=0
    until compgen -G "killed/samples-$!*.gtr" >/dev/null || [ $((tries += 1)) -gt 1000 ]; do sleep 0.01; done
    is_written() {
        for file in killed/samples-$!*.gtr killed/samples${others-}.gtr; do [ "$file" -nt now ] && return; done
        return 1
    }
    if compgen -G "killed/samples-$!*.gtr" >/dev/null; then others=-none; fi
    for i in 1 2 3; do
        : >now
        tries=0
        until is_written || [ $((tries += 1)) -gt 3000 ]; do sleep 0.01; done
    done
else
    sleep "$2"
fi
kill -KILL $!
wait
EOF2
# killed ROUND HOW: whatever is in the files is in order; "$all" is their CPU time, in ns.
killed() {
    rm -rf killed now before && : >out
    "$gaudit" collect -q -o killed --interval 1ms bash sudden "$stress" "$2" >out 2>err
    all=0
    for file in killed/samples*.gtr; do
        [ -s "$file" ] || continue # there was no sample yet, or not yet a byte
        "$show" "$file" >trace || wrong "round $1 ($2): $file: $(cat trace)"
        grep -q '^blocks [0-9]* missing 0 .* bad 0 dangling 0$' trace || wrong "round $1 ($2): $file: $(head -n 1 trace)"
        all=$((all + $(sum trace written_weight)))
    done
}
for round in $(seq $sudden); do
    killed "$round" 0.$((RANDOM % 400 + 100))
done
# What was used before is in the file, but for a tenth: what is used before the collector comes, and
# the interval between samples. What is lost is what was used since, a second or so if nothing
# holds up the writer alone, round after round.
least=
for round in $(seq $written); do
    killed "$round" written
    [ $all -ge $(($(cat before) * 9 / 10 - 50000000)) ] || wrong "round $round: $all ns are written of $(cat before): $(ls -l killed)"
    used=$(($(tail -n 1 out) - $(cat before)))
    [ $used -ge "${least:-$used}" ] || least=$used
done
[ "${least:-$used}" -le 6000000000 ] || wrong "three writes come with $least ns of CPU time between them at the least"

# The CPU time of processes that are not waited for is in no sum of the kernel, and not what samples are compared with.
# shellcheck disable=SC2016 # perl's
collected 137 -o unwaited perl -e 'pipe(R, W); if (!fork) { 1 while times < 0.4; exit } close W; <R>; kill 9, $$'
has unwaited/collect.json difference_percent null
grep -q 's CPU time, not of all processes; ' err || wrong "unwaited: it said: $(cat err)"
for view in summary hotspots; do
    "$gaudit" report $view unwaited >view 2>&1 || wrong "unwaited: $view: status $?"
    cat view >>err
    grep -q 'of processes that no parent waited for' view || wrong "unwaited: $view: $(cat view)"
done
grep -E 'add up|stand for|\([0-9.]* %\)$' err && wrong "unwaited: samples are compared with the CPU time of others"
finish
