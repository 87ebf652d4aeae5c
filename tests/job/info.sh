#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# usage: info.sh GAUDIT OPTIONS DEPTH FILES: what `gaudit info` prints of files of a run and of those that FILES makes,
# also damaged ones and ones with more blocks and lanes than are kept in memory.
. "$(dirname "$0")/job.sh"
export TZ=UTC COLUMNS=80
mkdir files && "$4" files || exit 1

# info ARGUMENT...: must succeed; the output is in "out".
info() {
    "$gaudit" info "$@" >out 2>err || wrong "info $*: status $?"
    [ ! -s err ] || wrong "info $*: $(cat err)"
}

# refused STATUS MESSAGE ARGUMENT...
refused() {
    want=$1 message=$2
    shift 2
    "$gaudit" info "$@" >out 2>err
    status=$?
    [ $status -eq "$want" ] && [ "$(cat err)" = "$message" ] || wrong "info $*: status $status, $(cat err)"
}

# --- forged files ----------------------------------------------------------------------
cd files || exit 1
{
    info -v timeline.gtr && cat out && echo
    info killed.gtr empty.gtr samples.gtr && cat out && echo
    COLUMNS=150 info -v --table lanes timeline.gtr && cat out
    for table in files records lanes blocks lists; do
        info timeline.gtr killed.gtr empty.gtr --table $table -f csv && cat out
    done
    info -f json --table lanes timeline.gtr && cat out
    info -f markdown timeline.gtr && cat out
    # What the queue dropped is not what a lost block had.
    for file in dropped lost; do
        info $file.gtr && sed -n '1,/^$/d; /^$/q; p' out
        info --table lanes $file.gtr && sed -n 3,5p out
    done
} >all
expected info <all
# How small it gets is a matter of the library.
info -v compressed.gtr
sed -i -e 's/^\( *[0-3]\)  *[0-9]*  *[0-9]*  zlib/\1 # #  zlib/; s/^\(size *\)[0-9]* B,/\1# B,/; s/in [0-9.]* [k]*B, [0-9.]* %/in # B, # %/' out
grep -x 'size      # B, 4 blocks, 4 compressed: 1.064 kB of records in # B, # %' out >/dev/null || wrong "compressed: $(cat out)"
grep -q '^    2 # #  zlib  *280  entries of a lane: 2, totals of a *$' out || wrong "compressed: $(cat out)"
info -v --table lists timeline.gtr && cp out lists
info -v --table lists compressed.gtr && sed 's/compressed/timeline/' out | cmp - lists || wrong "compressed: other lists"

# --- many ------------------------------------------------------------------------------
info blocks.gtr -v
[ "$(grep -c '^ *[0-9]*  *1  *[0-9]*  *4  *14  *[0-9.]*  *[0-9.]*  *0$' out)" = 20000 ] || wrong "lists of many blocks"
[ "$(grep -c '^ *[0-9]*  *[0-9]*  *104  none  *72  ' out)" = 20000 ] || wrong "many blocks"
# Columns stand below each other: the last row is as long as the first.
info blocks.gtr --table lists
[ "$(sed -n '5,$p' out | awk '{ print length($0) }' | sort -u | wc -l)" = 1 ] || wrong "rows of many blocks have different lengths"
info blocks.gtr --table lists -f csv
[ "$(sed 1d out | awk -F, '{ n++; sum += $4 } END { print n, sum }')" = "20000 199990000" ] || wrong "lists of many blocks as data"
info lanes.gtr -f csv --table lanes
[ "$(wc -l <out) $(tail -n 1 out)" = "1026 lanes.gtr,,[6 others],,,24,6,84,7,,1.025,1.031" ] || wrong "many lanes: $(tail -n 1 out)"
info lanes.gtr
grep -qx '\.\.\. and 1017 more' out || wrong "many lanes: $(cat out)"

# --- a run -----------------------------------------------------------------------------
cd "$work" || exit 1
"$gaudit" run "$options/quickstart.xml" -q -n 50 --event-data -o run || wrong "run: status $?"
mkdir -p run/process-2 run/process-x run/process-10 && cp files/empty.gtr run/process-10/b.gtr
cp files/empty.gtr run/process-2/a.gtr && cp files/empty.gtr run/process-x
info run -f csv
[ "$(cut -d, -f1,2,4,7 out | sed '2s/,[0-9]*,/,PID,/' | tr '\n' ' ')" = \
    "file,content,pid,ended run/events.gtr,events,PID,1 run/process-2/a.gtr,empty,0,0 run/process-10/b.gtr,empty,0,0 " ] ||
    wrong "a run: $(cat out)"
[ "$(cut -d, -f19 out | sed -n 2p)" = 50 ] || wrong "a run: $(cat out)"
seconds=$(cut -d, -f6 out | sed -n 2p)
awk -v t="$seconds" 'BEGIN { exit !(t > 0 && t < 3600) }' || wrong "a run lasts $seconds s"
began=$(cut -d, -f5 out | sed -n 2p)
[ $(($(date +%s) - $(date -d "$began" +%s))) -lt 86400 ] || wrong "a run began $began"
info run/events.gtr --table records -f csv
[ "$(sed -n 's/^[^,]*,\(.*\),[0-9]*$/\1/p' out)" = "13,events,1,0
14,totals of events,3,0" ] || wrong "a run: $(cat out)"

# --- a timeline of a run ---------------------------------------------------------------
"$gaudit" run "$options/quickstart.xml" -q -n 50 -j 2 --timeline -o line || wrong "a timeline: status $?"
info line -f csv
[ "$(cut -d, -f1,2,7,12-17,19 out | sed 1d)" = "line/timeline.gtr,timeline,1,0,0,0,0,0,0,50" ] || wrong "a timeline: $(cat out)"
info line -f csv --table lanes
[ "$(cut -d, -f1,3,10 out | sed 1d | sort -u)" = "line/timeline.gtr,worker,0" ] || wrong "a timeline: $(cat out)"
awk -F, 'NR > 1 && !($6 > 0 && $8 > $6 && $11 >= 0 && $12 >= $11) { exit 1 }' out || wrong "a timeline: $(cat out)"
entries=$(awk -F, 'NR > 1 { n += $6 } END { print n }' out)
info line -f csv --table lists
[ "$(awk -F, 'NR > 1 { n += $5 } END { print n }' out)" = "$entries" ] || wrong "a timeline: lists of other entries: $(cat out)"

# --- a timeline that lies elsewhere ----------------------------------------------------
"$gaudit" run "$options/quickstart.xml" -q -n 5 -a TraceAuditor:File=elsewhere.gtr -o away || wrong "a timeline elsewhere: status $?"
[ -e away/timeline.gtr ] && wrong "the timeline is not elsewhere"
info away -f csv
[ "$(cut -d, -f1,2,19 out | sed 1d)" = "$PWD/elsewhere.gtr,timeline,5" ] || wrong "a timeline elsewhere: $(cat out)"
"$gaudit" report timeline away >picture.svg || wrong "a picture of a timeline elsewhere: status $?"
"$gaudit" report timeline elsewhere.gtr >same.svg || wrong "a picture of elsewhere.gtr: status $?"
# The titles differ: one is of the folder.
grep -c '<rect' picture.svg >rects && grep -c '<rect' same.svg | cmp - rects || wrong "another picture"
"$gaudit" report event 2 away -f csv >event && "$gaudit" report event 2 elsewhere.gtr -f csv | cmp - event || wrong "another event"
# The one in the folder is read once, however its name is written; another that is gone is left out.
cp -r line moved && info "$PWD/line" -f csv && [ "$(sed 1d out | wc -l)" = 1 ] || wrong "a timeline is read twice"
sed -i 's|"file": .*|"file": "gone.gtr",|' moved/timeline.json && info moved -f csv
[ "$(sed 1d out | cut -d, -f1)" = moved/timeline.gtr ] || wrong "a timeline that is gone: $(cat out)"

# --- what is refused -------------------------------------------------------------------
mkdir none && echo text >none/text
refused 1 "gaudit: 'missing.gtr': No such file or directory" missing.gtr
refused 1 "gaudit: 'none' has no trace files (*.gtr), as 'gaudit run JOB.xml --timeline -o DIR' and 'gaudit collect -o DIR -- PROGRAM' write" none
refused 5 "gaudit: 'none/text': not a trace file" none/text
refused 5 "gaudit: 'none/text': not a trace file" none/text files/timeline.gtr missing.gtr
grep -q '^files/timeline.gtr: timeline of process 4242' out || wrong "a file after one that is no trace is not shown"
refused 1 "gaudit info: a trace file or a folder is missing (see 'gaudit help info')"
refused 1 "gaudit info: --table takes files, records, lanes, items, blocks or lists, not 'none' (see 'gaudit help info')" none --table none
"$gaudit" info files >/dev/full 2>err
[ $? -eq 5 ] && grep -q '^gaudit: the table cannot be written: ' err || wrong "a full disk: $(cat err)"
finish
