#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: libraries.sh GAUDIT OPTIONS_FOLDER LIBXML2 LIBDW: which commands load these libraries, by the messages of the
# loader, and what is said without libxml2. Without libdw: tests/symbols/test_no_elfutils.c.
set -u
gaudit=$1 options=$2 xml=$3 dw=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
wrong() { echo "wrong: $*"; failed=1; }

# loaded ARGUMENT...: the names of both, as far as the command loads them.
loaded() {
    rm -f files.*
    LD_DEBUG=files LD_DEBUG_OUTPUT=files "$gaudit" "$@" >out 2>&1 || wrong "gaudit $* ends with $?: $(cat out)"
    cat files.* | sed -n "s/.*file=\($xml\|$dw\) .*/\1/p" | sort -u | tr '\n' ' '
}

# needs LIBRARIES ARGUMENT...
needs() {
    want=$1
    shift
    found=$(loaded "$@")
    [ "$found" = "$want" ] || wrong "gaudit $* loads '$found', not '$want'"
}

needs "$xml " run -q -n 1 -o result "$options/quickstart.xml"
needs "$xml " check "$options/quickstart.xml"
for command in --version --help list 'describe Spin' 'help run' 'report result' 'report timing result --format csv' \
    'compare result result'; do
    # shellcheck disable=SC2086 # several words
    needs '' $command
done

mkdir damaged
: >"damaged/$xml"
LD_LIBRARY_PATH=$work/damaged "$gaudit" run -n 1 "$options/quickstart.xml" >out 2>&1
status=$?
want="gaudit: $options/quickstart.xml:1: libxml2 cannot be loaded ($work/damaged/$xml: file too short): install it to read
 option files"
want=$(echo "$want" | tr -d '\n')
[ $status -eq 2 ] || wrong "without libxml2 the status is $status, not 2"
[ "$(cat out)" = "$want" ] || wrong "without libxml2 gaudit says: $(cat out)"
exit $failed
