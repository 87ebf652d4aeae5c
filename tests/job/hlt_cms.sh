#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# options/hlt-cms.xml: what the trigger chain finds in 186 real events, with independent results where
# there are any, and the same for any number of workers and any part of the events.
. "$(dirname "$0")/job.sh"
need_data
job=$options/hlt-cms.xml

# branch FOLDER NAME EXECUTED ACCEPTED REUSED [NTH]: the nth branch with that name
branch() {
    row=$(grep "\"name\": \"$2\"," "$1/counts.json" | sed -n "${6:-1}p")
    echo "$row" | grep -q "\"executed\": $3, \"accepted\": $4, .*\"reused\": $5," ||
        wrong "$1: $2: not executed $3, accepted $4, reused $5: $row"
}

documents() {
    (cd "$1" && ls *.json | grep -v -e '^run' -e '^timer' -e '^csv')
}

for threads in 1 2 5; do
    runs "$job" -j $threads -o cms-$threads
done
# shellcheck disable=SC2046 # names of documents
same cms-1 cms-2 $(documents cms-1)
# shellcheck disable=SC2046
same cms-1 cms-5 $(documents cms-1)

# --- known results ---------------------------------------------------------------------
branch cms-1 CheckDiMuon 186 28 0
branch cms-1 DiMuonGlobal 186 28 0
is cms-1/pairs-DiMuonGlobal.json accepted 28
is cms-1/vertex_check-PVsOfCms.json references 2502
matched=$(field cms-1/vertex_check-PVsOfCms.json matched) found=$(field cms-1/vertex_check-PVsOfCms.json found)
[ "$matched" -gt 1847 ] && [ "$found" -le 2102 ] ||
    wrong "$matched reference vertices are matched with $found: more than 1847 with at most 2102 is known to be possible"
is cms-1/vertex_check-PVsOfCms.json matched 1877
is cms-1/vertex_check-PVsOfCms.json found 2044
is cms-1/vertex_check-PVsOfCms.json pairs 1833

# The same counted in another way: vertices that CMS found, tracks, muons of level 1.
rows() {
    awk -F, "NR > 1 && $2 { n++ } END { print n + 0 }" "$GAUDIT_DATA/hlt/$1.csv"
}
is cms-1/vertex_check-PVsOfCms.json references "$(rows vertices '$2 == 1 && $3 == 0')"
is cms-1/tracks-FastVeloHlt.json tracks "$(rows tracks 1)"
is cms-1/calo-createITLiteClusters.json hits "$(awk -F, 'NR == FNR { if ($2 ~ /^HLT_.*Mu[0-9]/) muon[$1] = 1; next }
    muon[$1] && ($2 == "HB" || $2 == "HE") { n++ } END { print n }' "$GAUDIT_DATA/hlt/hlt_accept.csv" "$GAUDIT_DATA/hlt/calo.csv")"
muon_events=$(awk -F, '$2 ~ /^HLT_.*Mu[0-9]/ && !seen[$1]++ { n++ } END { print n }' "$GAUDIT_DATA/hlt/hlt_accept.csv")
level1_events=$(awk -F, '$2 == -81 && $3 >= 7 && !seen[$1]++ { n++ } END { print n }' "$GAUDIT_DATA/hlt/l1.csv")
calo_events=$(awk -F, '$2 ~ /^(EB|EE|HB|HE)$/ { e[$1] += $4 } END { for (i in e) n += e[i] >= 700; print n }' "$GAUDIT_DATA/hlt/calo.csv")

# --- every branch ----------------------------------------------------------------------
branch cms-1 L0Muon 186 "$level1_events" 0
branch cms-1 L0Calo 186 "$calo_events" 0
branch cms-1 Hlt 186 180 0
branch cms-1 HltDecisionSequence 186 180 0
branch cms-1 Hlt1 186 180 0
branch cms-1 Hlt1DiMuonHighMass 186 12 0
branch cms-1 Hlt1DiMuonHighMassL0DUFilterSequence 186 "$muon_events" 0
branch cms-1 L0DUFromRaw 186 186 0
branch cms-1 Hlt1DiMuonHighMassL0DUFilter 186 42 0
branch cms-1 Hlt1DiMuonHighMassFilterSequence 42 12 0
branch cms-1 GECLooseUnit 42 42 0
branch cms-1 createITLiteClusters 42 42 0
branch cms-1 createVeloLiteClusters 42 42 0
branch cms-1 Hlt1DiMuonHighMassStreamer 42 12 0
branch cms-1 FastVeloHlt 42 42 0
branch cms-1 MuonRec 42 15 0
branch cms-1 Velo2CandidatesDiMuonHighMass 15 12 0
branch cms-1 Hlt1TrackAllL0 186 180 0
branch cms-1 Hlt1TrackAllL0Unit 186 180 0
branch cms-1 FastVeloHlt 144 144 42 2
branch cms-1 HltPVsPV3D 186 180 0

# --- decisions against recorded bits ---------------------------------------------------
# compared OURS RECORDED BOTH ONLY_OURS ONLY_RECORDED NEITHER
compared() {
    grep -qF "{\"ours\": \"$1\", \"recorded\": \"$2\", \"both\": $3, \"only_ours\": $4, \"only_recorded\": $5, \"neither\": $6}" \
        cms-1/menu-CompareMenu.json || wrong "menu-CompareMenu.json: $1 against $2 is not $3 $4 $5 $6"
}
compared L0MuonPassed 'HLT_*Mu[0-9]*' 36 4 6 140
compared L0CaloPassed 'HLT_*MET[0-9]*' 9 27 7 143
compared L0CaloPassed 'HLT_*Jet[0-9]*' 16 20 45 105
compared DiMuonGlobal 'HLT_*Mu[0-9]*' 27 1 15 143
compared DiMuonGlobal 'HLT_*Mu[0-9]*_*Mu[0-9]*' 27 1 6 152
compared Velo2CandidatesDiMuonHighMass 'HLT_*Mu[0-9]*_*Mu[0-9]*' 12 0 21 153
compared HltPVsPV3D 'HLT_ZeroBias*' 16 164 0 6
shows menu-CompareMenu cms-1 >table
grep -q '^Velo2CandidatesDiMuonHighMass  *HLT_\*Mu\[0-9\]\*_\*Mu\[0-9\]\*  *12  *0  *21  *153$' table ||
    { wrong "the comparison is not shown"; cat table; }

# --- a part of the events, twice -------------------------------------------------------
# The first 100 and the rest have the counts of all.
runs "$job" -n 100 -o first
runs "$job" --skip 100 -j 2 -o rest
for key in found matched pairs references; do
    sum=$(($(field first/vertex_check-PVsOfCms.json $key) + $(field rest/vertex_check-PVsOfCms.json $key)))
    is cms-1/vertex_check-PVsOfCms.json $key $sum
done
[ $(($(field first/pairs-DiMuonGlobal.json accepted) + $(field rest/pairs-DiMuonGlobal.json accepted))) -eq 28 ] ||
    wrong "the parts do not have 28 pairs of muons together"

# An event does not know which came before: the events in falling order.
mkdir turned
for table in events calo l1 muons tracks vertices hlt_accept; do
    awk -F, -v OFS=, 'NR == 1 { print; next } { $1 = 1000 - $1; print }' "$GAUDIT_DATA/hlt/$table.csv" |
        { read -r header; echo "$header"; sort -s -t, -k1,1n; } >turned/$table.csv
done
cp "$GAUDIT_DATA/hlt/hlt_menu.csv" turned
mkdir -p data && mv turned data/hlt
GAUDIT_DATA=$work/data "$gaudit" run -q "$job" -o turned || wrong "events in falling order end with $?"
# shellcheck disable=SC2046
same cms-1 turned $(documents cms-1)

# --- what is refused -------------------------------------------------------------------
line() {
    grep -n "name=\"$1\"" "$job" | head -1 | cut -d: -f1
}
menu=$GAUDIT_DATA/hlt/hlt_menu.csv
fails 2 "$job:$(line L0DUFromRaw): L0DUFromRaw: Paths: 'HLT_Mv*' matches no path in '$menu'" \
    "$job" -s L0DUFromRaw.Paths='HLT_*,HLT_Mv*'
fails 4 "$job:$(line Hlt1DiMuonHighMassL0DUFilter): Hlt1DiMuonHighMassL0DUFilter: missing.csv: No such file or directory" \
    "$job" -s Hlt1DiMuonHighMassL0DUFilter.Menu=missing.csv
printf 'menu,index,path\n1,0,HLT_Mu8_v1\n' >small.csv
for threads in 1 2; do
    fails 4 "$job:$(line L0DUFromRaw): L0DUFromRaw: event 1: path 'HLT_ZeroBias_v7' is not in 'small.csv'" \
        "$job" -j $threads -s L0DUFromRaw.Menu=small.csv
done
fails 2 "$job:$(line CompareMenu): CompareMenu: there is no table 'L0MuonPassed'; did you mean 'L0CaloPassed'?" \
    "$job" -s L0Muon.Output=
fails 2 "$job:$(line createITLiteClusters): createITLiteClusters: table 'muons' has no column 'energy'; it has: evt, kind, pt, charge, eta, phi, x, y, z" \
    "$job" -s createITLiteClusters.Input=muons -s createITLiteClusters.Select=kind=G
fails 2 "$job:$(line HltPVsPV3D): HltPVsPV3D: table 'tracks' has no columns 'z0', 'z0_error', 'd0'; it has: evt, pt, eta, phi, charge, x, y, z, dx, dy, dz, chi2, ndof" \
    "$job" -s HltPVsPV3D.Tracks=tracks
finish
