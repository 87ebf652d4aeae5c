#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Components of C++: properties, event store, results, auditors, and every place where they can throw.
. "$(dirname "$0")/../job/job.sh"
GAUDIT_MODULE_PATH=$3:$GAUDIT_MODULE_PATH
export GAUDIT_MODULE_PATH

# --- properties --------------------------------------------------------------------------
"$gaudit" describe EveryType -f csv >rows || wrong 'describe failed'
grep ,EveryType, rows | expected every_type

job() {
    printf '<job>\n' >t.xml
    for line; do printf '  %s\n' "$line" >>t.xml; done
    printf '</job>\n' >>t.xml
}
job '<algorithm type="EveryType"/>'
runs t.xml -o initial -q -n 1
job '<algorithm type="EveryType">' \
    '<property name="Flag" value="false"/><property name="Small" value="-5"/>' \
    '<property name="Large" value="9000000000"/><property name="Byte" value="255"/>' \
    '<property name="Single" value="1e30"/><property name="Real" value="-1e300"/>' \
    '<property name="Text" value="other"/><property name="Side" value="Left"/>' \
    '<property name="Numbers" value=""/><property name="Words" value="a, c"/>' '</algorithm>'
runs t.xml -o set -q -n 1
set -- flag true small -1 large_mm 7 byte 3 single 0.5 real 2.5 text 'a text' side 1 sum 3.5 words 'b;'
while [ $# -gt 0 ]; do is initial/every-type.json "$1" "$2"; shift 2; done
set -- flag false small -5 large_mm 9000000000 byte 255 real -1e+300 text other side 0 sum 0.0 words 'a;c;'
while [ $# -gt 0 ]; do is set/every-type.json "$1" "$2"; shift 2; done
job '<algorithm type="EveryType"/>'
fails 2 "command line: EveryType.Byte: '256' is out of range: from 0 to 255" t.xml -s EveryType.Byte=256

# --- store, counters, sections, auditors ---------------------------------------------------
job '<input type="Generated"/>' '<auditor type="RejectionsCpp"/>' '<auditor type="TimerAuditor"/>' \
    '<sequence name="Main">' '<algorithm type="Reader"/>' '<algorithm type="EachSecond"/>' '</sequence>' \
    '<algorithm type="CReader"/>'
for workers in 1 2 4; do
    runs t.xml -q -j $workers -o r$workers
    # 100 events, of which 20 each have 0, 1, 2, 3, 4 elements
    is r$workers/reader.json letters $((20 * (100 + 201 + 303 + 406)))
    is r$workers/reader.json constituents 200
    is r$workers/reader.json odd 80
    is r$workers/reader.json rows 200
    is r$workers/reader.json misaligned 0
    is r$workers/reader.json pt_GeV 200.0
    is r$workers/c-reader.json constituents 200
    is r$workers/rejections-cpp.json events 100
    is r$workers/rejections-cpp.json begun 100
    is r$workers/rejections.json cpu false
    grep '"branch": ' r$workers/rejections.json | tr -d ' ,\n' >rejections
    [ "$(cat rejections)" = '{"branch":"Main""rejections":50}{"branch":"MainEachSecond""rejections":50}' ] ||
        wrong "rejections are $(cat rejections)"
    "$gaudit" report timing r$workers -f csv | grep -q '::Reader::sum,Section,' ||
        wrong 'the section is not in the report'
done
runs t.xml -q -s RejectionsCpp.Cpu=true -o cpu
is cpu/rejections.json cpu true
runs t.xml -q --skip 90 -o late
is late/reader.json rows 20

# --- exceptions ---------------------------------------------------------------------------
job '<algorithm type="Throws"/>'
for at in Initialize Start Stop Finalize; do
    fails 4 't.xml:2: Throws: index 7 of 3 (std::out_of_range)' t.xml -n 20 -s Throws.Where=$at -o e
    [ $at = Initialize ] || is e/run.json status failed
    rm -rf e
done
fails 4 "t.xml:2: Throws: event 7: index 7 of 3 (std::out_of_range), in branch 'Throws'" t.xml \
    -n 20 -s Throws.Where=Execute -o e
is e/run.json status failed
is e/run.json events 7
fails 4 't.xml:2: Throws: index 7 of 3 (std::out_of_range)' t.xml -n 20 -s Throws.Where=Merge -j 2
thrown() {
    fails 4 "t.xml:2: Throws: event 7: $2, in branch 'Throws'" t.xml -n 20 -s Throws.Where=Execute -s Throws.What="$1" -j 2
}
thrown Memory 'out of memory (std::bad_alloc)'
thrown Failure 'no field map'
thrown Number 'it threw a value of type int'
thrown Text 'only a text'
thrown Lines 'two lines (std::runtime_error)'
thrown Alien 'it threw a value of type (anonymous namespace)::alien'
fails 4 't.xml:2: Throws: the file ends in an event' t.xml -n 20 -s Throws.Where=Initialize -s Throws.What=Input
runs t.xml -q -n 20 -s Throws.Where=Execute -s Throws.OnError=Reject -s Throws.ErrorMax=1 -o tolerated
is tolerated/run.json events 20
is tolerated/run.json accepted 19

job '<auditor type="CountAuditor"/>' '<algorithm type="ThrowsFirst"/>'
fails 4 't.xml:3: ThrowsFirst: no such table (std::runtime_error)' t.xml -n 20 -j 2
for class in ThrowsLate ThrowsAtEnd; do
    job '<auditor type="CountAuditor"/>' "<algorithm type=\"$class\"/>"
    for workers in 1 3; do
        rm -rf e
        fails 4 "t.xml:3: $class: its destructor threw: index 7 of 3 (std::out_of_range)" t.xml \
            -n 20 -s $class.Where=Destructor -o e -j $workers
        is e/run.json status failed
        is e/run.json exit_status 4
        [ -s e/counts.json ] || wrong 'counts.json is missing'
    done
done
job '<auditor type="ThrowsInHook"/>' '<algorithm type="EachSecond"/>'
rm -rf e
fails 4 "t.xml:2: ThrowsInHook: the auditor is tired in 7 (std::runtime_error), in branch 'EachSecond'" t.xml -n 20 -o e
is e/run.json events 20
job '<input type="ThrowsInRead"/>' '<algorithm type="EachSecond"/>'
fails 3 "t.xml:2: ThrowsInRead: event 7: the file ends in an event, in branch 'ThrowsInRead'" t.xml -j 2

# --- declarations, and what is thrown oddly -------------------------------------------------
declared() {
    job "<algorithm type=\"$1\"/>"
    fails "$2" "t.xml:2: $1: in declare(): $3" t.xml -n 1
}
declared ThrowsInDeclare 4 'declare fails (std::runtime_error)'
declared BadDefault 4 "the default of 'Cuts' is out of range"
declared Twice 4 "the class is 'Once' already; derive another one from it"
order='whose smallest value is not above its largest (std::invalid_argument)'
declared BadProperty1 4 "property 'Cuts': expected range $order"
declared BadProperty2 4 "property 'Pt': expected range $order"
declared BadProperty3 4 "property 'Text': expected range of numbers (std::invalid_argument)"
declared BadProperty4 4 "property 'Side': expected choices that are not empty (std::invalid_argument)"
declared BadProperty5 4 "property 'Cuts': expected choices of an enumeration or a list of texts (std::invalid_argument)"
declared BadProperty6 4 "property 'Cuts': expected wants_cpu_time() of a bool (std::invalid_argument)"
declared BadProperty7 4 "the default of 'Least' is out of range"
declared BadProperty8 4 "the default of 'Cuts' is out of range"
job '<algorithm type="Refuses"/>'
fails 4 't.xml:2: Refuses: initialize() returned false' t.xml -n 1
job '<algorithm type="RefusesAtStop"/>'
fails 4 't.xml:2: RefusesAtStop: stop() returned false' t.xml -n 1
nested='no track (std::logic_error): no hit (std::runtime_error): index 7 (std::out_of_range)'
fails 4 "t.xml:2: RefusesAtStop: event 2: $nested, in branch 'RefusesAtStop'" t.xml -n 2

# --- many events at once ------------------------------------------------------------------
job '<input type="Takes"/>' '<algorithm type="Numbers"/>'
for workers in 1 2 4; do
    runs t.xml -q -j $workers -o takes-$workers
    is takes-$workers/run.json events 100
    is takes-$workers/numbers.json sum 5050
done
job '<input type="TakesTooMany"/>'
fails 3 't.xml:2: TakesTooMany: event 1: take() took more events than it was asked for' t.xml

job '<algorithm type="ThrowsLong"/>'
fails 4 "t.xml:2: ThrowsLong: event 1: no text ((anonymous namespace)::silent), in branch 'ThrowsLong'" t.xml -n 1
fails 4 "t.xml:2: ThrowsLong: event 2: $(printf '%01000d' 0 | tr 0 x)..., in branch 'ThrowsLong'" t.xml -n 2 --skip 1
job '<algorithm type="Forgets"/>'
"$gaudit" run t.xml -n 1 -q >out 2>err && wrong 'what was not announced is written'
[ "$(wc -l <err)" = 1 ] || wrong "Forgets: $(cat err)"
job '<input type="ThrowsInCount"/>'
runs t.xml -q

finish
