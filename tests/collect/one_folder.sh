#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: one_folder.sh GAUDIT OPTIONS COLLECTOR SOLVER: the sections and samples of one run of a program are in one
# folder, which all commands take. The program changes its working directory.
. "$(dirname "$0")/../job/job.sh"
solver=$4
unset GAUDIT_AUDITORS GAUDIT_OPTIONS GAUDIT_RESULT GAUDIT_SHARED_RESULT

# ran STATUS ARGUMENT...: gaudit ends so; standard output and messages are in "out" and "err".
ran() {
    want_status=$1
    shift
    "$gaudit" "$@" >out 2>err
    status=$?
    [ $status -eq "$want_status" ] || wrong "gaudit $*: status $status, not $want_status: $(cat out err)"
}

has() {
    grep -q -- "$1" "$2" || wrong "no '$1' in $2: $(cat "$2")"
}

has_times() {
    "$gaudit" report timing -f csv "$1" >times || wrong "$1: timing: status $?"
    for row in ,Program,Root, ,solve,Section,1, ,smooth,solve.smooth,Section,1,; do
        has "$row" times
    done
}

# Timed as well as sampled.
ran 0 collect --time -o both --interval 1ms -- "$solver" sections 60
[ "$(cat out)" = "output of the program" ] || wrong "collect --time: it printed $(cat out)"
[ -s both/samples.gtr ] || wrong "both: no samples"
has_times both
has '^gaudit: [0-9]* % of .*s in sections is in s[a-z]*' err
has '^gaudit: [0-9.]* +- [0-9.]* % of .*s CPU time is in ' err
has '^gaudit: see: gaudit report timing both; gaudit report hotspots both; gaudit compare both$' err
has "\"command\": \"$solver sections 60\"" both/run.json
has '^gaudit: [0-9]* samples in .both.: .*, without the begin and the end; ' err

# Without the option, the program's session is its own: it has none here.
ran 0 collect -o samples -- "$solver" sections 30
[ ! -e samples/timer.json ] || wrong "collect without --time: there are times"
grep -q 'report timing' err && wrong "collect without --time: it said $(cat err)"

# Auditors of the user stay.
GAUDIT_AUDITORS=CountAuditor ran 0 collect --time -o counted -- "$solver" sections 30
[ -e counted/counts.json ] || wrong "the user's auditors: no counts"
no_times="gaudit: no times: the program has no sections of gaudit (doc/embedding.md), or its own GAUDIT_AUDITORS has no TimerAuditor"
has "^$no_times\$" err
ran 0 collect --time -o none -- "$solver" none 30
has "^$no_times\$" err

# GAUDIT_RESULT may name the folder, here as a relative path.
GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=named ran 0 collect -o named -- "$solver" sections 30
has_times named
grep -q warning err && wrong "GAUDIT_RESULT: $(cat err)"
[ ! -e named-2 ] || wrong "GAUDIT_RESULT: there is a second folder"

# The same with the report.
ran 0 profile --interval 1ms -o profiled -- "$solver" sections 60
has_times profiled
has '^[0-9]* % of .* in sections is in s[a-z]*, [0-9]* % in s' out
has '^CPU time by task, function: ' out
grep -q '^Time per section' out && wrong "profile: there are tables of times"
has '^all sections: gaudit report timing profiled$' out
COLUMNS=80 ran 0 report timing --sort self profiled
grep -q '^Branch .*  Self' out || wrong "the times are sorted by a column that is hidden: $(cat out)"
grep -q 'see: gaudit report' err && wrong "profile: it names what it prints: $(cat err)"
ran 0 profile --interval 1ms -- "$solver" none 30
[ -d gate_solver.gaudit ] || wrong "profile: no folder of the program's name"
grep -q smooth out && wrong "profile: times of a program without sections: $(cat out)"
printf '#!/bin/sh\nexit 7\n' >seven
chmod +x seven
ran 7 profile -o seventh -- ./seven
ran 0 profile --dry-run -o dry -- "$solver" 'two words'
[ "$(head -n 1 out)" = "gaudit collect --time --output dry --interval 10ms -- $solver 'two words'" ] ||
    wrong "profile --dry-run: $(cat out)"
[ ! -e dry ] || wrong "profile --dry-run made the folder"

ran 1 profile --
has "^gaudit profile: a program is missing after '--'" err
ran 1 profile "$solver"
has "^gaudit profile: '$solver' is a program, not an option file: put '--' before programs: 'gaudit profile " err
ran 1 profile -n 5 -- "$solver"
ran 127 profile -o missing -- ./no_such_program

# Folders like these are what the other commands take.
"$gaudit" collect -q --time -o again --interval 1ms -- "$solver" sections 60 >/dev/null || wrong "again: status $?"
ran 0 compare both
has smooth out
ran 0 compare both again
has smooth out
ran 0 accuracy -v both again
has smooth out
has '^100 %: .* ms of CPU time by the timer, .* by samples' out
ran 0 accuracy -f csv both
[ "$(awk -F, 'NR > 1' out | wc -l)" -ge 3 ] || wrong "accuracy -f csv: $(cat out)"
ran 0 history both again
has smooth out
# On a busy machine one run of a few ms may take three times as long: failed is an answer as well.
"$gaudit" gate --baseline both --candidate again >out 2>err
status=$?
[ $status -eq 0 ] || [ $status -eq 6 ] || wrong "gate: status $status, not 0 or 6: $(cat out err)"
has smooth out
ran 1 accuracy samples
has "^gaudit: 'samples' has no timer.json: .*'gaudit profile -- PROGRAM'" err
ran 1 accuracy both "$solver"
has "'$solver' is no folder" err
ran 1 accuracy job.xml more.xml
has "'more.xml': one job file is expected, or folders with results" err

# Tables that several processes print name theirs.
GAUDIT_AUDITORS=TimerAuditor "$solver" twice 20 >out 2>err || wrong "twice: status $?"
[ "$(grep -c "^gaudit: results of process [0-9]*, '$solver .* 20'$" err)" -eq 2 ] || wrong "names: $(cat err)"
[ "$(sed -n 's/^gaudit: results of process \([0-9]*\),.*/\1/p' err | sort -u | wc -l)" -eq 2 ] || wrong "numbers: $(cat err)"
finish
