#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# options/dimuon.xml gives the independently computed results of the data's README. A third argument
# "thorough" asks for all of them.
. "$(dirname "$0")/job.sh"
need_data
job=$options/dimuon.xml

# rounded VALUE TEXT: the value with six decimals.
rounded() {
    [ "$(printf '%.6f' "$1")" = "$2" ] || wrong "$1 is not $2"
}

runs "$job" -o all-1
runs "$job" -j 2 -s TimerAuditor.Enable=false -o all-2
same all-1 all-2 pairs-DiMuon.json histogram-Mass.json csv-Events.json counts.json
is all-1/pairs-DiMuon.json events 100000
is all-1/pairs-DiMuon.json opposite 63946
is all-1/pairs-DiMuon.json same 36054
rounded "$(field all-1/pairs-DiMuon.json mass_min_GeV)" 1.958119
rounded "$(field all-1/pairs-DiMuon.json mass_max_GeV)" 109.977130
rounded "$(field all-1/pairs-DiMuon.json mass_sum_GeV)" 1009219.753709
is all-1/histogram-Mass.json entries 100000

# window MIN MAX PT OPPOSITE SAME
window() {
    for threads in 1 2; do
        runs "$job" -j $threads -s TimerAuditor.Enable=false -s DiMuon.MinMass="$1" -s DiMuon.MaxMass="$2" \
            -s DiMuon.MinPt="$3" -o "$1-$3-$threads"
    done
    same "$1-$3-1" "$1-$3-2" pairs-DiMuon.json histogram-Mass.json
    is "$1-$3-1/pairs-DiMuon.json" passing_opposite "$4"
    is "$1-$3-1/pairs-DiMuon.json" passing_same "$5"
    is "$1-$3-1/pairs-DiMuon.json" accepted $(($4 + $5))
}
window 60 120 0 669 49
[ "${3:-thorough}" = thorough ] || finish # a sanitizer needs a minute for the rest
window 60 120 3 665 44
window 60 120 20 588 11
window 2.9 3.3 0 10802 1776
window 2.9 3.3 3 8577 714
window 2.9 3.3 20 1 1

# by Charge
for charge in Opposite:669 Same:49; do
    runs "$job" -s TimerAuditor.Enable=false -s DiMuon.MinMass=60 -s DiMuon.MaxMass=120 \
        -s DiMuon.Charge=${charge%:*} -o ${charge%:*}
    is ${charge%:*}/pairs-DiMuon.json passing ${charge#*:}
    is ${charge%:*}/histogram-Mass.json entries ${charge#*:}
done
finish
