# SPDX-License-Identifier: Apache-2.0
# For the other scripts of this folder, which begin with
#     . "$(dirname "$0")/job.sh"
# and are called as SCRIPT GAUDIT OPTIONS_FOLDER. They work in an empty folder of their own.
set -u
# What is printed does not depend on who runs the tests; widths and letters have tests of their own.
export LC_ALL=C COLUMNS=300
gaudit=$1 options=$2
here=$(cd "$(dirname "$0")" && pwd)
failures=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work" "$work.wrong"' EXIT
cd "$work" || exit 1

# Also in a subshell, such as the end of a pipe, whose variables are lost: a line of a file beside the folder.
wrong() {
    echo "WRONG: $*"
    failures=$((failures + 1))
    echo >>"$work.wrong"
}

# The data beside the project. Without them the test is skipped, where it need not fail.
need_data() {
    GAUDIT_DATA=${GAUDIT_DATA:-$(cd "$options/.." && pwd)/../shared/data}
    export GAUDIT_DATA
    [ -f "$GAUDIT_DATA/README.md" ] && return
    echo "there are no data in '$GAUDIT_DATA' (GAUDIT_DATA)"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
}

# runs ARGUMENT...: must succeed; the output is in "out".
runs() {
    "$gaudit" run "$@" >out 2>&1 || {
        wrong "gaudit run $* ended with $?"
        cat out
    }
}

# quiet FILE: nothing is in it. On a busy machine a worker may have been stopped for 0.1 ms of a loop of 2 ms, which it says.
quiet() {
    sed -i '/^gaudit: warning: .* of the event loop .* are neither event, input, waiting nor merge time$/d' "$1"
    [ ! -s "$1" ]
}

# fails STATUS MESSAGE ARGUMENT...: must end so; @ in MESSAGE is the folder.
fails() {
    want_status=$1 want=$(printf 'gaudit: %s' "$2" | sed "s|@|$work|g")
    shift 2
    "$gaudit" run -q "$@" >out 2>err
    status=$?
    [ $status -eq "$want_status" ] || wrong "gaudit run $*: status $status, not $want_status"
    quiet err
    [ "$(cat err)" = "$want" ] || {
        wrong "gaudit run $*:"
        printf '  %s\n  instead of\n  %s\n' "$(cat err)" "$want"
    }
}

# says TEXT: a line of "out" is that.
says() {
    grep -qxF -- "$1" out || {
        wrong "the output does not say: $1"
        cat out
    }
}

# field FILE KEY: a number or text of a JSON document.
field() {
    sed -n "s/^ *\"$2\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$1"
}

# is FILE KEY VALUE
is() {
    found=$(field "$1" "$2")
    [ "$found" = "$3" ] || wrong "$1: $2 is $found, not $3"
}

# same FOLDER FOLDER FILE...: documents do not differ.
same() {
    one=$1 two=$2
    shift 2
    for file; do
        cmp "$one/$file" "$two/$file" || wrong "$file differs between $one and $two"
    done
}

# --- what is printed -------------------------------------------------------------------

# prints FILE ARGUMENT...: a run that must succeed; its standard output is in FILE, messages in "err".
prints() {
    file=$1
    shift
    "$gaudit" run "$@" >"$file" 2>err || {
        wrong "gaudit run $* ended with $?"
        cat "$file" err
    }
}

# shows VIEW FOLDER [OPTION...]: prints the view, which must succeed.
shows() {
    "$gaudit" report "$@" || wrong "gaudit report $* ended with $?"
}

# Standard input or FILE without what differs from run to run: times, their units, and the widths of columns.
masked() {
    sed -e '/^Time per branch/,/^\[auditors\] is/{
            s/ <\{0,1\}[0-9][0-9.e+-]*/ #/g
            s/^[0-9][0-9.]* %/# %/
            s/ \[[munk]\{0,1\}s\]/ [s]/g
            s/ [munk]\{0,1\}s\([ ,]\)/ s\1/g
            s/clock [a-z]*,/clock C,/
            /^warning:/d
        }' \
        -e 's/ in [0-9.e+-]* s ([0-9.e+-]* events\/s, [0-9]* worker/ in # s (# events\/s, # worker/' \
        -e 's/ workers/ worker/' -e 's/\([^ ]\)  */\1 /g' -e 's/----*/---/g' -e 's/ $//' "$@"
}

# FILE, what a run prints without -v, with the names and the rates of its table of times.
masked_first() {
    awk '
        /^note: / { next }
        /^event loop: / { gsub(/ <?[0-9.]+ %/, " #"); gsub(/ 0,/, " #,"); gsub(/ 0;/, " #;") }
        /^Branch / { in_table = 1 }
        in_table && /^---/ { rules++ }
        rules == 2 { in_table = 0 }
        in_table && !/^---/ { match($0, /^ */); $0 = substr($0, 1, RLENGTH) $1 " " $NF }
        { print }' "$1" | masked
}

# Leaves out the table of workers, which has more rows for more workers.
without_loop_times() {
    sed '/^Loop times/,/^\[auditors\] is/d'
}

# loop_times FILE: first words of the rows of that table.
loop_times() {
    sed -n '/^Loop times/,/^\[auditors\] is/s/^ *\([0-9]\{1,\}\|all\)  .*/\1/p' "$1" | tr '\n' ' '
}

# expected NAME: compares standard input with NAME.expected beside the scripts.
expected() {
    cat >found
    diff -u "$here/$1.expected" found || wrong "the output is not $1.expected"
}

# closes FILE: the closing line of the table of times.
closes() {
    grep -q '^100\.0 % of [0-9.e+-]* [mun]\{0,1\}s in [0-9]* events*, [0-9]* workers*$' "$1" || {
        wrong "the times do not add up to 100.0 %"
        cat "$1"
    }
}

finish() {
    [ -e "$work.wrong" ] || exit 0
    echo "$(wc -l <"$work.wrong") wrong"
    exit 1
}
