#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: colour.sh GAUDIT OPTIONS DEPTH EVENT_PROGRAM: which tables have colour, and that it adds nothing but sequences.
. "$(dirname "$0")/job.sh"
program=$4
recorded=$here/../screens/recorded
unset NO_COLOR GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT
TERM=xterm
export TERM
esc=$(printf '\033')

stripped() {
    sed "s/$esc\[[0-9]*m//g" "$@"
}

has_colour() {
    grep -q "^$esc\[1m.*$esc\[0m" "$1" || wrong "$2: no heading in colour: $(cat -v "$1")"
}

has_none() {
    if grep -q "$esc" "$1"; then wrong "$2: has colour: $(cat -v "$1")"; fi
}

# A pipe: only with always, whatever the environment says; a result is the same without the sequences.
"$gaudit" run "$options/quickstart.xml" -q -n 20 --time -o result || wrong "status $?"
# in_pipe COMMAND...
in_pipe() {
    "$gaudit" "$@" >plain || wrong "gaudit $*: status $?"
    has_none plain "gaudit $*"
    "$gaudit" "$@" --color never >none || wrong "gaudit $* --color never: status $?"
    cmp -s plain none || wrong "gaudit $*: auto is not never in a pipe"
    NO_COLOR=1 TERM=dumb "$gaudit" "$@" --color always >colour || wrong "gaudit $* --color always: status $?"
    has_colour colour "gaudit $* --color always"
    stripped colour | diff plain - || wrong "gaudit $*: colour changes the text"
}
in_pipe report timing result
COLUMNS=80 in_pipe report timing result
in_pipe report timing result --validate
grep -q "  $esc\[32mok$esc\[0m" colour || wrong "a check that passes is not green: $(cat -v colour)"
in_pipe list
in_pipe describe TimerAuditor
in_pipe compare "$recorded/a" "$recorded/b"
grep -q "^FastTracking .*$esc\[31msignificant$esc\[0m" colour || wrong "what is slower is not red: $(cat -v colour)"
grep -q "^VertexFit .*  not significant" colour || wrong "what is not significant has colour: $(cat -v colour)"
in_pipe compare "$recorded/b" "$recorded/a"
grep -q "^FastTracking .*$esc\[32msignificant$esc\[0m" colour || wrong "what is faster is not green: $(cat -v colour)"
"$gaudit" gate "$recorded/a" "$recorded/b" --color always >colour
grep -q "^$esc\[31mFAILED:$esc\[0m FastTracking" colour || wrong "a failure is not red: $(cat -v colour)"
grep -q "^FastTracking .*$esc\[31mFAILED$esc\[0m" colour || wrong "a row that fails is not red: $(cat -v colour)"

# Runs print other times each time.
for arguments in '' -v; do
    # shellcheck disable=SC2086 # no argument, or one
    "$gaudit" run "$options/quickstart.xml" -n 20 --time $arguments --color always >colour 2>err || wrong "status $?"
    has_colour colour "gaudit run $arguments --color always"
    # shellcheck disable=SC2086
    "$gaudit" run "$options/quickstart.xml" -n 20 --time $arguments >plain 2>err || wrong "status $?"
    has_none plain "gaudit run $arguments"
done

# Files, and formats for documents and programs.
"$gaudit" report timing result --color always -O file || wrong "report -O: status $?"
has_none file 'report -O'
for format in csv json markdown latex; do
    "$gaudit" report timing result --color always -f $format >out || wrong "report -f $format: status $?"
    has_none out "report -f $format"
done
"$gaudit" report timing result --color red >out 2>err && wrong "there is no colour 'red'"
grep -qxF "gaudit report: --color takes auto, always or never, not 'red' (see 'gaudit help report')" err ||
    wrong "--color red: $(cat err)"

# A terminal: that of the command, and of a program with sections.
if ! command -v script >/dev/null; then
    echo "script (of util-linux) is not installed"
    [ $failures -eq 0 ] && [ -z "${GAUDIT_REQUIRE_DATA:-}" ] && exit 77
    exit 1
fi
on_terminal() {
    script -q -e -c "$1" /dev/null </dev/null | tr -d '\r' >seen
}
for command in "'$gaudit' report timing result" "'$gaudit' run '$options/quickstart.xml' -n 20 --progress off" \
    "GAUDIT_AUDITORS=CountAuditor '$program' events"; do
    on_terminal "$command"
    has_colour seen "$command"
    on_terminal "NO_COLOR=1 $command"
    has_none seen "NO_COLOR=1 $command"
    on_terminal "TERM=dumb $command"
    has_none seen "TERM=dumb $command"
done
on_terminal "'$gaudit' report timing result --color never"
has_none seen 'report --color never'
finish
