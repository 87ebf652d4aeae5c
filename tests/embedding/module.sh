#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: module.sh GAUDIT [PROGRAM]: what the Fortran program module.f90 finds right itself, what it says
# of failures that it does not ask for, and the calls of its sections. Status 77: no Fortran compiler.
. "$(dirname "$0")/embedding.sh"

expect 3 env GAUDIT_RESULT=result "$program" nowhere/job.xml
grep -v '^gaudit: warning: .*nowhere' err
grep -q '^gaudit: warning: .*nowhere' err || wrong "a failure without stat is silent"
calls result/timer.json >found
LC_ALL=C sort >want <<END
outer: 1
outer left open: 1
outer left open $(printf '%0300d' 0 | tr 0 x): 1
outer with blanks: 3
outer with blanks inner: 3
END
diff found want || wrong "other calls"
finish
