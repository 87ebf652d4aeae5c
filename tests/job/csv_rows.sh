#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# CsvInput with one table: where events begin and end among rows that are taken together.
. "$(dirname "$0")/job.sh"

cat >job.xml <<EOF
<job>
  <input type="CsvInput" name="Events">
    <property name="Files" value="m=$work/plain.csv"/>
    <property name="Key" value="evt"/>
  </input>
  <auditor type="CountAuditor"/>
  <algorithm type="Histogram1D" name="Line">
    <property name="Input" value="m.line"/>
    <property name="Max" value="10000"/>
    <property name="Bins" value="100"/>
  </algorithm>
</job>
EOF

# --- events of many lengths --------------------------------------------------------------
sizes='1 2 1 1023 1 1024 2 1025 31 32 33 1 1'
events=$(echo $sizes | wc -w)
echo $sizes | awk '{
    print "evt,name,line"
    for (line = event = 1; event <= NF; event++)
        for (row = 0; row < $event; row++)
            printf "%d,a name,%d\n", 3 * event - 9, ++line
}' >plain.csv
rows=$(($(wc -l <plain.csv) - 1))
sed 's/$/\r/' plain.csv >returns.csv
sed '7~100s/$/\n\n/; 1024,1026s/^/\n/' plain.csv >empty.csv
sed 's/$/\r/; 7~100s/$/\n\r\n/' plain.csv >empty-returns.csv
printf '\357\273\277' | cat - plain.csv | head -c -1 >no-end.csv
sed 's/$/\r/' no-end.csv | head -c -1 >no-end-returns.csv
sed '5~3s/a name/"a ""name"""/; 1020~7s/a name/"a\nname,"/' plain.csv >quotes.csv
sed '3~64s/a name/"a name"/; 4~64s/^/ /; 5~64s/a name/\xac\x80\xffname/' plain.csv >signs.csv
awk 'NR % 500 == 7 { gsub(/a name/, sprintf("%0*d", 1500 + NR, 0)) } { print }' plain.csv >long.csv

# rest FILE FIRST ARGUMENT...: the rows of that event, from 1, and of those behind it, and no others.
rest() {
    file=$1 first=$2
    shift 2
    rm -rf rest
    runs job.xml -s "Events.Files=m=$work/$file.csv" --skip $((first - 1)) -o rest "$@"
    before=$(echo $sizes | awk -v first=$first '{ for (i = 1; i < first; i++) n += $i; print n + 0 }')
    is rest/histogram-Line.json entries $((rows - before))
    twice=$((before + rows + 3))
    is rest/histogram-Line.json mean "$((twice / 2)).$((twice % 2 * 5))"
    is rest/run.json events $((events - first + 1))
}
for first in $(seq $events); do
    rest plain $first
    rest quotes $first -j 2
done
for file in returns empty empty-returns no-end no-end-returns quotes signs long; do
    rest $file 1
    rest $file 1 -j 2
    rest $file 6
done

# Without a key each row is an event.
for form in plain returns empty no-end quotes signs long; do
    for threads in 1 2; do
        runs job.xml -s "Events.Files=m=$work/$form.csv" -s Events.Key= -j $threads -o each-$form-$threads
        is each-$form-$threads/run.json events $rows
        same each-plain-1 each-$form-$threads histogram-Line.json counts.json
    done
done
runs job.xml -s Events.Key= --skip 1025 -n 1 -o one
is one/histogram-Line.json mean 1027.0
runs job.xml -s Events.Key= -s Events.Merge=1024 -s Events.Repeat=3 -j 2 -o merged
is merged/run.json events 12 # of 3178 rows, three times
is merged/histogram-Line.json entries $((3 * rows))
runs job.xml -s Events.Merge=3 -o merged-keys
is merged-keys/run.json events 5
is merged-keys/histogram-Line.json entries $rows

# A line without columns is no row, also where rows have one column.
printf 'line\n2\n3\n\n5\n\r\n7\n8\n' >column.csv
runs job.xml -s "Events.Files=m=$work/column.csv" -s Events.Key= -o column
is column/run.json events 5
is column/histogram-Line.json mean 5.0

# Rows that lie between those of events are left out, wherever blocks of the file end.
awk 'BEGIN {
    print "evt,x" >"third.csv"
    print "evt,line,junk" >"all.csv"
    for (i = 1; i <= 3000; i++) {
        if (i % 3 == 1)
            print i ",0" >"third.csv"
        printf "%d,%d,%0*d\n", i, i, 1 + 7919 * i % 900, 0 >"all.csv"
    }
}'
for threads in 1 2; do
    runs job.xml -s "Events.Files=e=$work/third.csv, m=$work/all.csv" -s Events.Repeat=2 -j $threads -o third-$threads
    is third-$threads/histogram-Line.json entries 2000
    is third-$threads/histogram-Line.json mean 1499.5
done
same third-1 third-2 histogram-Line.json csv-Events.json

# --- bad rows ----------------------------------------------------------------------------
# The first row, those around the 32nd and the 1024th, and the last end the job behind the event before.
for line in 3 32 33 34 35 1024 1025 1026 $((rows + 1)); do
    sed "${line}s/a name,//" plain.csv >bad.csv
    wanted="bad.csv:$line: 2 columns, but the header has 3"
    for threads in 1 2; do
        fails 3 "job.xml:2: Events: event $((line - 1)): $wanted" job.xml -s Events.Files=m=bad.csv \
            -s Events.Key= -j $threads -o bad-$line-$threads
        is bad-$line-$threads/run.json events $((line - 2))
        is bad-$line-$threads/histogram-Line.json entries $((line - 2))
    done
    fails 3 "job.xml:2: Events: event $((line - 1)): $wanted" job.xml -s Events.Files=m=bad.csv \
        -s Events.Key= --skip $((line - 3)) -o bad-$line-skip
    is bad-$line-skip/histogram-Line.json entries 1
    runs job.xml -s "Events.Files=m=$work/bad.csv" -s Events.OnBadRow=Skip -j 2 -o left-out-$line
    says "gaudit: warning: Events: table 'm': bad rows skipped: 1; the first: $work/$wanted"
    is left-out-$line/histogram-Line.json entries $((rows - 1))
done
# In an event of 1023 rows: the rows before it are an event.
sed '1000s/^[0-9-]*,/x,/' plain.csv >bad.csv
fails 3 "job.xml:2: Events: event 5: bad.csv:1000: column 'evt': 'x' is not a whole number" \
    job.xml -s Events.Files=m=bad.csv -o bad-key
is bad-key/histogram-Line.json entries 998
sed '1000s/^[0-9-]*,/2,/' plain.csv >bad.csv
fails 3 "job.xml:2: Events: event 5: bad.csv:1000: column 'evt' falls from 3 to 2; rows must be in rising order" \
    job.xml -s Events.Files=m=bad.csv -s Events.OnBadRow=Skip -o falls
is falls/histogram-Line.json entries 998
sed '1000s/[0-9]*$/1.2.3/' plain.csv >bad.csv
text='; if the column holds text, name it in Text'
fails 3 "job.xml:2: Events: event 4: bad.csv:1000: column 'line': '1.2.3' is not a number$text" job.xml \
    -s Events.Files=m=bad.csv -o bad-value
is bad-value/run.json events 3
finish
