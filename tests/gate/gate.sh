#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: gate.sh GAUDIT OPTIONS_FOLDER TESTS_FOLDER: gaudit gate on results: what it says, in which format, and how it
# ends. Sides differ by factors, not by what a loaded machine does.
. "$(dirname "$0")/../job/job.sh"
tests=$3

gate() {
    want=$1
    shift
    "$gaudit" gate "$@" >out 2>err
    status=$?
    [ $status -eq "$want" ] || {
        wrong "gaudit gate $*: status $status, not $want"
        cat out err
    }
}
complains() {
    [ "$(cat err)" = "$1" ] || wrong "it said: $(cat err), not: $1"
    [ -s out ] && wrong "it printed $(cat out)"
}
prints() {
    grep -qE -- "$1" out || wrong "no '$1': $(cat out)"
}

cat >job.xml <<EOF
<job>
  <sequence name="Top">
    <algorithm type="Spin" name="One"><property name="Iterations" value="50000"/></algorithm>
    <algorithm type="Spin" name="Two &amp; &lt;half&gt;"><property name="Iterations" value="100000"/></algorithm>
    <algorithm type="Spin" name="Never"><property name="Enable" value="false"/></algorithm>
    <algorithm type="Spin" name="Left"><property name="Iterations" value="20000"/></algorithm>
  </sequence>
</job>
EOF
"$gaudit" ab job.xml -n 20 --runs 8 --b "One.Iterations=1500000 Left.Enable=false" -o r >ab.out 2>&1 || wrong "ab fails: $(cat ab.out)"

# --- slower ------------------------------------------------------------------------------
gate 6 -v --baseline r/a --candidate r/b --junit j.xml
prints '^not the same options of the job: --table differences shows them$'
prints '^Self CPU time per event by branch: 8 baselines, 8 candidates, runs in pairs; ratios to what most rows share$'
prints '^a limit of 1.05 needs (about|more than) [0-9]* runs on each side in the rows that hold 90 % of the time, with one false positive in 1000 comparisons; the most for .*$'
prints '^One  .* significant +FAILED$'
prints '^Left  .* removed *$'
prints '^all branches  .* significant +FAILED$'
prints '^FAILED: One takes [0-9.]* times as long.*, in every run, limit [0-9.]*: .* more in a run$'
gate 6 --candidate r/b --baseline r/a -f markdown
head -n 1 out | grep -q '^FAILED: all branches take ' || wrong "Markdown begins with $(head -n 1 out)"
prints '^### Self CPU time per event by branch: 8 baselines, 8 candidates, runs in pairs; ratios to what most rows share$'
prints '^FAILED: One takes '
[ "$(grep -c FAILED: out)" = "$(sed '/^###/q' out | grep -c FAILED:)" ] || wrong "the verdict is not first: $(cat out)"
gate 6 --candidate r/b --baseline r/a -f markdown --table branches
prints '^FAILED: One takes '
gate 6 --baseline r/a --candidate r/b -f latex
[ "$(sed -n 2p out)" = '\begin{table}[htbp]' ] && [ "$(grep -c FAILED: out)" -ge 2 ] || wrong "LaTeX: $(cat out)"
gate 6 --baseline r/a/00? --candidate r/b/00? -f csv
[ "$(head -n 1 out)" = kind,quantity,per,root,path,module,baseline_s,candidate_s,baseline_percent,candidate_percent,time_ratio,time_ratio_low,time_ratio_high,ratio,ratio_low,ratio_high,interval_source,p_corrected,baseline_spread,baseline_samples,candidate_samples,limit,verdict,gate ] ||
    wrong "csv begins with $(head -n 1 out)"
gate 6 --baseline r/a --candidate r/b -f json
prints '"path": "Top One", .*"verdict": "significant", "gate": "FAILED"'

# Two folders are the sides; the decision is that of the gate.
gate 6 --baseline r/a --candidate r/b
cp out options.out
gate 6 r/a r/b
cmp -s out options.out || wrong "gate A B differs: $(diff out options.out)"
gate 1 r/a r/b r/b
complains "gaudit gate: 'r/a': put folders after --baseline or --candidate (see 'gaudit help gate')"

# The other way round: faster, and an added branch.
gate 0 --baseline r/b --candidate r/a --allow-new --junit k.xml
prints '^One  .* significant *$'
prints '^Left  .* added *$'
prints '^passed: nothing is above its limit'
gate 6 --baseline r/b --candidate r/a
prints '^all added rows  .* added +FAILED$'
prints '^FAILED: all added rows take .* in a run, limit .*: --allow-new accepts them$'

if command -v xmllint >/dev/null; then
    for file in j.xml k.xml; do
        xmllint --noout --relaxng "$tests/junit.rng" $file 2>err || wrong "$file: $(cat err)"
        [ "$(xmllint --xpath 'count(//testcase)' $file)" = "$(xmllint --xpath 'string(/*/*/@tests)' $file)" ] || wrong "$file: number of cases"
        [ "$(xmllint --xpath 'count(//failure)' $file)" = "$(xmllint --xpath 'string(/*/*/@failures)' $file)" ] || wrong "$file: number of failures"
        [ "$(xmllint --xpath 'count(//skipped)' $file)" = "$(xmllint --xpath 'string(/*/*/@skipped)' $file)" ] || wrong "$file: number of skipped"
    done
    [ "$(xmllint --xpath 'string(//testcase[contains(@name, "Two")]/@name)' j.xml)" = 'Top Two & <half>' ] || wrong "names are not escaped well"
    grep -q 'Never' j.xml k.xml && wrong "what was never called is a case"
    [ "$(xmllint --xpath 'string(//testcase[@name="Top Left"]/skipped/@message)' j.xml)" = 'the candidates do not have it' ] || wrong "what was removed"
    case $(xmllint --xpath 'string(//testcase[@name="Top One"]/failure/@message)' j.xml) in
    'takes '*' times as long'*) ;;
    *) wrong "the failure says nothing" ;;
    esac
else
    wrong "xmllint is not installed"
fi

# --- few runs, and other machines ----------------------------------------------------------
gate 6 --baseline r/a/001 --candidate r/b/001
prints '^1 baseline has no spread to test changes with: only what takes 2 times as long in every run is significant; make 3 baselines at least, better 20$'
gate 0 --baseline r/a/001 r/a/002 --candidate r/a/00[3-8]
prints '^2 baselines have no spread '
prints '^Two .* not tested *$'
prints '^passed: nothing takes 2 times as long in every run$'
prints '^not decided: all branches may take more than 1\.05 times as long, and so may [1-9] more rows?\. --require-decision makes that status 7$'
gate 7 --baseline r/a/001 r/a/002 --candidate r/a/00[3-8] --require-decision --junit u.xml
prints '^UNDECIDED: all branches may take more than 1\.05 times as long, and so may [1-9] more rows?$'
grep -q '^passed' out && wrong "it passed, too: $(cat out)"
xmllint --noout --relaxng "$tests/junit.rng" u.xml 2>err || wrong "u.xml: $(cat err)"
[ "$(xmllint --xpath 'count(//failure[@type="undecided"])' u.xml)" = "$(xmllint --xpath 'string(/*/*/@failures)' u.xml)" ] || wrong "u.xml: $(cat u.xml)"
gate 0 --baseline r/a --candidate r/b --max-ratio 500 --require-decision
prints '^passed: '
gate 6 --baseline r/a --candidate r/b --require-decision
gate 6 --baseline r/a/001 r/a/002 r/a/003 --candidate r/b/001
prints '^FAILED: One takes .*, limit [12]\.[0-9]*: '
cp -r r/b other
for i in 1 2 3 4 5 6 7 8; do
    sed -i 's/"cpu_model": .*/"cpu_model": "Another",/; s/"host": .*/"host": "elsewhere",/' other/00$i/run.json
done
gate 6 --baseline r/a --candidate other
prints '^not the same CPU model: .* and Another$'
prints '^not the same machine: .* and elsewhere$'
prints '^times on different processors are no measure of the program: only what takes 2 times as long in every run is significant$'

# --- limits ----------------------------------------------------------------------------
gate 0 --baseline r/a --candidate r/b --max-ratio 500
gate 0 --baseline r/a --candidate r/b --min-seconds 1000
for wrong in '--max-ratio 1' '--max-ratio x' '--min-seconds 0' '--false-positive-rate 1'; do
    # shellcheck disable=SC2086 # two arguments
    gate 1 --baseline r/a --candidate r/b $wrong
    grep -q "^gaudit gate: ${wrong% *} takes a .*, not '${wrong#* }' (see 'gaudit help gate')$" err || wrong "$wrong: $(cat err)"
done
gate 1 --baseline r/a --candidate r/b --limit 0
complains "gaudit gate: --limit takes a whole number from 1 on, not '0' (see 'gaudit help gate')"
gate 1 --baseline r/a
complains "gaudit gate: --candidate is missing (see 'gaudit help gate')"
gate 1 r/a --candidate r/b
complains "gaudit gate: 'r/a': put folders after --baseline or --candidate (see 'gaudit help gate')"
gate 1 --baseline r/a --candidate r/b r/a/002
complains "gaudit: 'r/a/002' is a baseline and a candidate"
ln -s a r/link
gate 1 --baseline r/a --candidate r/link
grep -q "^gaudit: 'r/link/001' is a baseline and a candidate$" err || wrong "by another name: $(cat err)"
cp -r r/a/001 copy
gate 0 --baseline r/a/001 copy r/a/001 r/a/001 --candidate r/a/00[3-8]
prints '^3 results were given more than once, and count once$'
prints ': 1 baseline, 6 candidates, runs separate$'
cp -r r/b/001 impossible
sed -i 's/\("cpu_self_s": *\)[0-9]/\1-9/; s/\("self_s": *\)[0-9]/\1-9/' impossible/timer.json
gate 5 --baseline r/a --candidate impossible
grep -q "^gaudit: 'impossible' .* negative self time" err || wrong "impossible times: $(cat err)"
mkdir empty
gate 1 --baseline empty --candidate r/b
grep -q "^gaudit: .*'empty'" err || wrong "an empty folder: $(cat err)"
echo '{"schema": 2, "branches": 7}' >other/003/timer.json
gate 5 --baseline r/a --candidate other
grep -q '^gaudit: .*timer.json' err || wrong "a damaged document: $(cat err)"
gate 5 --baseline r/a --candidate r/b --junit /dev/full/x
grep -q '^gaudit: /dev/full/x: ' err || wrong "no JUnit file: $(cat err)"

# --- runs that cannot be compared: no old verdict stays ------------------------------------
has_error() {
    if command -v xmllint >/dev/null; then
        xmllint --noout --relaxng "$tests/junit.rng" "$1" 2>err || wrong "$1: $(cat err)"
        [ "$(xmllint --xpath 'count(//error)' "$1")" = 1 ] || wrong "$1 has no error"
    fi
}
cp -r r/b crashed
sed -i 's/"status": .*/"status": "running",/' crashed/005/run.json
cp k.xml old.xml
gate 1 --baseline r/a --candidate crashed --junit old.xml
complains "gaudit: 'crashed/005' is still running or was killed: a gate compares runs that finished"
has_error old.xml
sed 's/"One"/"Uno"/; s/"Left"/"Other"/; s/name="Top"/name="Roof"/' job.xml >another.xml
"$gaudit" run -q another.xml -n 3 --time -s TimerAuditor.CpuTime=true -o another || wrong "another job"
gate 1 --baseline r/a --candidate another
complains "gaudit: 'r/a/001' is a run of 'job.xml', 'another' of 'another.xml': a gate compares runs of one job"
sed -i 's/another.xml/job.xml/' another/run.json
gate 1 --baseline r/a --candidate another
complains "gaudit: no branch with at least 1 % of the time is common to baselines and candidates: a gate compares runs of one job or program"
cp k.xml old.xml
gate 1 --baseline r/a --max-ratio x --candidate r/b --junit old.xml
has_error old.xml
cp k.xml old.xml
gate 1 --baseline nowhere --candidate r/b --junit=old.xml
has_error old.xml

"$gaudit" run -q job.xml -n 3 -o untimed
gate 1 --baseline untimed --candidate r/b
grep -q "'untimed' has neither times of branches, as 'gaudit run --time' makes them, nor samples$" err || wrong "without a timer: $(cat err)"
finish
