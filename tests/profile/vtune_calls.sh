# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# For tests of gaudit profile under a fake VTune: sourced after ../job/job.sh.
# shellcheck disable=SC2154 # variables of job.sh
mkdir vtune amplxe none
ln -s "$here/fake_vtune.sh" vtune/vtune
ln -s "$here/fake_vtune.sh" amplxe/amplxe-cl
FAKE_LOG=$work/log
export FAKE_LOG FAKE_RELEASE FAKE_TROUBLE
FAKE_TROUBLE=''
vtune=$work/vtune/vtune

# use FOLDER RELEASE: the PATH of gaudit.
use() {
    path=$1:$PATH FAKE_RELEASE=$2
}

# job FILE LINE...: a job with these lines.
job() {
    file=$1
    shift
    printf '%s\n' '<job>' '<input type="GeneratorInput"><property name="Events" value="20"/></input>' \
        "$@" '<algorithm type="Empty" name="A"/>' '</job>' >"$file"
}
job job.xml

# profiled STATUS ARGUMENT...: ends so; standard output and messages are in "out" and "err", the words
# given to VTune in "log".
profiled() {
    want_status=$1
    shift
    : >log
    env PATH="$path" "$gaudit" profile "$@" >out 2>all
    status=$?
    # The fake has no collector.
    grep -v '^gaudit: IttAuditor: no collector: ' all >err
    [ $status -eq "$want_status" ] || {
        wrong "gaudit profile $*: status $status, not $want_status"
        cat out err
    }
}

# asked WORD...: these words are the next call in "log"; "@" is the path of gaudit.
asked() {
    printf '%s\n' "$@" | sed "s|^@\$|$gaudit|" >want
    sed '/^$/q' log | sed '$d' >found
    sed '1,/^$/d' log >rest
    mv rest log
    diff -u want found || wrong "VTune was called so"
}

# complains TEXT: the only message; @ is the folder.
complains() {
    [ "$(cat err)" = "$(printf 'gaudit%s' "$1" | sed "s|@|$work|g")" ] || wrong "it said: $(cat err), not: $1"
}

# lists FOLDER NAME...
lists() {
    folder=$1
    shift
    [ "$(ls -A "$folder" | tr '\n' ' ')" = "$(printf '%s ' "$@")" ] ||
        wrong "$folder has $(ls -A "$folder" | tr '\n' ' ')"
}

# With no auditor in the file, this is what VTune gets.
new='-collect hotspots -knob sampling-mode=sw -knob sampling-interval=10 -start-paused -return-app-exitcode -no-summary -result-dir'
# shellcheck disable=SC2086 # words
asked_new() { asked $new "$@"; }
reported() { asked -report hotspots -result-dir "$1" -group-by task,function -limit 50 -quiet; }
