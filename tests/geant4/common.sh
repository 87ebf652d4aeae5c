# SPDX-License-Identifier: Apache-2.0
# Sourced, with the program as argument: runs it with an auditor that prints its hooks. Status 77: there is no
# program.
set -u
program=${1-}
if [ -z "$program" ]; then
    echo "there is no compiler for the program of this test"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi
unset GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
wrong() { echo "WRONG: $*"; failed=1; }

# found: the output of the program, event by event; first what is in none.
found() {
    GAUDIT_AUDITORS=HookPrinter "$program" >"$work/out" 2>"$work/err" || wrong "status $?: $(cat "$work/err")"
    [ ! -s "$work/err" ] || wrong "it says $(cat "$work/err")"
    LC_ALL=C sort -s -n -k 1,1 "$work/out"
}

# scene NAME: the script in file "script" makes the output on standard input.
scene() {
    found <"$work/script" >"$work/found"
    diff - "$work/found" >"$work/diff" || wrong "$1: $(cat "$work/diff")"
}
