#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: guard.sh GAUDIT [PROGRAM]: the calls of the sections of guard.cpp are those that were written there.
# Status 77: there is no C++ compiler.
. "$(dirname "$0")/embedding.sh"

expect 3 env GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=result "$program"
[ "$(cat out)" = done ] || wrong "it says: $(cat out)"
[ "$(cat err)" = "gaudit: warning: sections: 1 section begin or end without a match, the first for \
'second of two'; sections left open were closed with their parent" ] || wrong "it says: $(cat err)"
calls result/timer.json >found
LC_ALL=C sort >want <<END
at the end of main: 1
guard: 1
guard classes: 1
guard classes Picard::reset: 1
guard classes Picard::solve: 1
guard classes Picard::solve object 1::solve: 1
guard classes solvers::newton::compare: 2
guard classes solvers::newton::compare solvers::newton::step: 2
guard classes solvers::newton::setup: 2
guard classes solvers::newton::solve: 2
guard classes solvers::newton::solve solvers::newton::step: 2
guard classes solvers::vector<int>::norm: 1
guard classes solvers::vector<int>::zero: 1
guard exceptions: 1
guard exceptions caught: 4
guard exceptions constructed: 1
guard exceptions constructed constructed: 1
guard exceptions fall: 2
guard exceptions fall fall: 2
guard exceptions fall fall fall: 2
guard exceptions fall fall fall fall: 2
guard exceptions rethrower: 1
guard exceptions thrower: 1
guard lambda: 1
guard leave: 4
guard leave loop: 6
guard lifetimes: 1
guard lifetimes behind: 1
guard lifetimes first of two: 1
guard lifetimes first of two second of two: 1
guard names: 1
guard names first: 1
guard names part 0: 2
guard names part 1: 2
guard names part 2: 2
guard names plain: 1
guard templated: 2
guard threads: 1
thread: 1
thread fall: 1
END
diff found want || wrong "other calls"
finish
