#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: timeline_runs.sh GAUDIT OPTIONS_FOLDER: pictures of real runs from their timelines, which are those from the time
# logs of the same runs.
. "$(dirname "$0")/../job/job.sh"

# draws OUT ARGUMENT...: a well-formed picture; what is said meanwhile is in "err".
draws() {
    svg=$1
    shift
    "$gaudit" report timeline "$@" -O "$svg" 2>err || wrong "report timeline $* ended with $?: $(cat err)"
    if command -v xmllint >/dev/null; then
        xmllint --noout "$svg" || wrong "$svg is not well-formed"
    fi
}

# entries SVG: how many there are.
entries() {
    sed -n 's/.*>\([0-9]*\) [ce][a-z]* in .*/\1/p' "$1"
}

# same OPTION...: the timeline and the logs of "result" have as many entries.
same() {
    draws lanes.svg result "$@"
    [ ! -s err ] || wrong "$*: $(cat err)"
    draws logs.svg result/*.txt "$@"
    [ "$(entries lanes.svg)" -gt 0 ] && [ "$(entries lanes.svg)" = "$(entries logs.svg)" ] ||
        wrong "$workers workers, $*: $(entries lanes.svg) entries, not $(entries logs.svg)"
}

# colours SVG: that of each name, but for events.
colours() {
    sed -n 's/.*<path class="\(c[0-9]*\).*<title>\(.* \)*\([^ ]*\)$/\3 \1/p' "$1" | grep -v ' c10$' | sort -u
}

for workers in 1 2; do
    rm -rf result
    runs "$options/quickstart.xml" -n 60 -j $workers -a TraceAuditor:Detail=2 -a TimeLogAuditor -o result
    same
    [ "$(colours lanes.svg | wc -l)" -gt 5 ] || wrong "bars have no colours: $(colours lanes.svg)"
    { colours lanes.svg && colours logs.svg; } | sort -u | cut -d ' ' -f 1 | uniq -d >twice
    [ ! -s twice ] || wrong "names with two colours: $(cat twice)"
    [ "$(entries lanes.svg)" = "$(grep -vc '^#' result/time-log.txt result/time-log-worker1.txt 2>/dev/null | awk -F: '{ n += $2 } END { print n }')" ] ||
        wrong "$workers workers: entries are not the lines of the log"
    for depth in 1 2 3; do
        same --max-depth $depth
    done
    same --children-of 'Event 7'
    same --children-of 'Event 7' --event 7
done
draws event.svg result --event 7
[ "$(grep -c '<title>Event 7$' event.svg)" = 1 ] && [ "$(grep -c '>worker [01]<' event.svg)" -gt 0 ] || wrong "event 7 is not drawn"
draws file.svg result/timeline.gtr
grep -q '>background<' file.svg || wrong "there is no background"
"$gaudit" report timeline result --event 61 -O none.svg 2>err && wrong "event 61 is drawn"
[ "$(cat err)" = "gaudit: 'result' has no event 61" ] || wrong "event 61: $(cat err)"

# --- a killed run ------------------------------------------------------------------------
"$gaudit" run -q "$options/quickstart.xml" -n 1000000000 -a TraceAuditor -o killed >out 2>&1 &
run=$!
while kill -0 $run 2>/dev/null && [ "$(stat -c %s killed/timeline.gtr 2>/dev/null || echo 0)" -lt 20000 ]; do
    sleep 0.1
done
kill -9 $run
wait $run 2>/dev/null
draws killed.svg killed
grep -q '^gaudit: the process was killed, or still runs: what happened after [0-9.]* s is missing$' err || wrong "killed: $(cat err)"
grep -q '>the process was killed, or still runs: ' killed.svg || wrong "the picture does not say that the run was killed"

[ "$failures" = 0 ]
