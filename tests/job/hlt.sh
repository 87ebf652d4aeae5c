#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# options/hlt.xml: the trigger chain on generated events. What every branch decides, the same for any
# number of workers and any part of the events; how well what is found agrees with what is true.
. "$(dirname "$0")/job.sh"
job=$options/hlt.xml

# branch FOLDER NAME EXECUTED ACCEPTED REUSED [NTH]: the nth branch with that name
branch() {
    row=$(grep "\"name\": \"$2\"," "$1/counts.json" | sed -n "${6:-1}p")
    echo "$row" | grep -q "\"executed\": $3, \"accepted\": $4, .*\"reused\": $5," ||
        wrong "$1: $2: not executed $3, accepted $4, reused $5: $row"
}

documents() {
    (cd "$1" && ls *.json | grep -v -e '^run' -e '^timer')
}

for threads in 1 2 5; do
    runs "$job" -j $threads -o hlt-$threads
done
# shellcheck disable=SC2046 # names of documents
same hlt-1 hlt-2 $(documents hlt-1)
# shellcheck disable=SC2046
same hlt-1 hlt-5 $(documents hlt-1)

# --- the tree --------------------------------------------------------------------------
sed -n 's/.*"path": "\([^"]*\)".*/\1/p' hlt-1/counts.json >paths
cat >wanted <<EOF
Event
L0Muon
L0Calo
Hlt
Hlt HltDecisionSequence
Hlt HltDecisionSequence Hlt1
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassL0DUFilterSequence
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassL0DUFilterSequence L0DUFromRaw
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassL0DUFilterSequence Hlt1DiMuonHighMassL0DUFilter
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence GECLooseUnit
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence GECLooseUnit createITLiteClusters
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence GECLooseUnit createVeloLiteClusters
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence Hlt1DiMuonHighMassStreamer
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence Hlt1DiMuonHighMassStreamer FastVeloHlt
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence Hlt1DiMuonHighMassStreamer MuonRec
Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence Hlt1DiMuonHighMassStreamer Velo2CandidatesDiMuonHighMass
Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0
Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0 Hlt1TrackAllL0Unit
Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0 Hlt1TrackAllL0Unit FastVeloHlt
Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0 Hlt1TrackAllL0Unit TrackFitL0
Hlt HltDecisionSequence Hlt1 Hlt1TrackAllL0 Hlt1TrackAllL0Unit HltPVsPV3D
CheckDiMuon
CheckDiMuon DiMuonGlobal
EOF
diff wanted paths || wrong "the branches are not those of the tree"
for name in Hlt1DiMuonHighMassStreamer GECLooseUnit; do
    grep -q "\"path\": \"Hlt HltDecisionSequence Hlt1 Hlt1DiMuonHighMass Hlt1DiMuonHighMassFilterSequence $name\"," hlt-1/counts.json ||
        wrong "the branch identifier of $name is not that of the paper"
done

# The job on real events has the same tree, without a fit of tracks and with checks of its own.
cat >show.awk <<'EOF'
/<(sequence|algorithm) / {
    match($0, /name="[^"]*"/)
    name = substr($0, RSTART + 6, RLENGTH - 7)
    if (name ~ /^(TrackFitL0|CheckVertices|PVsOfCms|CheckMenu|CompareMenu)$/) next
    mode = match($0, /mode="[^"]*"/) ? substr($0, RSTART, RLENGTH) : ""
    print name, mode
}
EOF
for file in hlt hlt-cms; do
    awk -f show.awk "$options/$file.xml" >$file.tree
done
diff hlt.tree hlt-cms.tree || wrong "hlt-cms.xml has another tree"
[ "$(grep -c . hlt.tree)" -eq 23 ] || wrong "not 23 branches in hlt.xml"
grep -q '^Hlt1 mode="Any"$' hlt.tree || wrong "Hlt1 is not Any"
grep -q '^GECLooseUnit mode="All"$' hlt.tree || wrong "GECLooseUnit is not All"
[ "$(grep -c mode= hlt.tree)" -eq 2 ] || wrong "other sequences have a mode as well"

# --- decisions -------------------------------------------------------------------------
branch hlt-1 Event 1000 951 0
branch hlt-1 L0Muon 1000 357 0
branch hlt-1 L0Calo 1000 120 0
branch hlt-1 Hlt 1000 917 0
branch hlt-1 Hlt1 1000 917 0
branch hlt-1 Hlt1DiMuonHighMass 1000 106 0
branch hlt-1 Hlt1DiMuonHighMassL0DUFilterSequence 1000 161 0
branch hlt-1 L0DUFromRaw 1000 459 0
branch hlt-1 Hlt1DiMuonHighMassL0DUFilter 459 161 0
branch hlt-1 Hlt1DiMuonHighMassFilterSequence 161 106 0
branch hlt-1 GECLooseUnit 161 154 0
branch hlt-1 createITLiteClusters 161 157 0
branch hlt-1 createVeloLiteClusters 161 158 0
branch hlt-1 Hlt1DiMuonHighMassStreamer 154 106 0
branch hlt-1 FastVeloHlt 154 154 0
branch hlt-1 MuonRec 154 154 0
branch hlt-1 Velo2CandidatesDiMuonHighMass 154 106 0
branch hlt-1 Hlt1TrackAllL0 1000 910 0
branch hlt-1 FastVeloHlt 846 846 154 2
branch hlt-1 TrackFitL0 1000 1000 0
branch hlt-1 HltPVsPV3D 1000 910 0
branch hlt-1 CheckDiMuon 1000 111 0
branch hlt-1 DiMuonGlobal 1000 111 0
is hlt-1/level0-L0DUFromRaw.json accepted 459
is hlt-1/matches-MuonRec.json matches 308

# --- a part of the events --------------------------------------------------------------
runs "$job" -n 400 -j 2 -o first
runs "$job" --skip 400 -o rest
for key in tracks vertices; do
    is hlt-1/vertices-HltPVsPV3D.json $key \
        $(($(field first/vertices-HltPVsPV3D.json $key) + $(field rest/vertices-HltPVsPV3D.json $key)))
done
is hlt-1/pairs-Velo2CandidatesDiMuonHighMass.json accepted \
    $(($(field first/pairs-Velo2CandidatesDiMuonHighMass.json accepted) + $(field rest/pairs-Velo2CandidatesDiMuonHighMass.json accepted)))
runs "$job" -n 1 --skip 776 -o only-1
runs "$job" --only 777 -o only-2
# shellcheck disable=SC2046
same only-1 only-2 $(documents only-1)

# --- what is true ----------------------------------------------------------------------
# The truth is for algorithms that check others; they are not in the job that ships.
sed 's|</job>|<algorithm type="VertexCheck" name="PVs"><property name="Found" value="HltPVsPV3D"/>\
  <property name="Reference" value="truth_vertices"/></algorithm>\
  <algorithm type="TrackCheck" name="Tracks"><property name="Tracks" value="TrackFitL0"/></algorithm></job>|' \
    "$job" >check.xml
for threads in 1 2; do
    runs check.xml -j $threads -o check-$threads
done
same check-1 check-2 vertex_check-PVs.json track_check-Tracks.json

# between VALUE LOW HIGH WHAT
between() {
    awk -v x="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(x >= low && x <= high) }' ||
        wrong "$4 is $1, not from $2 to $3"
}
between "$(field check-1/vertex_check-PVs.json pull_width)" 0.8 1.2 "the width of the pulls of vertices"
between "$(field check-1/vertex_check-PVs.json pull_mean)" -0.05 0.05 "the mean of the pulls of vertices"
between $((100 * $(field check-1/vertex_check-PVs.json pairs) / $(field check-1/vertex_check-PVs.json references))) \
    95 100 "the percentage of vertices that are found"
between "$(sed -n 's/.*"charge \/ pt".*"width": \([0-9.]*\)}.*/\1/p' check-1/track_check-Tracks.json)" 0.8 1.2 \
    "the width of the pulls of charge / pt"

# --- damage ----------------------------------------------------------------------------
line() {
    grep -n "name=\"$1\"" "$job" | head -1 | cut -d: -f1
}
for threads in 1 2 5; do
    "$gaudit" run -q "$job" -j $threads -s Events.DamagedBanks=0.01 2>err
    [ $? -eq 4 ] || wrong "a damaged bank does not fail the job"
    grep -q "^gaudit: $job:$(line L0DUFromRaw): L0DUFromRaw: event [0-9]*: bank 'raw_l0', [0-9]* bytes: " err ||
        { wrong "a damaged bank is not reported:"; cat err; }
    mv err err-$threads
done
cmp err-1 err-2 && cmp err-1 err-5 || wrong "another damaged bank is reported with more workers"
for threads in 1 2; do
    runs "$job" -j $threads -s Events.DamagedBanks=0.01 -s L0DUFromRaw.ErrorMax=1000 -o damaged-$threads
done
same damaged-1 damaged-2 counts.json level0-L0DUFromRaw.json
failed=$(sed -n 's/.*"name": "L0DUFromRaw".*"failed": \([0-9]*\),.*/\1/p' damaged-1/counts.json)
between "$failed" 3 20 "the number of damaged banks"
is damaged-1/level0-L0DUFromRaw.json events $((1000 - failed))
finish
