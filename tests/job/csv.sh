#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# CsvInput in jobs: what is read, what is left out, what is refused.
. "$(dirname "$0")/job.sh"

cat >e.csv <<EOF
evt,x,run
1,10,A
2,20,A
4,40,B
EOF
cat >m.csv <<EOF
evt,kind,pt
1,G,5
1,T,6
2,G,7
3,G,8
4,"G",9
4,T,10
5,T,11
EOF
cat >job.xml <<EOF
<job>
  <input type="CsvInput" name="Events">
    <property name="Files" value="$work/e.csv, m=$work/m.csv"/>
    <property name="Key" value="evt"/>
  </input>
  <auditor type="CountAuditor"/>
  <algorithm type="Histogram1D" name="Pt">
    <property name="Input" value="m.pt"/>
    <property name="Max" value="100"/>
    <property name="Bins" value="1"/>
  </algorithm>
  <algorithm type="Threshold" name="X">
    <property name="Column" value="e.x"/>
    <property name="Min" value="15"/>
  </algorithm>
</job>
EOF

# --- joining ---------------------------------------------------------------------------
runs job.xml -o plain
is plain/histogram-Pt.json entries 5
is plain/histogram-Pt.json mean 7.4
says "gaudit: warning: Events: table 'm': rows without an event in the first table: 2"
grep -q '"table": "m", .*"rows": 5, "skipped": 0, "without_event": 2}' plain/csv-Events.json ||
    wrong "other rows of table m"

runs job.xml -o repeated -s Events.Repeat=3 -j 2
is repeated/histogram-Pt.json entries 15
is repeated/histogram-Pt.json mean 7.4
runs job.xml -o endless -s Events.Repeat=0 -n 7
is endless/histogram-Pt.json entries 12 # 5 + 5 + the first event once more
runs job.xml -o skipped --skip 1
is skipped/histogram-Pt.json entries 3
runs job.xml -o beyond --skip 3
is beyond/histogram-Pt.json entries 0
is beyond/histogram-Pt.json mean null

# Several events of the files as one: events 1 and 2, then 4; the keys 3 and 5 have none.
runs job.xml -o merged -s Events.Merge=2
is merged/histogram-Pt.json entries 5
says "gaudit: warning: Events: table 'm': rows without an event in the first table: 2"
grep -q '"events": 2,' merged/run.json || wrong "not two merged events"
runs job.xml -o merged-skipped -s Events.Merge=2 --skip 1
is merged-skipped/histogram-Pt.json mean 9.5
runs job.xml -o all -s Events.Merge=0 -s Events.Repeat=3 -j 2
is all/histogram-Pt.json entries 15
is all/histogram-Pt.json mean 7.4
grep -q '"events": 3,' all/run.json || wrong "not one merged event per pass"
same repeated all csv-Events.json histogram-Pt.json
runs job.xml -o merged-rows -s Events.Key= -s Events.Merge=2
is merged-rows/histogram-Pt.json entries 3

# Without a key the n-th rows belong together.
runs job.xml -o rows -s Events.Key=
is rows/histogram-Pt.json entries 3
is rows/histogram-Pt.json mean 6.0
runs job.xml -o rows-repeated -s Events.Key= -s Events.Repeat=3
is rows-repeated/histogram-Pt.json entries 9
is rows-repeated/histogram-Pt.json mean 6.0

# A table without rows is empty in every event, whatever its columns hold.
echo evt,kind,pt >none.csv
runs job.xml -o none -s "Events.Files=e=$work/e.csv, m=$work/none.csv"
is none/histogram-Pt.json entries 0
runs job.xml -o nothing -s "Events.Files=m=$work/m.csv, e=$work/none.csv" -s X.Column=e.pt
is nothing/histogram-Pt.json entries 7

# --- bad values ------------------------------------------------------------------------
cat >bad.csv <<EOF
evt,kind,pt
1,G,5
1,T,abc
2,G,
2,G
4,G,nan
4,T,10
EOF
files="Events.Files=e=$work/e.csv, m=$work/bad.csv"
text='; if the column holds text, name it in Text'
fails 3 "job.xml:2: Events: event 1: @/bad.csv:3: column 'pt': 'abc' is not a number$text" \
    job.xml -s "$files"
for threads in 1 2; do
    runs job.xml -s "$files" -s Events.OnBadRow=Skip -j $threads -o bad-$threads
    says "gaudit: warning: Events: table 'm': bad rows skipped: 4; the first: $work/bad.csv:3: column 'pt': 'abc' is not a number$text"
done
same bad-1 bad-2 csv-Events.json histogram-Pt.json counts.json
is bad-1/histogram-Pt.json entries 2
grep -q '"rows": 2, "skipped": 4, ' bad-1/csv-Events.json || wrong "other counts of bad rows"

# Unread columns are not checked.
cat >unread.csv <<EOF
evt,kind,pt,junk
1,G,5,1
1,G,5,?
EOF
runs job.xml -s "Events.Files=e=$work/e.csv, m=$work/unread.csv" -o unread
is unread/histogram-Pt.json entries 2

# --- large files -----------------------------------------------------------------------
# 80 MB in rows of up to 10 kB, of which any may lie in two blocks: memory does not grow with it.
awk 'BEGIN { print "evt,pt,junk"; for (i = 0; i < 16000; i++) printf "%d,%d,%0*d\n", i, i % 100, 1 + 7919 * i % 10000, i }' >large.csv
head -3 large.csv >little.csv
for size in little large; do
    runs job.xml -s "Events.Files=m=$work/$size.csv" -s X.Column=m.pt -s Events.Repeat=2 -j 2 -o $size
done
is large/histogram-Pt.json entries 32000
is large/histogram-Pt.json mean 49.5
grew=$(($(field large/run.json peak_rss_bytes) - $(field little/run.json peak_rss_bytes)))
[ $grew -lt 20000000 ] || wrong "a file of $(wc -c <large.csv) bytes used $grew bytes of memory"

# --- where blocks end ------------------------------------------------------------------
# Events of 0 to 4 muons, in rows of up to 90 kB: some at once, or one only. The same rows with
# other line ends, empty lines, a byte order mark, quotes, and without the last line's end.
awk 'BEGIN {
    print "evt,x" >"many.csv"
    print "evt,kind,pt,junk" >"plain.csv"
    for (i = 1; i <= 3000; i++) {
        print i "," i >"many.csv"
        for (k = 0; k < i * 7 % 5; k++)
            printf "%d,G,%d.%d,%0*d\n", i, (i + k) % 97, k, i % 500 ? 7 : 90000, k >"plain.csv"
    }
}'
sed 's/$/\r/; 100~7s/$/\n\r\n/' plain.csv >returns.csv
printf '\357\273\277' | cat - plain.csv | head -c -1 >no-end.csv
sed '2~3s/,\([0-9.]*\),/,"\1",/; 5~90s/G/"G, ""g""\nG"/' plain.csv >quotes.csv
for rows in plain returns no-end quotes; do
    for threads in 1 2; do
        runs job.xml -s "Events.Files=e=$work/many.csv, m=$work/$rows.csv" -j $threads -o $rows-$threads
        same plain-1 $rows-$threads histogram-Pt.json counts.json
    done
    is $rows-1/histogram-Pt.json entries $(($(wc -l <plain.csv) - 1))
    grep -q '"table": "m", .*"rows": 6000, "skipped": 0, "without_event": 0}' $rows-2/csv-Events.json ||
        wrong "other rows in $rows.csv"
done
is plain-1/histogram-Pt.json mean "$(awk -F, 'NR > 1 { sum += $3 } END { printf "%.9g", sum / (NR - 1) }' plain.csv)"
runs job.xml -s "Events.Files=e=$work/many.csv, m=$work/plain.csv" -n 2001 -j 2 -o part
grep -q '"table": "e", .*"rows": 2001, ' part/csv-Events.json || wrong "more rows than events"

# A bad row, behind many good ones and before others, ends the job at the same event.
sed '4000s/,[0-9]*$//' plain.csv >bad.csv
event=$(sed -n 3999p plain.csv | cut -d, -f1)
for threads in 1 2; do
    fails 3 "job.xml:2: Events: event $((event + 1)): bad.csv:4000: 3 columns, but the header has 4" \
        job.xml -s "Events.Files=e=many.csv, m=bad.csv" -j $threads -o cut-$threads
    is cut-$threads/run.json events "$event"
    is cut-$threads/histogram-Pt.json entries 3998
done
# A bad row among rows without an event ends it at the event whose rows are behind them.
sed '/^2000,/d' many.csv >fewer.csv
awk -F, 'NR > 1 && $1 > 2000 && !done++ { print "2000,G,1,1\n2000,G,1" } { print }' plain.csv >bad.csv
line=$(grep -n '^2000,G,1$' bad.csv | cut -d: -f1)
for threads in 1 2; do
    fails 3 "warning: Events: table 'm': rows without an event in the first table: 1
gaudit: job.xml:2: Events: event 2000: bad.csv:$line: 3 columns, but the header has 4" \
        job.xml -s "Events.Files=e=fewer.csv, m=bad.csv" -j $threads -o lost-$threads
    is lost-$threads/run.json events 1999
done
sed '4000s/,G,[0-9.]*/,G,1.2.3/' plain.csv >bad.csv
event=$(sed -n 4000p plain.csv | cut -d, -f1)
for threads in 1 2; do
    fails 3 "job.xml:2: Events: event $event: bad.csv:4000: column 'pt': '1.2.3' is not a number$text" \
        job.xml -s "Events.Files=e=many.csv, m=bad.csv" -j $threads -o torn-$threads
    [ $threads -gt 1 ] || is torn-1/run.json events $((event - 1)) # the other worker may be ahead
    runs job.xml -s "Events.Files=e=many.csv, m=bad.csv" -s Events.OnBadRow=Skip -j $threads -o torn-skip-$threads
    is torn-skip-$threads/histogram-Pt.json entries 5999
done
same torn-skip-1 torn-skip-2 csv-Events.json histogram-Pt.json

# --- what is refused -------------------------------------------------------------------
fails 2 "job.xml:2: Events: Files: no file is given (TABLE=PATH)" job.xml -s Events.Files=
fails 3 "job.xml:2: Events: nix.csv: No such file or directory" job.xml -s Events.Files=e=nix.csv
fails 3 "job.xml:2: Events: /dev/zero: is a device, not a file" job.xml -s Events.Files=e=/dev/zero
fails 2 "job.xml:2: Events: Files: two tables are called 'e'" job.xml \
    -s "Events.Files=e=e.csv, e=m.csv"
fails 2 "job.xml:2: Events: Files: the name of table 'a.b' has a dot" job.xml \
    -s "Events.Files=a.b=e.csv"
fails 2 "job.xml:2: Events: Files: '=e.csv' has no name for its table (TABLE=PATH)" job.xml \
    -s "Events.Files==e.csv"
fails 2 "job.xml:2: Events: Text: no table has a column 'kinds'" job.xml -s Events.Text=kinds
fails 2 "job.xml:2: Events: @/e.csv: has no column 'event' to be joined by (Key)" job.xml \
    -s Events.Key=event
fails 2 "job.xml:7: Pt: table 'm' has no column 'ptt'; it has: evt, kind, pt; did you mean 'pt'?" \
    job.xml -s Pt.Input=m.ptt
fails 2 "job.xml:7: Pt.Input: there is no table 'n'" job.xml -s Pt.Input=n.pt
fails 2 "job.xml:7: Pt: reads 'm.kind' as numbers, but 'Events' makes it as text" job.xml \
    -s Pt.Input=m.kind
fails 2 "job.xml:7: Pt: reads 'm.pt' as numbers, but 'Events' makes it as text" job.xml \
    -s Events.Text=m.pt
printf 'evt,x,x\n1,2,3\n' >twice.csv
fails 3 "job.xml:2: Events: twice.csv:1: two columns are called 'x'" job.xml -s Events.Files=e=twice.csv
printf 'evt,x\none,2\n' >word.csv
fails 3 "job.xml:2: Events: word.csv:2: column 'evt': 'one' is not a whole number" job.xml \
    -s Events.Files=e=word.csv
printf 'evt,x\n1,2\n2,3\n1,4\n' >falling.csv
fails 3 "job.xml:2: Events: event 3: falling.csv:4: column 'evt' falls from 2 to 1; rows must be in rising order" \
    job.xml -s "Events.Files=e=falling.csv, m=m.csv" -s Events.OnBadRow=Skip
printf 'evt,x\n1,20\n2\n' >short.csv
for threads in 1 2; do
    fails 3 "job.xml:2: Events: event 2: short.csv:3: 1 column, but the header has 2" job.xml \
        -s "Events.Files=e=short.csv, m=m.csv" -j $threads -o short-$threads
    is short-$threads/run.json events 1
    is short-$threads/histogram-Pt.json entries 2
done
fails 3 "job.xml:2: Events: event 2: short.csv:3: 1 column, but the header has 2" job.xml \
    -s "Events.Files=e=short.csv, m=m.csv" -s Events.Merge=0 -o short-merged
is short-merged/histogram-Pt.json entries 2
printf 'evt,kind,pt\n1,G,5\n1,T\n' >short.csv
fails 3 "job.xml:2: Events: event 2: short.csv:3: 2 columns, but the header has 3" job.xml \
    -s "Events.Files=e=e.csv, m=short.csv"
fails 3 "job.xml:2: Events: event 2: short.csv:3: 2 columns, but the header has 3" job.xml \
    -s "Events.Files=e=e.csv, m=short.csv" --skip 1
mkfifo pipe
fails 3 "job.xml:2: Events: pipe: is a pipe, not a file" job.xml -s Events.Files=e=pipe
finish
