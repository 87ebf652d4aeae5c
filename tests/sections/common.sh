# SPDX-License-Identifier: Apache-2.0
# Sourced: scenes of a program that prints "done" and ends with status 7, audited or not. Sets $work, a folder that
# is removed at the end and the working directory.
set -u
failures=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT GAUDIT_SECTION_LEVEL

wrong() {
    echo "WRONG: $*"
    failures=$((failures + 1))
}

# does SCENE [VARIABLE=VALUE...]: $program does it as it should, with $library as its second argument if there is
# one; what it says to standard error is in "err".
does() {
    scene=$1
    shift
    timeout 200 env "$@" "$program" "$scene" ${library:+"$library"} >out 2>err
    status=$?
    [ $status -eq 7 ] && [ "$(cat out)" = "done" ] || wrong "$scene with $*: status $status, $(cat out err)"
}

# says [LINE...]: all that is in err; @ is the folder
says() {
    want=$(printf '%s\n' "$@" | sed "s|@|$work|g")
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

# The last command of a test.
finish() {
    [ $failures -eq 0 ] || {
        echo "$failures failures"
        exit 1
    }
}
