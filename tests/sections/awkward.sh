#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: awkward.sh PROGRAM LIBRARY: what awkward.c does is the same whether it is audited or not.
set -u
program=$1 library=$2
failures=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset GAUDIT_AUDIT GAUDIT_OPTIONS GAUDIT_OUTPUT GAUDIT_LEVEL

wrong() {
    echo "WRONG: $*"
    failures=$((failures + 1))
}

# does SCENE [VARIABLE=VALUE...]: as it should; what it says to standard error is in "err".
does() {
    scene=$1
    shift
    timeout 100 env "$@" "$program" "$scene" "$library" >out 2>err
    status=$?
    [ $status -eq 7 ] && [ "$(cat out)" = "done" ] || wrong "$scene with $*: status $status, $(cat out err)"
}

# says [LINE...]: all that is in err
says() {
    want=$(printf '%s\n' "$@")
    [ "$(cat err)" = "$want" ] || wrong "$scene says
$(cat err)
  instead of
$want"
}

# calls FOLDER PATH NUMBER
calls() {
    found=$(sed -n 's/.*"root": "Program", "path": "'"$2"'", .*"calls": \([0-9]*\), .*/\1/p' "$1/timer.json" | head -n 1)
    [ "$found" = "$3" ] || wrong "$scene: '$2' in $1 has '$found' calls, not $3"
}

for scene in load load_small signals file work; do
    does $scene
    says ""
done

# --- a library that opens sections while it is loaded ----------------------------------
does load GAUDIT_AUDIT=TimerAuditor GAUDIT_OUTPUT=load
says ""
calls load construct 3
calls load work 1
does load_small GAUDIT_AUDIT=TimerAuditor GAUDIT_OUTPUT=small
says ""
calls small work 1

# --- signals ---------------------------------------------------------------------------
for i in 1 2 3 4 5; do
    does signals GAUDIT_AUDIT=TimerAuditor GAUDIT_OUTPUT=signals$i
    says ""
done

[ $failures -eq 0 ] || { echo "$failures failures"; exit 1; }
