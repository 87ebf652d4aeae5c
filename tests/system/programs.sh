#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: programs.sh GAUDIT OPTIONS COLLECTOR quick|full: programs of the system, without marks, do under the
# collector what they do without it, and their samples are their CPU time; some tenths of a second of it, or some seconds.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
# Quick: each program with both clocks and intervals; without privileges with one of the clocks, every other program
# with the same one.
[ "$4" = full ] && size=4 || size=1
for tool in /usr/bin/python3 perl gzip sort seq; do
    command -v $tool >/dev/null || missing $tool
done

# --- the programs ----------------------------------------------------------------------
seq 1 $((size * 400000)) | awk '{ print ($1 * 7919) % 1000003, $1 }' >numbers
head -n $((size * 150000)) numbers >fewer
cat >loop.py <<EOF2
import sys
x = 1
for i in range($size * 1000000):
    x = (x * 1103515245 + 12345) % 2147483648
print(x)
print("to standard error", file=sys.stderr)
sys.exit(3)
EOF2
cat >loop.pl <<'EOF2'
my %seen; $seen{$_ % 997} += $_ for 1 .. 1000000 * shift; print join(" ", map { $seen{$_} } 1 .. 5), "\n"; exit 4;
EOF2
cat >threads.py <<EOF2
import hashlib, threading
def work(n):
    digests[n] = hashlib.pbkdf2_hmac("sha256", b"x", b"%d" % n, $size * 100000).hex()
digests = {}
threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for t in threads: t.start()
for t in threads: t.join()
print(sorted(digests.items()))
EOF2
cat >pipeline.sh <<'EOF2'
sort -n numbers | awk '{ s += $1 * NR % 7 } END { print s }' | tee last
gzip -6 -c numbers | gzip -dc | cksum
seq 1 300000 | grep -c 7 | sed 's/$/ sevens/'
EOF2
echo "rounds=$(rounds_of 0.02)" >forks.sh
cat >>forks.sh <<'EOF2'
i=0
while [ $i -lt 60 ]; do
    i=$((i + 1))
    n=$(echo $i | tr 1 2)
    (j=0; while [ $j -lt $rounds ]; do j=$((j + 1)); done; exit $((n % 3))) || :
    [ $((i % 10)) != 0 ] || { ( /bin/true & wait ) & }
done
wait
echo $n
EOF2
processes_of_forks=$((60 * 4 + 6 * 3)) # subshells, pipelines, and what they run

# --- one program -----------------------------------------------------------------------
# same NAME FOLDER COMMAND...: the collection into FOLDER; streams and status are those of "plain".
same() {
    name=$1 folder=$2
    shift 2
    timeout 600 "$@" >out 2>err
    status=$?
    [ $status = "$plain_status" ] || wrong "$folder: status $status, not $plain_status: $(cat err)"
    cmp -s out plain || wrong "$folder: the output has changed"
    grep -v '^gaudit: ' err | cmp -s - plain_err || wrong "$folder: the messages have changed: $(cat err)"
    is_whole "$folder"
    [ "$(value "$folder" itt_calls)" = 0 ] || wrong "$folder: calls of ITT: $(value "$folder" itt_calls)"
}

# compare NAME COMMAND...: with all clocks.
compare() {
    name=$1 many=
    [ "$name" != forks ] || many=$processes_of_forks
    shift
    "$@" >plain 2>plain_err
    plain_status=$?
    case $size-$clocks in
    1-auto) clocks=timer ways="auto-10ms timer-1ms" ;;
    1-*) clocks=auto ways="auto-1ms timer-10ms" ;;
    *) clocks="auto timer" ways="auto-1ms timer-1ms auto-10ms timer-10ms" ;;
    esac
    for way in $ways; do
        folder=$name-$way
        same "$name" "$folder" "$gaudit" collect -q -o "$folder" --clock "${way%-*}" --interval "${way#*-}" -- "$@"
        adds_up "$folder" $many
    done
    if [ -n "$unprivileged" ]; then
        for clock in $clocks; do
            folder=unprivileged/$name-$clock
            same "$name" "$folder" setpriv --reuid=65534 --regid=65534 --clear-groups "$gaudit" collect -q -o "$folder" --clock $clock --interval 1ms -- "$@"
            adds_up "$folder" $many
        done
    fi
}

touch last && chmod 666 last
clocks='' # of the program before
compare python /usr/bin/python3 loop.py
compare threads /usr/bin/python3 threads.py
compare perl perl loop.pl $size
compare gzip gzip -9 -c fewer
compare sort sort -n numbers
compare pipeline sh pipeline.sh
compare forks sh forks.sh
# Processes without a sample leave no file.
[ "$(value forks-auto-1ms files)" -ge 50 ] || wrong "of 250 processes and more, $(value forks-auto-1ms files) left files"
finish
