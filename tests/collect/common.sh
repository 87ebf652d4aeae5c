# SPDX-License-Identifier: Apache-2.0
# For the other scripts of this folder, which begin with
#     . "$(dirname "$0")/common.sh"
# and are called as SCRIPT GAUDIT OPTIONS_FOLDER COLLECTOR, the collector being a stand-in.
. "$(dirname "$0")/../job/job.sh"
collector=$3

# The collector is looked for beside libgaudit: a folder of links stands in for an installation.
lib=$(dirname "$gaudit")/../lib
mkdir lib
for file in "$lib"/libgaudit.so* "$lib"/gaudit; do
    ln -s "$file" lib/
done
ln -s "$collector" lib/libgaudit-collector.so
LD_LIBRARY_PATH=$work/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
FAKE_TROUBLE=''
export LD_LIBRARY_PATH FAKE_TROUBLE
unset GAUDIT_SHARED_RESULT

# Programs are not sanitized, but gaudit may be: then it wants no other libraries before its own, and leaves no cores.
sanitized=$(grep -qE "__[at]san_init" "$gaudit" && echo yes)

# collected STATUS ARGUMENT...: ends so; standard output and messages are in "out" and "err".
collected() {
    want_status=$1
    shift
    "$gaudit" collect "$@" >out 2>err
    status=$?
    [ $status -eq "$want_status" ] || {
        wrong "gaudit collect $*: status $status, not $want_status"
        cat out err
    }
}

# complains TEXT: a line of the messages; @ is the folder.
complains() {
    grep -qxF -- "$(printf '%s' "$1" | sed "s|@|$work|g")" err || wrong "it said: $(cat err), not: $1"
}

# only TEXT: the only line.
only() {
    complains "$1"
    [ "$(wc -l <err)" = 1 ] || wrong "it also said: $(cat err)"
}

# lists FOLDER NAME...
lists() {
    folder=$1
    shift
    [ "$(ls -A "$folder" | tr '\n' ' ')" = "$(printf '%s ' "$@")" ] || wrong "$folder has $(ls -A "$folder" | tr '\n' ' ')"
}

# has FILE KEY VALUE: a line '"KEY": VALUE' of a document.
has() {
    grep -qE "^ *\"$2\": $3,?\$" "$1" || wrong "$1: not $2 $3, but: $(grep "\"$2\"" "$1" | cut -c 1-200)"
}

# waits COMMAND...: until it succeeds. What takes 300 s hangs.
waits() {
    give_up=$(($(date +%s) + 300))
    until "$@" 2>/dev/null; do
        [ "$(date +%s)" -lt $give_up ] || {
            wrong "waited in vain for: $*"
            return
        }
        sleep 0.01
    done
}

# rounds_of SECONDS: how often the loop of a shell must go round to take as much CPU time on this machine, or up to twice.
rounds_of() {
    rounds=1000
    # shellcheck disable=SC2016 # for the other shell
    until sh -c 'i=0; while [ $i -lt $1 ]; do i=$((i + 1)); done; times' sh $rounds |
        awk -v least="$1" 'NR == 1 { split($1, user, /[ms]/); exit !(user[1] * 60 + user[2] >= least) }'; do
        rounds=$((rounds * 2))
    done
    echo $rounds
}
