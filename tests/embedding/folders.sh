#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: folders.sh GAUDIT [PROGRAM]: folders that results cannot be written to. The program guard.cpp ends as
# ever; there is one warning, and the results are printed, or in a folder beside. Status 77: there is no C++
# compiler.
. "$(dirname "$0")/embedding.sh"
GAUDIT_AUDITORS=TimerAuditor
export GAUDIT_AUDITORS

# guard.sh checks the warning about sections.
said() { grep '^gaudit' err | grep -v -e 'gaudit: warning: sections: 1 section begin or end' -e '^gaudit: results of process '; }

# printed FOLDER REASON: nothing but one warning, and the tables
printed() {
    expect 3 env GAUDIT_RESULT="$1" "$program"
    [ "$(cat out)" = done ] || wrong "$1: it says: $(cat out)"
    [ "$(said)" = "gaudit: warning: GAUDIT_RESULT: the result folder '$1' $2; the results will be printed" ] ||
        wrong "$1: $(head -n 3 err)"
    grep -q '^| *guard  *|' err || wrong "$1: the results are not printed"
}

cp "$program" file
printed "$work/file" 'cannot be used: Not a directory'
printed "$work/file/such/folder" 'cannot be made: Not a directory'
printed /dev/null 'cannot be used: Not a directory'
[ ! -e file-2 ] && [ ! -e /dev/null-2 ] || wrong "there is a folder beside the file"
mkdir closed
chmod 555 closed
if [ ! -w closed ]; then # who is not root
    printed "$work/closed" 'cannot be used: Permission denied'
    printed "$work/closed/inside" 'cannot be made: Permission denied'
fi

# Two programs with one environment: each has a folder.
GAUDIT_RESULT=result
export GAUDIT_RESULT
expect 3 "$program"
[ -z "$(said)" ] || wrong "the first one says: $(said)"
for second in result-2 result-3; do
    expect 3 "$program"
    [ "$(said)" = "gaudit: warning: 'result' has results already: those of this program are in '$work/$second'" ] ||
        wrong "the second one says: $(said)"
    calls result/timer.json >calls
    calls $second/timer.json | diff - calls || wrong "$second is not like result"
done
finish
