#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: one_owner.sh GAUDIT OPTIONS_FOLDER DEPTH PROGRAM ROUNDS: commands that want one result folder at the same time: one gets
# it, the others end with status 1, and nothing of theirs has run. Numbered folders: each gets one. PROGRAM opens sections.
. "$(dirname "$0")/job.sh"
program=$4 rounds=$5
crowd="1 2 3 4 5 6 7 8"
unset GAUDIT_SHARED_RESULT

echo '<job><algorithm type="Empty" name="A"/></job>' >job.xml

# at_once COMMAND...: all of the crowd. Statuses are in status.N, messages in err.N.
at_once() {
    rm -f status.* err.* out.*
    for i in $crowd; do
        {
            "$@" >out."$i" 2>err."$i"
            echo $? >status."$i"
        } &
    done
    wait
}

# one_gets FOLDER COMMAND...
one_gets() {
    folder=$1
    shift
    at_once "$@"
    statuses=$(cat status.* | sort | tr '\n' ' ')
    [ "$statuses" = "0 1 1 1 1 1 1 1 " ] || wrong "$*: statuses $statuses, $(cat err.*)"
    for i in $crowd; do
        [ "$(cat status."$i")" = 0 ] && continue
        grep -qxE "gaudit: '$folder' is (not empty: a result needs a new or an empty folder|in use by another run: .*)" err."$i" ||
            wrong "$*: it says: $(cat err."$i")"
        [ "$(wc -l <err."$i")" = 1 ] || wrong "$*: it also says: $(cat err."$i")"
    done
    [ ! -e "$folder/.gaudit-claim" ] || wrong "$*: the claim stays"
}

one_gets above/run "$gaudit" run -q -n 10 job.xml -o above/run
is above/run/run.json status finished
one_gets above/new/ab "$gaudit" ab job.xml -n 10 --runs 2 -o above/new/ab
[ -f above/new/ab/b/002/run.json ] || wrong "ab: no second pair"
echo '<job><algorithm type="Spin" name="Work"><property name="Iterations" value="1000000"/></algorithm></job>' >spin.xml
one_gets above/accuracy "$gaudit" accuracy spin.xml -n 50 -o above/accuracy
[ -f above/accuracy/50/001/run.json ] || wrong "accuracy: no run"
one_gets above/profile "$gaudit" profile --profiler builtin -q job.xml -n 10 -o above/profile
is above/profile/run.json status finished
[ -f above/profile/collect.json ] || wrong "profile: no collect.json"
one_gets above/collect "$gaudit" collect -q -o above/collect sh -c 'echo ran >>ran'
[ "$(cat ran)" = ran ] || wrong "collect: it ran $(wc -l <ran) times"

# Different commands.
mkfifo fifo started
"$gaudit" collect -q -o mixed sh -c 'echo >started; cat fifo' &
cat started >/dev/null
for command in run profile; do
    "$gaudit" $command -q -n 10 job.xml -o mixed >out 2>err
    [ $? -eq 1 ] || wrong "$command: the folder of another: $(cat err)"
done
echo >fifo
wait

# --- numbered --------------------------------------------------------------------------
# each_gets NAME ENDING: NAME ENDING, NAME.2 ENDING ... are results; they are removed.
each_gets() {
    [ "$(cat status.* | sort -u)" = 0 ] || wrong "$1: $(cat err.*)"
    for n in '' .2 .3 .4 .5 .6 .7 .8; do
        is "$1$n.gaudit/run.json" status finished
    done
    rm -rf "$1".*gaudit
}

round=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    at_once "$gaudit" collect -q true
    each_gets true
done
at_once "$gaudit" profile --profiler builtin -q job.xml -n 10
each_gets job
GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=library/result
export GAUDIT_AUDITORS GAUDIT_RESULT
at_once "$program" solve
for n in '' -2 -3 -4 -5 -6 -7 -8; do
    is "library/result$n/run.json" status finished
done
finish
