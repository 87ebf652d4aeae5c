#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: help.sh GAUDIT SOURCE_DIR: what 'gaudit' prints alone, topics and man pages: short, and true of the commands,
# their options and the pages of doc/.
set -u
gaudit=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset GAUDIT_MODULE_PATH
failed=0
fail() { echo "$*"; failed=1; }

"$gaudit" help >"$work/list" 2>"$work/err" || fail "help: status $?"
commands=$(sed -n '/^commands:/,/^$/s/^  \([a-z]*\)  *.*/\1/p' "$work/list")
topics=$(sed -n '/^topics:/,/^$/s/^  \([a-z]*\)  *.*/\1/p' "$work/list")
[ "$(echo "$commands" | wc -l)" -gt 15 ] || fail "few commands: $commands"
[ "$(echo "$topics" | wc -l)" -ge 5 ] || fail "few topics: $topics"
for command in $commands; do
    "$gaudit" help "$command" >"$work/help-$command" 2>&1 || fail "help $command"
done

# true_commands FILE: its commands and their options exist. One ends at its program, or the next one.
true_commands() {
    grep -oE "\bgaudit [a-z]+[^;']*" "$1" | sed 's/  .*//; s/ -- .*//' >"$work/typed"
    while read -r _ command rest; do
        [ -e "$work/help-$command" ] || fail "$1: there is no command $command"
        for word in $rest; do
            case $word in -[a-z] | --?*) grep -qE "^ +(-., )?.*$word([ ,[]|\$)" "$work/help-$command" || fail "$1: $command has no $word" ;; esac
        done
    done <"$work/typed"
}

# Alone, it is used wrongly, and says what to type.
"$gaudit" >"$work/out" 2>"$work/tasks"
[ $? = 1 ] || fail "gaudit alone: another status"
[ ! -s "$work/out" ] || fail "gaudit alone: $(cat "$work/out")"
[ "$(head -n 1 "$work/tasks")" = "gaudit: a command is missing:" ] || fail "alone: $(head -n 1 "$work/tasks")"
[ "$(wc -l <"$work/tasks")" -le 13 ] || fail "alone: more than a dozen tasks"
true_commands "$work/tasks"
[ "$(wc -l <"$work/typed")" -ge 12 ] || fail "alone: few commands: $(cat "$work/typed")"
for command in run profile report ab compare gate help; do
    grep -q "^_* *gaudit $command\b" "$work/typed" || fail "alone: nothing on $command"
done

for topic in $topics; do
    "$gaudit" help "$topic" >"$work/topic-$topic" 2>"$work/err" || fail "help $topic: status $?"
    [ ! -s "$work/err" ] || fail "help $topic: $(cat "$work/err")"
    [ "$(wc -l <"$work/topic-$topic")" -le 20 ] || fail "help $topic: more than 20 lines"
    true_commands "$work/topic-$topic"
    page=$(sed -n '$s/^More: \([^#]*\).*/\1/p' "$work/topic-$topic")
    [ -f "$source/$page" ] || fail "help $topic: no page '$page'"
done
awk 'length > 80 { print FILENAME ": " $0 }' "$work/list" "$work/tasks" "$work"/topic-* >"$work/wide"
[ ! -s "$work/wide" ] || fail "$(cat "$work/wide")"

# same_words TOPIC HEADING PATTERN: the topic has the words of the first column of the page, and no others.
same_words() {
    awk -v wanted="## $2" '/^##/ { on = $0 == wanted } on' "$source/doc/reference/command.md" | sed -n 's/^| \([^|]*\)|.*/\1/p' |
        grep -oE "$3" | sort >"$work/page"
    sed -n 's/^  \(.*\)/\1/p' "$work/topic-$1" | grep -oE "^$3" | sort >"$work/words"
    [ -s "$work/page" ] || fail "the page has no words for $1"
    cmp -s "$work/page" "$work/words" || fail "$1: $(diff "$work/page" "$work/words")"
}
same_words environment Environment '(GAUDIT_[A-Z_]+|NO_COLOR)'
same_words status 'Exit statuses' '(128 \+ N|[0-9])'

# wrong MESSAGE ARGUMENT...: status 1, nothing but the message.
wrong() {
    message=$1
    shift
    "$gaudit" "$@" >"$work/out" 2>"$work/err"
    status=$?
    { [ $status = 1 ] && [ ! -s "$work/out" ] && [ "$(cat "$work/err")" = "$message" ]; } ||
        fail "gaudit $*: status $status, $(cat "$work/out" "$work/err")"
}
wrong "gaudit: there is no command or topic 'sectoins'; did you mean 'sections'? (see 'gaudit help')" help sectoins
wrong "gaudit: there is no command or topic 'reprot'; did you mean 'report'? (see 'gaudit help')" help reprot
wrong "gaudit: there is no command or topic 'xyzzy' (see 'gaudit help')" help xyzzy
wrong "gaudit: there is no command 'settings' (see 'gaudit help')" help --man settings
grep -q complete "$work/list" && fail "help lists what only shells use"

# Man pages have all options of the help. Requests are known, so that no line of text is taken for one.
mkdir "$work/man"
"$source/tools/man_pages.sh" "$gaudit" "$work/man" >"$work/out" 2>&1 || fail "man pages: $(cat "$work/out")"
[ "$(find "$work/man" -name '*.1' | wc -l)" = $(($(echo "$commands" | wc -l) + 1)) ] || fail "man pages: $(ls "$work/man")"
for command in $commands; do
    page=$work/man/gaudit-$command.1
    grep -q "^\.TH \"gaudit-$command\" 1 " "$page" || fail "$page: no title"
    grep -oE '^  (-., |    )--[a-z0-9-]+' "$work/help-$command" | grep -oE -e '--[a-z0-9-]+' | sed 's/^--//; s/-/\\-/g' |
        while read -r option; do
            grep -qF '\fB\-\-\fR\fB'"$option"'\fR' "$page" || echo "$page: without $option"
        done >"$work/missing"
    [ ! -s "$work/missing" ] || fail "$(cat "$work/missing")"
    grep -qF "gaudit\\-$command" "$work/man/gaudit.1" || fail "gaudit.1: nothing on $command"
done
for page in "$work"/man/*.1; do
    grep -E "^['.]" "$page" | grep -vE '^\.(TH|SH|SS|BR|TP|PP|nf|fi)( |$)' >"$work/requests" && fail "$page: $(cat "$work/requests")"
    [ "$(grep -c '^\.nf$' "$page")" = "$(grep -c '^\.fi$' "$page")" ] || fail "$page: .nf without .fi"
    if command -v groff >/dev/null; then
        groff -man -ww -z -Tutf8 "$page" >"$work/out" 2>&1
        [ ! -s "$work/out" ] || fail "$page: $(cat "$work/out")"
    fi
done
grep -qF "\\&'gaudit collect' and" "$work/man/gaudit.1" || fail "a line that begins with a quote is taken for a request"
for topic in $topics; do
    grep -q "^\.SH $topic\$" "$work/man/gaudit.1" || fail "gaudit.1: nothing on $topic"
done
grep -q 'hotspots' "$work/man/gaudit-report.1" || fail "gaudit-report.1: no views"
exit $failed
