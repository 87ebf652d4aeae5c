# SPDX-License-Identifier: Apache-2.0
# For the other scripts of this folder, which begin with
#     . "$(dirname "$0")/job.sh"
# and are called as SCRIPT GAUDIT OPTIONS_FOLDER. They work in an empty folder of their own.
set -u
gaudit=$1 options=$2
failures=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

wrong() {
    echo "WRONG: $*"
    failures=$((failures + 1))
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

# fails STATUS MESSAGE ARGUMENT...: must end so; @ in MESSAGE is the folder.
fails() {
    want_status=$1 want=$(printf 'gaudit: %s' "$2" | sed "s|@|$work|g")
    shift 2
    "$gaudit" run -q "$@" >out 2>err
    status=$?
    [ $status -eq "$want_status" ] || wrong "gaudit run $*: status $status, not $want_status"
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

finish() {
    [ $failures -eq 0 ] || echo "$failures wrong"
    exit $((failures > 0))
}
