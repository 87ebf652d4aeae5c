#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: selections.sh GAUDIT OPTIONS_FOLDER BINNED_SAMPLES: what the page computes of selected samples is what the command prints.
. "$(dirname "$0")/../job/job.sh"
if ! command -v node >/dev/null; then
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || { echo 'WRONG: there is no node'; exit 1; }
    echo 'skipped: there is no node'
    exit 77
fi
"$gaudit" profile -q -o one --interval 1ms "$options/quickstart.xml" -n 20000 >out 2>&1 || wrong "profile: $(cat out)"
"$gaudit" profile -q -o two --interval 1ms -j 2 "$options/quickstart.xml" -n 20000 >out 2>&1 || wrong "profile -j 2: $(cat out)"
"$gaudit" collect -q -o program --interval 1ms -- /bin/sh -c "'$gaudit' run '$options/quickstart.xml' -q -n 5000; exec '$gaudit' run '$options/quickstart.xml' -q -n 5000" >out 2>&1 ||
    wrong "collect: $(cat out)"
PAGE_COMMAND=$gaudit PAGE_BINS=$3 PAGE_RESULTS=one:two:program PAGE_SELECTIONS=${PAGE_SELECTIONS:-70} \
    node --test "$here/../page/selections.test.mjs" >log 2>&1 || wrong "selections: $(grep -v '^#' log | head -c 6000)"
finish
