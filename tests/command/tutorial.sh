#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: tutorial.sh PAGE CMAKE BUILD_FOLDER: runs the commands of doc/tutorial.md in their order and in one shell, with
# this build instead of the one that the page makes. Checks what each step is to find out, and that the headings of the
# tables in the page are printed. KEEP_OUTPUT=DIR copies the output of the steps to DIR.
set -eu
export LC_ALL=C COLUMNS=200 # the page shows tables of that width in part
page=$1 cmake=$2 build=$3
for tool in cc pkg-config; do
    command -v $tool >/dev/null || { echo "there is no $tool"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
wrong() { echo "wrong: $*"; failed=1; }

# Shell code is run, with the output of step N in N.out. Other code is written to the file that the line before it
# names last, in backquotes. What is no code is output that the page shows, and goes to N.shown.
mkdir "$work/job" "$work/out"
awk -v work="$work" '
    /^## / { step = $2 + 0; if (step) print "exec >" work "/out/" step ".out 2>&1" >(work "/commands.sh") }
    /^```/ && on { on = ""; next }
    /^```sh$/ { on = work "/commands.sh"; next }
    /^```[a-z]/ { n = split(before, words, "`"); on = work "/job/" words[n - 1]; next }
    /^```/ { on = work "/out/" step ".shown"; next }
    on { print >on }
    !on && NF { before = $0 }' "$page"
for part in '^\./setup.sh$' 'cmake --install build/release'; do
    grep -q -e "$part" "$work/commands.sh" || wrong "the page has no '$part'"
done
sed -i "/^\.\/setup.sh\$/d; s|cmake --install build/release|'$cmake' --install '$build'|" "$work/commands.sh"

status=0
(cd "$work/job" && HOME=$work sh -e "$work/commands.sh") || status=$?
if [ $status -ne 0 ]; then
    wrong "the commands end with $status"
    tail -n 5 "$work"/out/*.out
fi

# finds STEP PATTERN: a line of the output of that step
finds() {
    grep -qE -e "$2" "$work/out/$1.out" 2>/dev/null || wrong "step $1 prints no '$2'"
}

finds 1 '^gaudit [0-9]'
finds 3 '^job.xml: nothing wrong$'
finds 3 '^MaxDistance  '
finds 3 '^ *algorithm CloseHits$'
[ "$(awk '/^Selection /' "$work/out/4.out" | awk 'NR == 1 { print $3 }')" = CloseHits ] || wrong "step 4: another branch"
finds 5 'CloseHits'
finds 6 '  CloseHits$'
finds 6 ' hypot$'
finds 7 ' <- count_pairs$'
finds 7 '^[0-9].* if [(]distance[(]'
finds 8 '  CloseHits$'
finds 9 '^CloseHits  .* significant$'
finds 10 '^passed: '
finds 10 '^CloseHits  .* FAILED$'
finds 10 '^status 6$'
finds 11 '^ECalBarrel  '
finds 11 '^\[unaccounted\]  '
for file in k4bench_events.json k4bench_regions.json; do
    [ -s "$work/job/showers/$file" ] || wrong "step 11 writes no $file"
done
grep -q '<failure' "$work/job/gate.xml" || wrong "gate.xml has no failure"

# The line above a rule has the headings, with two blanks or more between them. Units are those that suit the machine.
units() { sed 's/\[[num]s\]/[s]/g' "$1"; }
for shown in "$work"/out/*.shown; do
    step=$(basename "$shown" .shown)
    units "$work/out/$step.out" >"$work/printed"
    units "$shown" | awk '/^---/ && before !~ /[0-9][.][0-9]/ { print before } { before = $0 }' |
        sed 's/^ *//; s/ *[.][.][.]$//; s/   */\n/g' | sort -u | while read -r heading; do
        grep -qF -e "$heading" "$work/printed" || echo "step $step has no heading '$heading'"
    done
done >"$work/headings"
[ ! -s "$work/headings" ] || wrong "$(cat "$work/headings")"

# The tree of the job and the source lines have no times: they are printed as the page shows them.
grep -vxFf "$work/out/3.out" "$work/out/3.shown" >"$work/other" || true
sed -n '/^Lines of/,$s/ *[.][.][.]$//; /^Lines of/,$p' "$work/out/7.shown" | grep -oE ' [0-9]+  +[a-z{}].*' | sort -u >"$work/source"
[ "$(wc -l <"$work/source")" -gt 5 ] || wrong "step 7 shows few source lines"
while read -r line; do
    grep -qF -e "$line" "$work/out/7.out" || echo "$line"
done <"$work/source" >>"$work/other"
[ ! -s "$work/other" ] || wrong "not printed as the page shows it: $(cat "$work/other")"
[ -z "${KEEP_OUTPUT:-}" ] || cp -r "$work/out" "$KEEP_OUTPUT"
exit $failed
