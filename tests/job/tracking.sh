#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# options/tracking.xml finds the simulated muons of real hits, in 20 events and in one of all of them.
# What is pinned here are the counts of TrackCheck, whose definitions say what is a found particle.
. "$(dirname "$0")/job.sh"
need_data
job=$options/tracking.xml

# counted FOLDER EVENTS PARTICLES FOUND GHOSTS CLONES
counted() {
    document=$1/track_check-Check.json
    is "$document" events "$2"
    is "$document" particles "$3"
    is "$document" found "$4"
    is "$document" ghosts "$5"
    is "$document" clones "$6"
    [ "$(field "$document" tracks)" -eq $(($4 + $5 + $6)) ] || wrong "$1: tracks are not found, ghosts and clones"
}

for threads in 1 2 5; do
    runs "$job" -j $threads -s TimerAuditor.Enable=false -o apart-$threads
    counted apart-$threads 20 988 988 0 0
done
same apart-1 apart-2 track_check-Check.json
same apart-1 apart-5 track_check-Check.json

# All 988 muons of the 20 events at once: 12 095 hits.
for threads in 1 2; do
    runs "$job" -j $threads -s Events.Merge=0 -s TimerAuditor.Enable=false -o merged-$threads
    counted merged-$threads 1 988 988 0 0
done
same merged-1 merged-2 track_check-Check.json

# Another order of the events: event 1 is now number 20, and so on.
for file in hits truth particles; do
    { head -n 1 "$GAUDIT_DATA/hits/$file.csv"
      sed 1d "$GAUDIT_DATA/hits/$file.csv" | awk -F, -v OFS=, '{ $1 = 21 - $1; print }' |
          sort -s -t, -k 1,1n; } >"$file.csv"
done
runs "$job" -s TimerAuditor.Enable=false -o turned \
    -s "Events.Files=hits=$work/hits.csv, truth_hits=$work/truth.csv, truth_particles=$work/particles.csv"
same apart-1 turned track_check-Check.json

# Parts of the input.
runs "$job" -s TimerAuditor.Enable=false -n 7 -o head
runs "$job" -s TimerAuditor.Enable=false --skip 7 -o tail
head=$(field head/track_check-Check.json found) tail=$(field tail/track_check-Check.json found)
[ $((head + tail)) -eq 988 ] || wrong "$head and $tail of the parts found are not 988"

# A cut that removes what most tracks need shows that these counts can be other ones.
runs "$job" -s TimerAuditor.Enable=false -s Finder.MinHits=12 -o strict
found=$(field strict/track_check-Check.json found)
[ "$found" -gt 300 ] && [ "$found" -lt 700 ] || wrong "$found muons have 12 hits or more on their track"

# Tracks that share all their hits are clones of those that were found first.
runs "$job" -s TimerAuditor.Enable=false -s Finder.MaxShared=1 -o shared
is shared/track_check-Check.json found 988
[ "$(field shared/track_check-Check.json clones)" -gt 20 ] || wrong "tracks of the same hits are no clones"

# What counts: a particle of event 1 has 10 hits on its track; the first of these become noise.
# relabelled NOISE PARTICLES FOUND GHOSTS
relabelled() {
    awk -F, -v OFS=, -v left="$1" '$3 == "4503600667557888" && left-- > 0 { $3 = 0 } { print }' \
        "$GAUDIT_DATA/hits/truth.csv" >noise.csv
    runs "$job" -n 1 -s TimerAuditor.Enable=false -o "noise-$1" \
        -s "Events.Files=hits=$GAUDIT_DATA/hits/hits.csv, truth_hits=$work/noise.csv, truth_particles=$GAUDIT_DATA/hits/particles.csv"
    counted "noise-$1" 1 "$2" "$3" "$4" 0
}
relabelled 0 50 50 0
relabelled 3 50 50 0 # 70 % of the track
relabelled 4 50 49 1 # the particle still has 6 hits
relabelled 5 49 49 1

# Truth of other hits.
sed 2d truth.csv >short.csv
fails 4 "$job:28: Check: event 1: a track has hit 617, but the truth is of 616 hits" "$job" \
    -s "Events.Files=hits=$work/hits.csv, truth_hits=$work/short.csv, truth_particles=$work/particles.csv"
finish
