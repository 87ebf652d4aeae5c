#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Histogram1D: the edges of its bins, weights, and its picture.
. "$(dirname "$0")/job.sh"

printf 'x,w\n-1,1\n0,1\n1,2.5\n1.5,0.5\n3.999,0.01\n4,1\n' >w.csv
cat >job.xml <<EOF
<job>
  <input type="CsvInput" name="Events"><property name="Files" value="t=$work/w.csv"/></input>
  <algorithm type="Histogram1D" name="X">
    <property name="Input" value="t.x"/>
    <property name="Max" value="4"/>
    <property name="Bins" value="4"/>
    <property name="Unit" value="GeV"/>
  </algorithm>
</job>
EOF

# report FOLDER ARGUMENT...: the view, in "out".
report() {
    folder=$1
    shift
    "$gaudit" report histogram-X "$folder" "$@" >out 2>&1
}

# contains FILE: what "out" must be.
contains() {
    diff out "$1" || wrong "another output"
}

runs job.xml -o counts
report counts
cat >expected <<EOF
Histogram X of t.x

From [GeV]  To [GeV]  Entries
---------------------------------------------------------------------------------
         0         1        1  #########################
         1         2        2  ##################################################
         2         3        0
         3         4        1  #########################
---------------------------------------------------------------------------------
6 entries; 1 underflow, 1 overflow, 0 NaN
mean 1.62475 GeV, standard deviation 1.47333 GeV
EOF
contains expected

runs job.xml -o weights -s X.Weight=t.w
report weights --format csv
printf 'low,high,count,weight\n0,1,1,1\n1,2,2,3\n2,3,0,0\n3,4,1,0.01\n' >expected
contains expected
is weights/histogram-X.json entries 6

# A value on an edge belongs above it, wherever the edge is.
runs job.xml -o edges -s X.Bins=3 -s X.Min=-1 -s X.Max=0.5
report edges --format csv
printf 'low,high,count\n-1,-0.5,1\n-0.5,0,0\n0,0.5,1\n' >expected
contains expected
seq 0 99 | awk 'BEGIN { print "x,w" } { printf "%.17g,1\n", $1 / 100 }' >w.csv
runs job.xml -o hundred -s X.Bins=100 -s X.Max=1
report hundred --format csv
[ "$(grep -c ',1$' out)" -eq 100 ] || wrong "an edge is in another bin"

# damaged documents
sed -i 's/"bins"/"bin"/' weights/histogram-X.json
report weights && wrong "a document without bins was accepted"
says "gaudit: histogram-X.json: bins is missing"
sed -i 's/"count": 2}/"count": -2}/' counts/histogram-X.json
report counts && wrong "a negative count was accepted"
grep -q 'histogram-X.json: bins\[1\].count' out || wrong "the negative count is not named: $(cat out)"
finish
