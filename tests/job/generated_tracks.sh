#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# TrackFinder and TrackFit on generated events: efficiency, and errors that are right.
. "$(dirname "$0")/job.sh"

cat >job.xml <<EOF
<job>
  <input type="GeneratorInput" name="Events">
    <property name="Events" value="300"/>
    <property name="Seed" value="5"/>
  </input>
  <auditor type="CountAuditor"/>
  <sequence name="Tracking">
    <algorithm type="TrackFinder" name="Finder"/>
    <algorithm type="TrackFit" name="Fit"><property name="Tracks" value="Finder"/></algorithm>
  </sequence>
  <algorithm type="TrackCheck" name="Check"><property name="Tracks" value="Fit"/></algorithm>
  <algorithm type="TrackCheck" name="Hard">
    <property name="Tracks" value="Finder"/>
    <property name="MinPt" value="1"/>
  </algorithm>
  <algorithm type="Histogram1D" name="Pull">
    <property name="Input" value="Check.pull"/>
    <property name="Min" value="-5"/>
    <property name="Max" value="5"/>
  </algorithm>
  <algorithm type="Histogram1D" name="Pt">
    <property name="Input" value="Fit.pt"/>
    <property name="Min" value="0.3"/>
    <property name="Max" value="200"/>
  </algorithm>
  <algorithm type="Histogram1D" name="Z0Error">
    <property name="Input" value="Fit.z0_error"/>
    <property name="Max" value="5"/>
  </algorithm>
</job>
EOF

# within VALUE LOW HIGH WHAT
within() {
    awk -v x="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(x >= low && x <= high) }' ||
        wrong "$4 is $1, not from $2 to $3"
}

# column PARAMETER NAME: of the table of pulls
column() {
    sed -n "s/.*\"parameter\": \"$1\",.*\"$2\": \([-0-9.e]*\).*/\1/p" all-1/track_check-Check.json
}

for threads in 1 2 5; do
    runs job.xml -j $threads -o all-$threads
done
for threads in 2 5; do
    same all-1 all-$threads track_check-Check.json track_check-Hard.json counts.json \
        histogram-Pull.json histogram-Pt.json
done

document=all-1/track_check-Check.json
is $document events 300
within "$(field $document particles)" 8500 10500 "the number of particles"
within "$(field $document 'efficiency_%')" 99.5 100 "the efficiency"
within "$(field $document 'ghost_rate_%')" 0 0.1 "the ghost rate"
within "$(field $document clones)" 0 2 "the number of clones"
within "$(field all-1/track_check-Hard.json 'efficiency_%')" 99.8 100 "the efficiency above 1 GeV"
for parameter in 'charge \/ pt' phi d0 'cot theta' z0; do
    within "$(column "$parameter" entries)" 8000 10500 "the number of pulls of $parameter"
    within "$(column "$parameter" outside)" 0 10 "the number of far pulls of $parameter"
    within "$(column "$parameter" width)" 0.9 1.1 "the width of the pulls of $parameter"
    within "$(column "$parameter" mean)" -0.06 0.06 "the mean of the pulls of $parameter"
done
[ "$(column 'charge \/ pt' entries)" = "$(field all-1/histogram-Pull.json entries)" ] ||
    wrong "column pull has other rows than there are pulls"
[ "$(field all-1/histogram-Pt.json entries)" = "$(field $document tracks)" ] ||
    wrong "table Fit has other rows than there are tracks"
[ "$(field all-1/histogram-Z0Error.json underflow)" = 0 ] || wrong "there are negative errors"

# Parts, and the same events again.
runs job.xml -n 100 -o head
runs job.xml --skip 100 -o tail
for count in particles found ghosts clones tracks; do
    [ $(($(field head/track_check-Check.json $count) + $(field tail/track_check-Check.json $count))) -eq \
        "$(field $document $count)" ] || wrong "the parts have other $count than the whole"
done

# Wrong errors show in the pulls.
runs job.xml -n 100 -o wrong -s Fit.SigmaRPhi=0.03,0.03,0.03,0.05,0.05,0.05,0.08,0.08,0.08 \
    -s Fit.Thickness=0.08,0.08,0.08,0.08,0.08,0.08,0.08,0.08,0.08
cp wrong/track_check-Check.json all-1/
within "$(column 'charge \/ pt' width)" 0.4 0.6 "the width of pulls with errors twice as large"
[ "${3:-thorough}" = thorough ] || finish

# More noise and a worse detector: fewer are found, ghosts are still rare.
runs job.xml -o worse -s Events.HitEfficiency=0.9 -s Events.NoiseHits=300
within "$(field worse/track_check-Check.json 'efficiency_%')" 95 99.9 "the efficiency of a worse detector"
within "$(field worse/track_check-Check.json 'ghost_rate_%')" 0 1 "the ghost rate of a worse detector"
finish
