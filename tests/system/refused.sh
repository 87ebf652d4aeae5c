#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: refused.sh GAUDIT OPTIONS COLLECTOR REFUSED: a program that a seccomp filter refuses threads or files does what
# it does without the collector, and one line of gaudit collect says what is missing.
. "$(dirname "$0")/../collect/common.sh"
. "$(dirname "$0")/cpu_time_sums.sh"
refused=$4

# same SCENE CLOCK: prints and ends as it does alone. Messages are in "err".
same() {
    rm -rf own folder
    "$refused" "$1" >plain 2>&1
    [ $? = 5 ] || wrong "$1 alone: $(cat plain)"
    rm -rf own folder
    collected 5 -o "$1-$2" --clock "$2" "$refused" "$1"
    cmp -s out plain || wrong "$1-$2: it printed $(cat out), not $(cat plain)"
}
# unrecorded FOLDER: one process is missing, which is said in one line and in the report.
unrecorded() {
    has "$1/collect.json" processes_unrecorded 1
    complains 'gaudit: warning: 1 process was not recorded: the kernel refused a thread or a file, as under a seccomp filter'
    "$gaudit" report summary "$1" >view 2>&1 || wrong "$1: status $?"
    grep -q '1 process was not recorded' view || wrong "$1: $(cat view)"
}
# says_nothing_is_recorded FOLDER: by the collector, for each process, and in one line.
says_nothing_is_recorded() {
    grep -qx "gaudit-collector: cannot write '$work/$1/samples.gtr': Operation not permitted; nothing is recorded" err ||
        wrong "$1: the collector does not say what is refused: $(cat err)"
    grep -v '^gaudit-collector: ' err >of_gaudit
    line="gaudit: no samples in '$1': the collector did not start, could not write its file, or the program is still running in the background"
    [ "$(cat of_gaudit)" = "$line" ] || wrong "$1: it said: $(cat of_gaudit)"
    lists "$1" collect.json run.json
    has "$1/collect.json" files 0
}

for clock in auto timer; do
    same threads $clock
    unrecorded threads-$clock

    same child $clock
    unrecorded child-$clock
    [ "$(value child-$clock files_ended)" = 1 ] && [ "$(value child-$clock samples)" -gt 0 ] ||
        wrong "child-$clock: the parent is not recorded: $(sums_of child-$clock)"

    for scene in files exec; do
        same $scene $clock
        says_nothing_is_recorded $scene-$clock
    done
done
grep -q '^a file: Operation not permitted$' plain && grep -q '^a folder: Operation not permitted$' plain ||
    wrong "nothing was refused: $(cat plain)"
finish
