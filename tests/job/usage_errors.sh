#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Wrong command lines and wrong jobs, word by word; nothing is left behind where nothing has run.
. "$(dirname "$0")/job.sh"
unset GAUDIT_MODULE_PATH GAUDIT_OPTIONS_PATH

# job BODY: makes job.xml, with the body in line 2.
job() {
    printf '<job>\n%s\n</job>\n' "$1" >job.xml
}

# refused STATUS MESSAGE ARGUMENT...: as fails, and no folder is left behind.
refused() {
    status_=$1 message_=$2
    shift 2
    fails "$status_" "$message_" -o result "$@"
    [ ! -e result ] || {
        wrong "gaudit run $* left a result behind: $(ls result)"
        rm -rf result
    }
}

# bad MESSAGE BODY: wrong options, for `run` and for `check`.
bad() {
    job "$2"
    refused 2 "job.xml:2: $1" job.xml -n 5
    "$gaudit" check job.xml >out 2>err && wrong "gaudit check finds nothing wrong with $2"
    [ "$(cat err)" = "gaudit: job.xml:2: $1" ] || wrong "gaudit check: $(cat err), not $1"
}

# usage MESSAGE ARGUMENT...: wrong usage of run.
usage() {
    message_=$1
    shift
    "$gaudit" run "$@" >out 2>err
    status=$?
    if [ $status -ne 1 ] || [ -s out ] || [ "$(cat err)" != "gaudit run: $message_ (see 'gaudit help run')" ]; then
        wrong "gaudit run $*: status $status, not: $message_"
        cat err
    fi
}

printf "pt,eta,phi,charge,mass\n5,1,1,1,1\n" >muons.csv
input='<input type="GeneratorInput" name="Events"/>'
empty='<algorithm type="Empty" name="A"/>'

# --- the command line ------------------------------------------------------------------
job "$empty<auditor type=\"TimerAuditor\"/>"
usage "the option file is missing"
usage "unexpected argument 'b.xml'" job.xml b.xml
usage "unknown option '--evnts'; did you mean '--events'?" --evnts 5 job.xml
usage "unknown option '-x'" -x job.xml
usage "option '--only' needs a value" job.xml --only
usage "option '--time' takes no value" job.xml --time=yes
for number in 0 abc -1 +1 1.5 1e3 '' ' 1' 99999999999999999999; do
    usage "--events takes a whole number from 1 to 9223372036854775807, not '$number'" job.xml -n "$number"
    usage "--threads takes a whole number from 1 to 1024, not '$number'" job.xml -j "$number"
    usage "--only takes a whole number from 1 to 9223372036854775807, not '$number'" job.xml --only "$number"
done
usage "--threads takes a whole number from 1 to 1024, not '1025'" job.xml --threads 1025
usage "--skip takes a whole number from 0 to 9223372036854775807, not '-1'" job.xml --skip=-1
usage "--only does not go with --events or --skip" job.xml --only 3 -n 1
usage "--only does not go with --events or --skip" job.xml --skip 3 --only 1
usage "--progress takes auto, on or off, not 'of'; did you mean 'off'?" job.xml --progress of
refused 1 "the job has no input: give the number of events with -n" job.xml

# --- what a job lacks, and warnings of check -------------------------------------------
checked() { # MESSAGE BODY: all that check prints
    job "$2"
    "$gaudit" check job.xml >out 2>/dev/null || wrong "gaudit check ended with $?"
    [ "$(cat out)" = "$1" ] || wrong "gaudit check of $2: $(cat out)"
}
checked "job.xml: nothing wrong" "$input$empty"
checked "job.xml: nothing wrong" "$input<sequence name=\"S\">$empty</sequence>"
checked "job.xml: no input: give the number of events with -n
job.xml: nothing wrong" "$empty"
checked "job.xml: no algorithms and no sequences: nothing works on events
job.xml: nothing wrong" "$input"
export INTEL_LIBITTNOTIFY64=./none.so
checked "job.xml: 1 warning, no errors" "$input$empty<auditor type=\"IttAuditor\"/>"
unset INTEL_LIBITTNOTIFY64
job "$empty<auditor type=\"TimerAuditor\"/>"

# --- windows and events beyond the last event ------------------------------------------
warned() {
    "$gaudit" run -q "$@" >out 2>err || wrong "gaudit run $* ended with $?"
    [ "$(cat err)" = "${want:+gaudit: warning: job: $want}" ] || wrong "gaudit run $*: $(cat err), not: $want"
}
want='TimerAuditor: no event was audited: StartFromEventN is 6, and the last event was 5' warned job.xml -n 5 -s TimerAuditor.StartFromEventN=6
want='' warned job.xml -n 5 -s TimerAuditor.StartFromEventN=5
want='' warned job.xml -n 5 --skip 2 -s TimerAuditor.StartFromEventN=7
want='TimerAuditor: no event was audited: StartFromEventN is 8, and the last event was 7' \
    warned job.xml -n 5 --skip 2 -j 2 -s TimerAuditor.StartFromEventN=8
want='TimerAuditor: no event was audited: StopAtEventN is 3, and the first event was 3' \
    warned job.xml -n 5 --skip 2 -s TimerAuditor.StopAtEventN=3
want='' warned job.xml -n 5 --skip 2 -s TimerAuditor.StopAtEventN=4
job "<input type=\"GeneratorInput\" name=\"Events\"><property name=\"Events\" value=\"5\"/></input>$empty"
runs -q job.xml --only 5
fails 1 "there is no event 6: the input ended before it" job.xml --only 6
job "$empty<auditor type=\"TimerAuditor\"/>"

# --- the result folder -----------------------------------------------------------------
mkdir full
echo mine >full/file
fails 1 "'full' is not empty: a result needs a new or an empty folder" job.xml -n 5 -o full
[ "$(ls full)" = file ] || wrong "a run wrote to a folder that was not empty"
fails 1 "the result folder 'job.xml' cannot be used: Not a directory" job.xml -n 5 -o job.xml
fails 1 "the result folder 'job.xml/no/such' cannot be made: Not a directory" job.xml -n 5 -o job.xml/no/such
runs -q job.xml -n 5 -o no/such
[ -f no/such/run.json ] || wrong "missing folders are not made"
fails 1 "the result folder '' cannot be made: No such file or directory" job.xml -n 5 -o ''
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked
    chmod 555 locked
    fails 1 "the result folder 'locked' cannot be used: Permission denied" job.xml -n 5 -o locked
    chmod 755 locked
fi
mkdir empty
runs job.xml -n 5 -o empty
is empty/run.json status finished

# A folder that was there before a refused job is still there, and empty.
mkdir mine
job "$input<algorithm type=\"Threshold\" name=\"T\"><property name=\"Column\" value=\"muons.ptt\"/></algorithm>"
fails 2 "job.xml:2: T: table 'muons' has no column 'ptt'; it has: pt, eta, phi, charge, kind; did you mean 'pt'?" \
    job.xml -o mine
rmdir mine || wrong "something is left in the folder: $(ls mine)"

# --- changes from the command line -----------------------------------------------------
job "$empty<auditor type=\"TimerAuditor\"/>"
for text in A A.X '=3' .X=3 A.=3 ''; do
    refused 2 "command line: -s $text: expected NAME.PROPERTY=VALUE" job.xml -n 5 -s "$text"
done
refused 2 "command line: Timer.MaxDepth: no component is called 'Timer'; did you mean 'TimerAuditor'?" job.xml -n 5 -s Timer.MaxDepth=3
refused 2 "command line: TimerAuditr.MaxDepth: no component is called 'TimerAuditr'; did you mean 'TimerAuditor'?" \
    job.xml -n 5 -s TimerAuditr.MaxDepth=3
refused 2 "command line: TimerAuditor.MaxDept: class 'TimerAuditor' has no property 'MaxDept'; did you mean 'MaxDepth'?" \
    job.xml -n 5 -s TimerAuditor.MaxDept=3
refused 2 "command line: TimerAuditor.MaxDepth: 'three' is not a whole number" job.xml -n 5 -s TimerAuditor.MaxDepth=three
refused 2 "command line: A.Enable: 'yes' is neither true nor false" job.xml -n 5 -s A.Enable=yes
for text in '' /T :MaxDepth=1 TimerAuditor/; do
    refused 2 "command line: -a $text: expected TYPE[/NAME][:PROPERTY=VALUE;...]" job.xml -n 5 -a "$text"
done
refused 2 "command line: -a TimerAuditor/T:: '' is not PROPERTY=VALUE" job.xml -n 5 -a TimerAuditor/T:
refused 2 "command line: -a TimerAuditor/T:MaxDepth: 'MaxDepth' is not PROPERTY=VALUE" job.xml -n 5 -a TimerAuditor/T:MaxDepth
refused 2 "command line: -a TimerAuditor/T:MaxDepth=1;MaxDepth=2: property 'MaxDepth' is set twice" \
    job.xml -n 5 -a 'TimerAuditor/T:MaxDepth=1;MaxDepth=2'
refused 2 "command line: there is no class 'TimreAuditor'; did you mean 'TimerAuditor'?" job.xml -n 5 -a TimreAuditor
refused 2 "command line: class 'Spin' is an algorithm, not an auditor" job.xml -n 5 -a Spin
refused 2 "command line: 'TimerAuditor' is already defined, at job.xml:2" job.xml -n 5 -a TimerAuditor
runs job.xml -n 5 --time # is there already: no second one
[ "$(grep -c 'event loop: ' out)" -eq 1 ] || wrong "--time adds a second timer"
job "$empty"
runs job.xml -n 5 --time -a TimerAuditor/Fast
[ "$(grep -c 'event loop: ' out)" -eq 1 ] || wrong "--time adds a timer to the one of -a"
runs job.xml -n 5 --time
[ "$(grep -c 'event loop: ' out)" -eq 1 ] || wrong "--time adds no timer"

# --- components ------------------------------------------------------------------------
bad "there is no class 'Emty'; did you mean 'Empty'?" '<algorithm type="Emty"/>'
bad "class 'Empty' is an algorithm, not an auditor" '<auditor type="Empty"/>'
bad "class 'TimerAuditor' is an auditor, not an algorithm" '<algorithm type="TimerAuditor"/>'
bad "class 'GeneratorInput' is an input, not an algorithm" '<algorithm type="GeneratorInput"/>'
bad "class 'Empty' is an algorithm, not an input" '<input type="Empty"/>'
bad "no algorithm is called 'Tracking' so far, and this one has no type" '<algorithm name="Tracking"/>'
bad "no algorithm is called 'Trackin' so far, and this one has no type; did you mean 'Tracking'?" \
    '<algorithm type="Empty" name="Tracking"/><algorithm name="Trackin"/>'
again="'A' is already defined, at job.xml:2: naming it again runs the same instance and allows no other type and no properties"
bad "$again" "$empty<algorithm name=\"A\"><property name=\"Enable\" value=\"true\"/></algorithm>"
bad "$again" "$empty<algorithm name=\"A\" type=\"Spin\"/>"
bad "'A' is already defined, at job.xml:2" "$empty<sequence name=\"A\"/>"
bad "'A' is already defined, at job.xml:2" "$empty<auditor type=\"TimerAuditor\" name=\"A\"/>"
bad "'S' is already defined, at job.xml:2" '<sequence name="S"/><sequence name="S"/>'
bad "'S' is already defined, at job.xml:2, and is no algorithm" '<sequence name="S"/><algorithm name="S"/>'
bad "a job has one <input>; the first is at job.xml:2" "$input$input"

# --- elements and attributes -----------------------------------------------------------
bad "unknown element 'algoritm'; did you mean 'algorithm'?" '<algoritm type="Empty"/>'
bad "unknown attribute 'typ' of <algorithm>; did you mean 'type'?" '<algorithm typ="Empty"/>'
bad "mode 'any' is not one of: And, Or, All, Any; did you mean 'Any'?" '<sequence name="S" mode="any"/>'
bad "<not> needs one member inside" '<not/>'
bad "constant 'C' is never used" '<constant name="C" value="1"/>'
bad "'\${MU_TP}' is neither a constant defined before nor an environment variable; did you mean 'MU_PT'?" \
    '<constant name="MU_PT" value="1"/><algorithm type="Empty" name="${MU_TP}"/>'

# --- properties ------------------------------------------------------------------------
# value MESSAGE PROPERTY VALUE: of Spin
value() {
    bad "Spin.$2: $1" "<algorithm type=\"Spin\"><property name=\"$2\" value=\"$3\"/></algorithm>"
}
value "'5 us' is not a number" Microseconds '5 us'
value "'5us' is not a number" Microseconds 5us
value "'1e400' is more than a number can hold" Microseconds 1e400
value "'nan' is not a number" Microseconds nan
value "'' is not a number" Microseconds ''
value "'-1' is out of range: from 0 to 1e+09" Microseconds -1
value "'1.5' is not a whole number" Iterations 1.5
value "'9223372036854775808' is out of range: at least 0" Iterations 9223372036854775808
value "'yes' is neither true nor false" Enable yes
value "'reject' is not one of: FailJob, AbortEvent, Reject, Ignore; did you mean 'Reject'?" OnError reject
value "class 'Spin' has no property 'OnEror'; did you mean 'OnError'?" OnEror Reject
value "'-1' is out of range: at least 0" ErrorMax -1
bad "S.Enabled: a sequence has no property 'Enabled'; did you mean 'Enable'?" \
    '<sequence name="S"><property name="Enabled" value="true"/></sequence>'
bad "property 'Iterations' was already set at line 2" \
    '<algorithm type="Spin"><property name="Iterations" value="1"/><property name="Iterations" value="2"/></algorithm>'

# gate MESSAGE PROPERTY=VALUE...: of the timer
gate() {
    message_=$1
    shift
    job "$empty<auditor type=\"TimerAuditor\" name=\"T\"/>"
    for setting; do
        set -- "$@" -s "T.$setting"
        shift
    done
    refused 2 "job.xml:2: T: $message_" job.xml -n 5 "$@"
}
gate "StopAtEventN: '5' leaves no event: the window starts with event 5 (StartFromEventN) and ends before StopAtEventN" \
    StartFromEventN=5 StopAtEventN=5
gate "StopAtEventN: '1' leaves no event: the window starts with event 1 (StartFromEventN) and ends before StopAtEventN" \
    StopAtEventN=1
gate "IncludeAlgorithms: 'B*' matches no component and no branch" IncludeAlgorithms='A,B*'
gate "ExcludeAlgorithms: 'AA' matches no component and no branch" ExcludeAlgorithms=AA
hundred=$(seq -s , 100)
gate "IncludeAlgorithms: '1' matches no component and no branch" "IncludeAlgorithms=$hundred"
gate "IncludeAlgorithms: 101 patterns; at most 100 are possible" "IncludeAlgorithms=$hundred,A"
gate "ExcludeAlgorithms: 101 patterns; at most 100 are possible" "ExcludeAlgorithms=$hundred,A"
refused 2 "command line: T.Phases: 'execute' is not one of: Initialize, Start, Execute, Stop, Finalize; did you mean 'Execute'?" \
    job.xml -n 5 -s T.Phases=execute

# --- data of the event -----------------------------------------------------------------
bad "T.Column: there is no table 'muon'; did you mean 'muons'?" \
    "$input<algorithm type=\"Threshold\" name=\"T\"><property name=\"Column\" value=\"muon.pt\"/></algorithm>"
bad "T: Column: '' is not a column (TABLE.COLUMN)" "$input<algorithm type=\"Threshold\" name=\"T\"/>"
bad "T: reads 'muons.kind' as numbers, but 'Events' makes it as text" \
    "$input<algorithm type=\"Threshold\" name=\"T\"><property name=\"Column\" value=\"muons.kind\"/></algorithm>"
bad "muons: makes 'muons.mass', which 'Events' makes already" \
    "<input type=\"CsvInput\" name=\"Events\"><property name=\"Files\" value=\"muons=$work/muons.csv\"/></input><algorithm type=\"PairMass\" name=\"muons\"/>"

mass='<property name="Input" value="P.mass"/></algorithm>'
bad "H: reads 'P.mass', which 'P' makes only later, at job.xml:2" \
    "$input<algorithm type=\"Histogram1D\" name=\"H\">$mass<algorithm type=\"PairMass\" name=\"P\"/>"
bad "H.Input: there is no table 'P': 'P' is disabled (Enable=false)" \
    "$input<algorithm type=\"PairMass\" name=\"P\"><property name=\"Enable\" value=\"false\"/></algorithm><algorithm type=\"Histogram1D\" name=\"H\">$mass"

# --- modules ---------------------------------------------------------------------------
# module MESSAGE PATH
module() {
    job "<module path=\"$2\"/>"
    refused 2 "job.xml:2: $1" job.xml -n 5
}
# no_module MESSAGE PATH: what can be known without loading it is found by check, too, and hides the class that it may have.
no_module() {
    module "$1" "$2"
    job "<module path=\"$2\"/><algorithm type=\"Mine\"/>"
    "$gaudit" check job.xml >out 2>err && wrong "gaudit check finds nothing wrong with $2"
    [ "$(cat err)" = "gaudit: job.xml:2: $1" ] || wrong "gaudit check: $(cat err), not $1"
}
no_module "there is no module 'libnone.so' (searched for ./libnone.so)" libnone.so
no_module "there is no module '/usr/no/libnone.so' (searched for /usr/no/libnone.so)" /usr/no/libnone.so
echo 'not a shared object' >text.so
module "module './text.so' cannot be loaded: file too short" text.so
"$gaudit" check job.xml >out 2>&1 || wrong "check loads text.so: $(cat out)"
# A part of a module: the system would end the process when it is read beyond its end.
head -c 5000 "$("$gaudit" list -f csv | sed -n 's/^algorithm,Spin,\(.*\.so\),.*/\1/p')" >part.so
part="module './part.so' cannot be loaded: it has 5000 bytes of at least [0-9]*; build or copy it again"
job '<module path="part.so"/>'
for command in "run -o result" "check --load-modules"; do
    "$gaudit" $command job.xml >out 2>err
    status=$?
    [ $status -eq 2 ] && [ ! -s out ] && [ ! -e result ] && [ "$(grep -c '' err)" = 1 ] &&
        grep -qx "gaudit: job.xml:2: $part" err || wrong "$command of a part of a module: status $status, $(cat err)"
done
"$gaudit" manifest part.so >out 2>err
status=$?
[ $status -eq 2 ] && [ ! -s out ] && [ "$(grep -c '' err)" = 1 ] && grep -qx "gaudit: $part" err ||
    wrong "manifest of a part of a module: status $status, $(cat err)"
# What is known is checked all the same.
printf '%s\n' '<job>' '<module path="text.so"/>' '<algorithm type="Mine" name="A"/>' '<algorithm name="A"/>' \
    '<auditor type="TimerAuditor"><property name="IncludeAlgorithms" value="A"/></auditor>' \
    '<algorithm type="Spin"/>' '</job>' >job.xml
"$gaudit" check job.xml >out 2>err || wrong "check of an unknown type fails: $(cat err)"
[ "$(cat err)" = "gaudit: notice: job.xml:3: class 'Mine' is not known without the modules of the job (--load-modules)" ] ||
    wrong "check of an unknown type: $(cat err)"
"$gaudit" check job.xml -s Spin.Iterations=x >out 2>err && wrong "check finds nothing wrong beside an unknown type"
no_module "module './.' is a directory, not a regular file" .
no_module "module '/dev/null' is a device, not a regular file" /dev/null
mkfifo pipe.so pipe.manifest
no_module "module './pipe.so' is a FIFO, not a regular file" pipe.so
mkdir modules
printf 'algorithm\tPiped\t../pipe.so\tA module that would be waited for\n' >modules/m.manifest
job '<algorithm type="Piped"/>'
GAUDIT_MODULE_PATH=$work/modules "$gaudit" check job.xml >out 2>err && wrong "a FIFO is a module"
[ "$(cat err)" = "gaudit: job.xml:2: module '$work/modules/../pipe.so' is a FIFO, not a regular file" ] || wrong "$(cat err)"
mv pipe.manifest modules/
GAUDIT_MODULE_PATH=$work/modules "$gaudit" list >out 2>err && wrong "a FIFO is a manifest"
[ "$(cat err)" = "gaudit: $work/modules/pipe.manifest: is a FIFO, not a regular file" ] || wrong "$(cat err)"

# --- all that is wrong, in one go ------------------------------------------------------
cat >job.xml <<'EOF'
<job>
  <constant name="A" value="${NONE}"/>
  <input type="GeneratorInput" name="Events"><property name="Seed" value="${A}"/></input>
  <auditor type="TimerAuditor">
    <property name="MaxDepth" value="three"/>
    <property name="IncludeAlgorithms" value="Unknown"/>
  </auditor>
  <algoritm type="Empty"><property name="x" value="1"/></algoritm>
  <sequence name="S" mode="any">
    <algorithm type="Emty" name="E"/>
  </sequence>
  <sequence name="T">
    some text
    <algorithm type="PairMass" name="P">
      <property name="Min" value="1"/>
      <property name="MinPt" value="x"/>
      <property name="Charge" value="any"/>
    </algorithm>
    <algorithm type="Empty" name="N"><property name="Colour" value="red"/></algorithm>
    <algorithm type="Nonsense"/>
    <not/>
  </sequence>
</job>
EOF
cat >want <<'EOF'
gaudit: job.xml:2: '${NONE}' is neither a constant defined before nor an environment variable
gaudit: job.xml:5: TimerAuditor.MaxDepth: 'three' is not a whole number
gaudit: job.xml:8: unknown element 'algoritm'; did you mean 'algorithm'?
gaudit: job.xml:9: mode 'any' is not one of: And, Or, All, Any; did you mean 'Any'?
gaudit: job.xml:10: there is no class 'Emty'; did you mean 'Empty'?
gaudit: job.xml:13: text 'some text' between elements; values are written as attributes
gaudit: job.xml:15: P.Min: class 'PairMass' has no property 'Min'; did you mean 'MinPt'?
gaudit: job.xml:16: P.MinPt: 'x' is not a number
gaudit: job.xml:17: P.Charge: 'any' is not one of: Opposite, Same, Any; did you mean 'Any'?
gaudit: job.xml:19: N.Colour: class 'Empty' has no property 'Colour'; it has: Enable, OnError, ErrorMax
gaudit: job.xml:20: there is no class 'Nonsense' in the known modules; add others by <module> in the job file or GAUDIT_MODULE_PATH
gaudit: job.xml:21: <not> needs one member inside
EOF
for command in "check" "run -n 3" "show"; do
    # shellcheck disable=SC2086 # several words
    "$gaudit" $command job.xml >out 2>err
    [ $? -eq 2 ] || wrong "gaudit $command: not 2"
    diff want err || wrong "gaudit $command does not report all errors"
done
# A wrong attribute hides nothing of the content of its element, and makes nothing else wrong.
cat >job.xml <<'EOF'
<job>
  <auditor typ="TimerAuditor"><property name="MaxDepth"/></auditor>
  <auditor type="TimerAuditor" id="T"><property name="MaxDepth" value="three"/></auditor>
  <auditor type="TimerAuditor" id="U"><property name="MaxDepth" value="4"/></auditor>
  <sequence nam="S" mode="any" invert="yes">
    <algorithm type="PairMass" nam="P">
      <property name="Min" value="1"/>
    </algorithm>
    <algorithm type="PairMass" nam="Q"><property name="MinPt" value="1"/></algorithm>
    <algorithm typ="PairMass" name="R"><property nam="MinPt" vale="1"/></algorithm>
    <algorithm name="P"/>
    <algorithm tpe="PairMass"/>
    <algorithm type="Spn" colour="red"/>
  </sequence>
  <sequence nam="T"/>
</job>
EOF
cat >want <<'EOF'
gaudit: job.xml:2: unknown attribute 'typ' of <auditor>; did you mean 'type'?
gaudit: job.xml:2: <property> needs the attribute 'value'
gaudit: job.xml:3: unknown attribute 'id' of <auditor>
gaudit: job.xml:3: TimerAuditor at line 3.MaxDepth: 'three' is not a whole number
gaudit: job.xml:4: unknown attribute 'id' of <auditor>
gaudit: job.xml:5: unknown attribute 'nam' of <sequence>; did you mean 'name'?
gaudit: job.xml:5: mode 'any' is not one of: And, Or, All, Any; did you mean 'Any'?
gaudit: job.xml:5: invert 'yes' is neither true nor false
gaudit: job.xml:6: unknown attribute 'nam' of <algorithm>; did you mean 'name'?
gaudit: job.xml:7: PairMass at line 6.Min: class 'PairMass' has no property 'Min'; did you mean 'MinPt'?
gaudit: job.xml:9: unknown attribute 'nam' of <algorithm>; did you mean 'name'?
gaudit: job.xml:10: unknown attribute 'typ' of <algorithm>; did you mean 'type'?
gaudit: job.xml:10: unknown attribute 'nam' of <property>; did you mean 'name'?
gaudit: job.xml:10: unknown attribute 'vale' of <property>; did you mean 'value'?
gaudit: job.xml:12: unknown attribute 'tpe' of <algorithm>; did you mean 'type'?
gaudit: job.xml:13: unknown attribute 'colour' of <algorithm>
gaudit: job.xml:13: there is no class 'Spn'; did you mean 'Spin'?
gaudit: job.xml:15: unknown attribute 'nam' of <sequence>; did you mean 'name'?
EOF
for command in "check" "run -n 3 --time" "show"; do
    # shellcheck disable=SC2086 # several words
    "$gaudit" $command job.xml >out 2>err
    [ $? -eq 2 ] || wrong "gaudit $command: not 2"
    diff want err || wrong "gaudit $command does not report all wrong attributes, or more"
done
# So are those of the command line, all with one prefix, and then those of the file.
cat >job.xml <<'EOF'
<job>
  <algorithm type="Spin" name="A"><property name="Iterations" value="x"/></algorithm>
</job>
EOF
cat >want <<'EOF'
gaudit: command line: -a TimerAuditor/T:MaxDepth: 'MaxDepth' is not PROPERTY=VALUE
gaudit: command line: -s A.X: expected NAME.PROPERTY=VALUE
gaudit: command line: A.Micro: class 'Spin' has no property 'Micro'; did you mean 'Microseconds'?
gaudit: command line: A.Enable: 'yes' is neither true nor false
gaudit: job.xml:2: A.Iterations: 'x' is not a whole number
EOF
"$gaudit" check job.xml -s A.X -s A.Micro=1 -s T.MaxDepth=2 -s A.Enable=yes -a TimerAuditor/T:MaxDepth >out 2>err
diff want err || wrong "not all wrong settings are reported"
"$gaudit" check job.xml -s A.Iterations=1 -s B.X=1 -s C.X=1 >out 2>err && wrong "there is neither B nor C"
printf 'gaudit: command line: %s.X: no component is called '\''%s'\''\n' B B C C | diff - err || wrong "not both"
# What is not well formed ends it; earlier errors are reported, too.
printf '<job>\n<x/>\n<y>\n</job>\n<z/>\n' >job.xml
"$gaudit" check job.xml >out 2>err && wrong "it is well formed"
[ "$(cut -d: -f 3 err | tr -d '\n')" = 234 ] || wrong "not lines 2, 3 and 4: $(cat err)"
# Columns of one table are one line.
job "$input<algorithm type=\"MuonMatch\" name=\"M\"><property name=\"Tracks\" value=\"muons\"/><property name=\"Level1\" value=\"hits\"/></algorithm>
<algorithm type=\"PairMass\" name=\"P\"><property name=\"Input\" value=\"nothing\"/></algorithm>"
"$gaudit" check job.xml >out 2>err
cat >want <<'EOF'
gaudit: job.xml:2: M: table 'hits' has no columns 'pt', 'eta', 'phi'; it has: x, y, z, volume_id, layer_id
gaudit: job.xml:3: P.Input: there is no table 'nothing'
EOF
diff want err || wrong "columns are not reported together"
# A check asks all components.
job '<algorithm type="Threshold" name="A"/>
<algorithm type="Threshold" name="B"/>'
"$gaudit" check job.xml >out 2>err
[ "$(cut -d: -f 3,4 err | tr '\n' ' ')" = "2: A 3: B " ] || wrong "not both components: $(cat err)"
# Of many, 20 and how many more.
{
    echo '<job>'
    seq 30 | sed 's|.*|<x&/>|'
    echo '</job>'
} >job.xml
"$gaudit" check job.xml >out 2>err
{ [ "$(wc -l <err)" = 21 ] && [ "$(tail -n 1 err)" = "gaudit: and 10 more" ]; } || wrong "not 20 and 10 more: $(cat err)"
finish
