#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# usage: run.sh [-t TREE] [-n NAMES] LIST...: puts the mistakes of the lists into a copy of the sources,
#            one at a time, and prints which tests notice them. -t: the copy, kept for the next run;
#            otherwise in a temporary folder. -n: only mistakes whose names match this expression.
#        run.sh --check LIST...: only sees that the text of every mistake stands once in its file.
#
# A list has entries like this one. A text is one or more whole lines; none makes "put" remove them.
#   === dropped lock
#   file: collector/writer/trace_output.c
#   tests: ^collector\.
#   --- find
#       gau_lock(&trace);
#   --- put
#   === the next one
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every entry becomes a folder in $work/entries: name, file, tests, find, put.
split_lists() {
    mkdir "$work/entries"
    awk -v top="$work/entries" '
        function start() { close(part); part = "" }
        /^=== / {
            start()
            folder = sprintf("%s/%05d", top, ++count)
            system("mkdir " folder " && touch " folder "/find " folder "/put")
            print substr($0, 5) >(folder "/name")
            close(folder "/name")
            next
        }
        /^(file|tests): / && !part {
            key = $0; sub(/:.*/, "", key)
            value = $0; sub(/^[a-z]*: */, "", value)
            print value >(folder "/" key)
            close(folder "/" key)
            next
        }
        /^--- (find|put)$/ { start(); part = folder "/" $2; next }
        part { print >part }' "$@"
}

# occurrences FILE TEXT_FILE: how often the text stands in the file, as whole lines.
occurrences() {
    perl -e 'local $/; open F, "<", $ARGV[0] or die; open T, "<", $ARGV[1] or die; $f = "\n" . <F>; $t = <T>;
             print length $t ? scalar(() = $f =~ /(?<=\n)\Q$t\E/g) : 0' "$1" "$2" 2>/dev/null || echo 0
}

check() { # DIRECTORY: says what is wrong with an entry
    local file count
    file=$root/$(cat "$1/file" 2>/dev/null)
    [ -s "$1/tests" ] || { echo "$(cat "$1/name"): no tests are named"; return 1; }
    [ -f "$file" ] || { echo "$(cat "$1/name"): there is no ${file#"$root"/}"; return 1; }
    count=$(occurrences "$file" "$1/find")
    [ "$count" = 1 ] || { echo "$(cat "$1/name"): the text stands $count times in ${file#"$root"/}"; return 1; }
    ! cmp -s "$1/find" "$1/put" || { echo "$(cat "$1/name"): changes nothing"; return 1; }
}

# Copies what differs, so that a kept tree is built by what has changed alone.
copy_sources() {
    mkdir -p "$tree"
    (cd "$root" && tests/checks/files.sh . | while read -r file; do
        [ -f "$file" ] && ! cmp -s "$file" "$tree/$file" && printf '%s\n' "$file"
    done | tar -cf - -T - | tar -xmf - -C "$tree") # -m: newer than what was built of it
}

build_of() { # EXPRESSION: the targets that the tests need
    ninja -C "$build" -t targets all >"$work/targets" 2>/dev/null
    find "$build" -name CTestTestfile.cmake -exec cat {} + |
        sed -En 's/^(add_test|set_tests_properties)\(\[?=*\[?([^] ]*)\]?=*\]? /\2 /p' |
        awk -v expression="$1" '$1 ~ expression' >"$work/tests"
    {
        grep -oE "$build/[^\"; :]+" "$work/tests" | sed "s|^$build/||"
        ! grep -qF "$build/bin/gaudit\"" "$work/tests" || sed -n 's/: C_MODULE_LIBRARY_LINKER.*//p' "$work/targets"
    } | LC_ALL=C sort -u >"$work/named"
    sed 's/: .*//' "$work/targets" | sed "s|^$build/||" | LC_ALL=C sort -u | LC_ALL=C comm -12 - "$work/named"
}

# test_by EXPRESSION SECONDS: builds and tests; prints "unbuilt", "nothing", or the tests that failed.
test_by() {
    local targets status
    mapfile -t targets < <(build_of "${1//\\/\\\\}")
    [ ${#targets[@]} = 0 ] || ninja -C "$build" "${targets[@]}" >"$work/log" 2>&1 || { echo unbuilt; return; }
    (cd "$tree" && timeout -k 10 "$2" ctest --preset dev -j 1 --stop-on-failure -R "$1") >"$work/log" 2>&1
    status=$?
    [ $status != 0 ] || return
    [ $status != 124 ] || { echo "a test that does not end"; return; }
    grep -q '^No tests were found' "$work/log" && { echo nothing; return; }
    sed -n '/^The following tests FAILED/,$ s/^[[:space:]]*[0-9]* - \([^ ]*\) .*/\1/p' "$work/log" | tr '\n' ' '
}

# Tests that fail without a mistake notice none. "$seconds" is how long they may take with one.
sound() { # EXPRESSION
    local key begin
    key=$work/sound-$(printf '%s' "$1" | cksum | tr -d ' ')
    if ! [ -e "$key" ]; then
        begin=$SECONDS
        test_by "$1" 3600 >"$key"
        echo $((60 + 10 * (SECONDS - begin))) >"$key-seconds"
    fi
    seconds=$(cat "$key-seconds")
    [ -s "$key" ] || return 0
    case $(cat "$key") in
        nothing) echo "no test matches $1" ;;
        unbuilt) echo "does not build without the mistake"; cat "$work/log" ;;
        *) echo "fails without the mistake: $(cat "$key")" ;;
    esac
    return 1
}

try() { # DIRECTORY: one mistake
    local file tests failed seconds
    file=$(cat "$1/file") tests=$(cat "$1/tests")
    [ "$(occurrences "$tree/$file" "$1/find")" = 1 ] || { echo "text not found"; return 1; }
    sound "$tests" || return 1
    perl -e 'local $/; sub text { open my $f, "<", $_[0] or die; return <$f> // "" }
             ($f, $t, $p) = map { text($_) } @ARGV; $f = "\n$f"; $f =~ s/(?<=\n)\Q$t\E/$p/; print substr $f, 1' \
        "$tree/$file" "$1/find" "$1/put" >"$work/mistaken"
    cp "$tree/$file" "$work/right"
    cp "$work/mistaken" "$tree/$file"
    failed=$(test_by "$tests" "$seconds")
    cp "$work/right" "$tree/$file"
    case $failed in
        unbuilt) echo "does not build"; return 1 ;;
        "") echo "NOT NOTICED, $tests"; return 1 ;;
        *) echo "noticed by $failed" ;;
    esac
}

tree=$work/tree names=. only_check=
while [ $# -gt 0 ]; do
    case $1 in
        -t) mkdir -p "$2" && tree=$(cd "$2" && pwd) && shift 2 ;;
        -n) names=$2; shift 2 ;;
        --check) only_check=1; shift ;;
        *) break ;;
    esac
done
[ $# -gt 0 ] || { sed -n '3,7s/^# //p' "$0"; exit 2; }
for list; do [ -s "$list" ] || { echo "run.sh: there is no list $list"; exit 2; }; done
split_lists "$@"

if [ "$only_check" ]; then
    wrong=0
    for entry in "$work"/entries/*; do check "$entry" || wrong=1; done
    exit $wrong
fi

build=$tree/build/dev
copy_sources
(cd "$tree" && cmake --preset dev) >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
noticed=0 tried=0
for entry in "$work"/entries/*; do
    grep -qE -- "$names" "$entry/name" || continue
    tried=$((tried + 1))
    said=$(try "$entry") && noticed=$((noticed + 1))
    printf '%s: %s\n' "$(cat "$entry/name")" "$said"
done
echo "$noticed of $tried noticed"
[ $tried -gt 0 ] && [ $noticed = $tried ]
