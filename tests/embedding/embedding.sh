# SPDX-License-Identifier: Apache-2.0
# For the tests here: a folder to work in, and what sections were called. Arguments: GAUDIT [PROGRAM].
set -u
program=${2-}
if [ -z "$program" ]; then
    echo "there is no compiler for the program of this test"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi
unset GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() { echo "FAILED: $*"; failed=1; }
finish() { exit $failed; }

# expect STATUS COMMAND...: it ends so; what it prints is in out and err
expect() {
    want_status=$1
    shift
    "$@" >out 2>err
    status=$?
    [ $status = "$want_status" ] || { cat out err; wrong "status $status"; }
}

# calls FILE: "path: calls" of all sections, sorted
calls() {
    sed -n 's/.*"root": "Program", "path": "\([^"]*\)", .*"calls": \([1-9][0-9]*\), .*/\1: \2/p' "$1" |
        grep -v '^Program:' | LC_ALL=C sort
}
