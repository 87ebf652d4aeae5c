#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The progress line: on a terminal, and nowhere else.
. "$(dirname "$0")/job.sh"

cat >job.xml <<EOF
<job>
  <input type="GeneratorInput" name="Events"><property name="Events" value="300"/></input>
  <auditor type="CountAuditor"/>
  <algorithm type="Spin" name="Work"><property name="Microseconds" value="2000"/></algorithm>
</job>
EOF
line='^\(1\{0,1\}[0-9]\{1,2\}\|2[0-9][0-9]\) of 300 events, [0-9.e+]* events/s, \([0-9]*m \)\{0,1\}[0-9?]*s\{0,1\} left$'

# lines FILE: what was written over and over again, one below the other
lines() {
    tr '\r' '\n' <"$1" | sed "s/$(printf '\033')\\[K//g"
}

# --- not a terminal --------------------------------------------------------------------
"$gaudit" run -q job.xml >out 2>err || wrong "the job fails"
[ ! -s out ] && quiet err || wrong "-q prints something: $(cat out err)"
"$gaudit" run job.xml 2>&1 >out | cat >err
quiet err || wrong "there is a progress line in a pipe: $(cat err)"
"$gaudit" run -q --progress on job.xml 2>err || wrong "the job fails"
lines err | grep -q "$line" || wrong "there is no progress line with --progress on: $(lines err)"
[ "$(tail -c 4 err | od -An -c | tr -d ' ')" = '\r033[K' ] || wrong "the line is still there at the end"

# Only the events that were asked for are counted.
"$gaudit" run -q --progress on job.xml --skip 100 -n 150 2>err || wrong "the job fails"
lines err | grep -q ' of 150 events, .* left$' || wrong "other events with --skip and -n: $(lines err)"
"$gaudit" run -q --progress on job.xml --skip 100 2>err || wrong "the job fails"
lines err | grep -q ' of 200 events, .* left$' || wrong "other events with --skip: $(lines err)"

# Hours and minutes, of a job that is ended when it has said so.
"$gaudit" run -q --progress on job.xml -s Events.Events=1000000000 2>err &
until lines err | grep -q 'h [0-9]*m left$'; do
    kill -0 $! || { wrong "the long job has ended: $(lines err)"; break; }
    sleep 0.1
done
kill -TERM $!
wait $!
lines err | grep -q '^[0-9]* of 1000000000 events, .*, [0-9]*h [0-5][0-9]m left$' || wrong "hours: $(lines err)"

# --- a terminal ------------------------------------------------------------------------
if ! command -v script >/dev/null; then
    echo "script (of util-linux) is not installed"
    [ $failures -eq 0 ] && [ -z "${GAUDIT_REQUIRE_DATA:-}" ] && exit 77
    exit 1
fi
# on_terminal COMMAND: what it writes to a terminal is in "seen"
on_terminal() {
    script -q -e -c "$1" seen >/dev/null 2>&1 </dev/null || wrong "$1: ended with $?"
    lines seen >lines
}
on_terminal "'$gaudit' run -q job.xml"
grep -q "$line" lines || wrong "there is no progress line on a terminal: $(cat lines)"
on_terminal "'$gaudit' run -q --progress off job.xml"
grep -q events/s lines && wrong "there is a progress line with --progress off: $(cat lines)"
on_terminal "'$gaudit' run job.xml 2>err"
grep -q 'left$' lines err && wrong "there is a progress line, but not on the terminal"
grep -q '^300 events in ' lines || wrong "there is no output on a terminal"
on_terminal "'$gaudit' run -q job.xml -n 1 -a NameAuditor"
grep -q '> Work' lines || wrong "NameAuditor prints nothing on a terminal"
grep -q events/s lines && wrong "there is a progress line among those of NameAuditor: $(cat lines)"
finish
