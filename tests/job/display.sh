#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# EventDisplay in options/display.xml and options/display-cms.xml: the same pictures for any number of workers,
# what they say, what is said of events that are missing and of files that cannot be written; the pictures of
# the documentation are still those that are drawn.
. "$(dirname "$0")/job.sh"
images=$options/../doc/images

# pictures FOLDER: names of its pictures and of their document
pictures() {
    (cd "$1" && ls event-*.svg display-Display.json)
}

# tells PICTURE TEXT: it is in the picture.
tells() {
    grep -qF -- "$2" "$1" || wrong "$1 does not say: $2"
}

# resembles PICTURE PICTURE: the same but for the last digits of numbers, which are those of another machine.
resembles() {
    for picture; do
        sed -e 's/\([0-9]\)-/\1 -/g' -e 's/[^-0-9.]\{1,\}/ & /g' "$picture" | tr -s ' ' '\n' >words-$(basename "$picture")
    done
    paste -d ' ' words-"$(basename "$1")" words-"$(basename "$2")" | awk '
        NF == 0 || $1 == $2 { next }
        NF == 2 && $1 $2 ~ /^[-0-9.]*$/ && ($1 - $2) ^ 2 < 0.1 { next }
        { bad = 1 }
        END { exit bad }' || wrong "$1 is not what is drawn now: $2"
}

# --- generated events ------------------------------------------------------------------
job=$options/display.xml
for threads in 1 2 5; do
    runs -q "$job" -n 40 -j $threads -o made-$threads -s Display.Events=34,3,12
done
[ "$(pictures made-1 | tr '\n' ' ')" = "display-Display.json event-12-Display.svg event-3-Display.svg event-34-Display.svg " ] ||
    wrong "other files: $(pictures made-1)"
# shellcheck disable=SC2046 # names of files
same made-1 made-2 $(pictures made-1)
# shellcheck disable=SC2046
same made-1 made-5 $(pictures made-1)
picture=made-1/event-34-Display.svg
tells $picture "Generated event"
tells $picture "event 34 of the job; field 2 T, along z"
tells $picture "2 muons (MuonRec)"
tells $picture "2 muons of level 1 (l1): pT 59.5, 48.5 GeV"
tells $picture "mass (DiMuon.mass): 86.08 GeV"
is made-1/display-Display.json missing 0
hits=$(sed -n 's/.*"event": 34, .*"hits": \([0-9]*\),.*/\1/p' made-1/display-Display.json)
tells $picture "$hits hits (hits)"
if command -v xmllint >/dev/null; then
    xmllint --noout made-1/*.svg || wrong "a picture is not XML"
fi
for file in made-1/*.svg; do
    [ "$(wc -c <"$file")" -lt 150000 ] || wrong "$file is large"
done
resembles "$images/event.svg" $picture

# An event is drawn as it is, whatever was before; others are missed.
runs "$job" --skip 33 -n 2 -o late -s Display.Events=34,1,999
same made-1 late event-34-Display.svg
for event in 1 999; do
    grep -q "warning: Display: event $event is not drawn: the job has not seen it" out || wrong "event $event is not missed: $(cat out)"
done
is late/display-Display.json missing 2

# Without a result folder, in the working directory. What an event does not have is said.
sed -e 's/"All"/"And"/' -e 's/name="createITLiteClusters"\/>/&<algorithm type="Threshold" name="No"><property name="Column" value="l1.pt"\/><property name="Min" value="1e9"\/><\/algorithm>/' "$job" >without.xml
runs -q without.xml -n 34
[ -f event-34-Display.svg ] || wrong "no picture in the working directory"
tells event-34-Display.svg "no tracks: 'TrackFitL0' was not made in this event"
tells event-34-Display.svg "no muons: 'MuonRec' was not made in this event"
rm event-34-Display.svg

# --- what cannot be written ------------------------------------------------------------
mkdir -p event-34-Display.svg/there
fails 4 "$job:36: Display: 'event-34-Display.svg': Is a directory" "$job" -n 34
ls event-34-Display.svg.* 2>/dev/null && wrong "half a file is left"
rmdir event-34-Display.svg/there event-34-Display.svg
# shellcheck disable=SC2016 # for the other shell
sh -c 'ulimit -f 16; exec "$@"' sh "$gaudit" run -q "$job" -n 34 -o limited >/dev/null 2>err &&
    wrong "a picture that is too large was written"
grep -q "Display: 'limited/event-34-Display.svg': File too large" err || wrong "too large, but: $(cat err)"
ls limited/event* 2>/dev/null && wrong "half a picture is left"

# --- real events -----------------------------------------------------------------------
need_data
job=$options/display-cms.xml
for threads in 1 2 5; do
    runs -q "$job" -j $threads -o cms-$threads -s Display.Events=33,29,185
done
# shellcheck disable=SC2046
same cms-1 cms-2 $(pictures cms-1)
# shellcheck disable=SC2046
same cms-1 cms-5 $(pictures cms-1)
picture=cms-1/event-33-Display.svg
tells $picture "CMS, 2012 (CERN Open Data)"
tells $picture "run 199318, event 119679017: event 33 of the job; field 3.8 T, along z"
tells $picture "2 muons (muons kind=G)"
tells $picture "pT 34.3 GeV, η 0.722, φ 0.957, charge −"
tells $picture "mass (DiMuonGlobal.mass): 93.93 GeV"
resembles "$images/event-cms.svg" $picture
finish
