#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: instructions.sh COUNT LOOP: a section by site with TimerAuditor is at most 175 instructions a pair, with those
# of the loop. COUNT is tests/bench/instructions.sh, which does not count the rare case of call statistics.
count=$1 loop=$2
limit=175

said=$(GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT='' "$count" 200000 "$loop" site)
status=$?
[ $status -eq 0 ] || { echo "$said"; exit $status; }
echo "a section by site with TimerAuditor: $said a pair"
awk "BEGIN { exit !(${said#instructions } > 30 && ${said#instructions } <= $limit) }" && exit 0
echo "WRONG: not from 30, which is more than without a session, to $limit"
exit 1
