#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# PairMass: its two forms of input, and the edges of its cuts.
. "$(dirname "$0")/job.sh"

# Two massless particles back to back, of 5 GeV each: M = 10, pt = 3. A third at rest.
cat >p4.csv <<EOF
evt,kind,n,E,px,py,pz,charge
1,G,1,5,3,0,4,1
1,G,2,5,-3,0,-4,-1
1,T,3,1,0,0,0,1
EOF
cat >row.csv <<EOF
Type1,E1,px1,py1,pz1,Q1,Type2,E2,px2,py2,pz2,Q2
G,5,3,0,4,1,G,5,-3,0,-4,-1
G,5,3,0,4,1,T,5,-3,0,-4,1
G,1,1,0,0.001,1,G,1,1,0,0,0
EOF
# The same two from angles: cosh(eta) = 5/3, eta = ln 3.
cat >angles.csv <<EOF
evt,pt,eta,phi,charge
1,3,1.0986122886681098,0,1
1,3,-1.0986122886681098,3.1415926535897931,-1
EOF
cat >job.xml <<EOF
<job>
  <input type="CsvInput" name="Events">
    <property name="Files" value="t=$work/p4.csv"/>
    <property name="Key" value="evt"/>
  </input>
  <algorithm type="PairMass" name="Pairs">
    <property name="Input" value="t"/>
    <property name="Charge" value="Any"/>
  </algorithm>
</job>
EOF

# counts PAIRS OPPOSITE SAME PASSING ARGUMENT...
n=0
counts() {
    n=$((n + 1))
    pairs=$1 opposite=$2 same=$3 passing=$4
    shift 4
    runs job.xml -o $n "$@"
    is $n/pairs-Pairs.json pairs $pairs
    is $n/pairs-Pairs.json opposite $opposite
    is $n/pairs-Pairs.json same $same
    is $n/pairs-Pairs.json passing $passing
}

# pt > 0 leaves out the particle at rest
counts 3 2 1 1
is $n/pairs-Pairs.json mass_sum_GeV 10.0
counts 3 2 1 0 -s Pairs.MinPt=3
counts 3 2 1 1 -s Pairs.MinPt=2.9999999
counts 3 2 1 1 -s Pairs.MinMass=10
counts 3 2 1 0 -s Pairs.MaxMass=10
counts 3 2 1 1 -s Pairs.MaxMass=10.000001
counts 3 2 1 0 -s Pairs.Charge=Same
counts 1 1 0 1 -s Pairs.Select=kind=G
counts 0 0 0 0 -s Pairs.Select=kind=T
counts 0 0 0 0 -s Pairs.Select=kind=none
is $n/pairs-Pairs.json mass_min_GeV null
counts 1 0 1 0 -s Pairs.Select=charge=1
counts 0 0 0 0 -s "Pairs.Select=kind=G, n=2"

row="-s Events.Files=t=$work/row.csv -s Events.Key="
# shellcheck disable=SC2086 # several words
counts 3 1 1 3 $row # the charge 0 is neither; the last pair has E^2 < p^2, so M = 0
is $n/pairs-Pairs.json mass_min_GeV 0.0
is $n/pairs-Pairs.json mass_sum_GeV 20.0
# shellcheck disable=SC2086
counts 2 1 0 1 $row -s Pairs.Select=Type=G -s Pairs.MinMass=1
# shellcheck disable=SC2086
counts 3 1 1 1 $row -s Pairs.Charge=Opposite
# shellcheck disable=SC2086
counts 2 1 0 1 $row -s Pairs.Select=Type2=G -s Pairs.MaxMass=10

angles="-s Events.Files=t=$work/angles.csv"
# shellcheck disable=SC2086
counts 1 1 0 1 $angles -s Pairs.Mass=0 -s Pairs.MinMass=9.9999999 -s Pairs.MaxMass=10.0000001
# With the mass of the muon: sqrt(100 + 4 m^2)
# shellcheck disable=SC2086
counts 1 1 0 1 $angles -s Pairs.MinMass=10.0022324 -s Pairs.MaxMass=10.0022325

fails 2 "job.xml:6: Pairs: MinMass is 3, not below MaxMass, 3" job.xml -s Pairs.MinMass=3 \
    -s Pairs.MaxMass=3
fails 2 "job.xml:6: Pairs: Select: 'kind' is not COLUMN=VALUE" job.xml -s Pairs.Select=kind
fails 2 "job.xml:6: Pairs: table 't' has no column 'kinds'; it has: evt, kind, n, E, px, py, pz, charge; did you mean 'kind'?" \
    job.xml -s Pairs.Select=kinds=G
fails 2 "job.xml:6: Pairs.Input: there is no table 'u'" job.xml -s Pairs.Input=u

# --- momenta of one particle, angles of the other ----------------------------------------
# mixed MESSAGE COLUMN...: the columns of a table of pairs; without a message it is read.
mixed() {
    message=$1
    shift
    echo "$@" | tr ' ' , >mixed.csv
    echo "$@" | sed 's/[^ ]*/1/g' | tr ' ' , >>mixed.csv
    if [ -z "$message" ]; then
        runs job.xml -s Events.Files="t=$work/mixed.csv" -s Events.Key=
    else
        fails 2 "job.xml:6: Pairs: table 't' has no columns $message" \
            job.xml -s Events.Files="t=$work/mixed.csv" -s Events.Key=
    fi
}
p1="E1 px1 py1 pz1 Q1" p2="E2 px2 py2 pz2 Q2" a1="pt1 eta1 phi1 Q1" a2="pt2 eta2 phi2 Q2"
# shellcheck disable=SC2086 # several words
{
    mixed "'E2', 'px2', 'py2', 'pz2'; it has: $(echo $p1 $a2 | sed 's/ /, /g')" $p1 $a2
    mixed "'E1', 'px1', 'py1', 'pz1'; it has: $(echo $a1 $p2 | sed 's/ /, /g')" $a1 $p2
    mixed "" $p1 $p2
    mixed "" $a1 $a2
    mixed "" $p1 pt1 eta1 phi1 $a2
    mixed "" $a1 $p2 pt2 eta2 phi2
}
finish
