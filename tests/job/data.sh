#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# CsvInput reads all real files, and the tables belong together.
. "$(dirname "$0")/job.sh"
need_data

# rows FILE: without the header.
rows() {
    echo $(($(wc -l <"$1") - 1))
}

# table_rows FOLDER TABLE
table_rows() {
    sed -n "s/.*\"table\": \"$2\", .*\"rows\": \([0-9]*\), \"skipped\": 0, \"without_event\": 0}.*/\1/p" \
        "$1/csv-Events.json"
}

tables="events calo electrons hlt_accept jets l1 met muons photons tracks vertices"
files=
for table in $tables; do
    files="$files${files:+, }$table=\${GAUDIT_DATA}/hlt/$table.csv"
done
cat >hlt.xml <<EOF
<job>
  <input type="CsvInput" name="Events">
    <property name="Files" value="$files"/>
    <property name="Key" value="evt"/>
  </input>
  <auditor type="CountAuditor"/>
  <algorithm type="PairMass" name="GlobalMuons"><property name="Select" value="kind=G"/></algorithm>
  <algorithm type="GlobalEventCut" name="NoTrack">
    <property name="MaxCount" value="0"/>
  </algorithm>
  <algorithm type="Histogram1D" name="Energy">
    <property name="Input" value="calo.energy"/>
    <property name="Min" value="-1000"/>
    <property name="Max" value="0"/>
  </algorithm>
</job>
EOF
for threads in 1 2; do
    runs hlt.xml -j $threads -o hlt-$threads
done
same hlt-1 hlt-2 pairs-GlobalMuons.json histogram-Energy.json csv-Events.json counts.json
is hlt-1/pairs-GlobalMuons.json events 186
is hlt-1/pairs-GlobalMuons.json accepted 28
grep -q '"name": "NoTrack", "executed": 186, "accepted": 5, ' hlt-1/counts.json ||
    wrong "not 5 events without a track"
is hlt-1/histogram-Energy.json entries 140836
[ $((140836 - $(field hlt-1/histogram-Energy.json overflow))) -eq 18692 ] ||
    wrong "not 18692 hits of negative energy"
for table in $tables; do
    [ "$(table_rows hlt-1 $table)" = "$(rows "$GAUDIT_DATA/hlt/$table.csv")" ] ||
        wrong "not all rows of $table were read"
done

# one_row NAME FILE KEY COLUMN: a job that reads one file
one_file() {
    cat >"$1.xml" <<EOF
<job>
  <input type="CsvInput" name="Events">
    <property name="Files" value="table=\${GAUDIT_DATA}/$2"/>
    <property name="Key" value="$3"/>
  </input>
  <algorithm type="Histogram1D" name="All"><property name="Input" value="table.$4"/></algorithm>
</job>
EOF
    runs "$1.xml" -o "$1"
    is "$1/histogram-All.json" entries "$(rows "$GAUDIT_DATA/$2")"
}
one_file menu hlt/hlt_menu.csv menu index
one_file hits hits/hits.csv event x
one_file truth hits/truth.csv event particle_id
one_file particles hits/particles.csv event px

# The official file: E and p as columns, pt as well, and a mass to compare with.
cat >official.xml <<EOF
<job>
  <input type="CsvInput" name="Events">
    <property name="Files" value="pairs=\${GAUDIT_DATA}/dimuon/MuRun2010B_0.csv"/>
  </input>
  <algorithm type="PairMass" name="JPsi">
    <property name="Input" value="pairs"/>
    <property name="Select" value="Type=G"/>
    <property name="MinMass" value="2.9"/>
    <property name="MaxMass" value="3.3"/>
    <property name="MinPt" value="3"/>
  </algorithm>
</job>
EOF
runs official.xml -o official
is official/pairs-JPsi.json passing "$(awk -F, '
    NR > 1 && $3 == "G" && $12 == "G" && $11 * $20 < 0 && $8 > 3 && $17 > 3 && $21 >= 2.9 && $21 < 3.3 { n++ }
    END { print n + 0 }' "$GAUDIT_DATA/dimuon/MuRun2010B_0.csv")"
finish
