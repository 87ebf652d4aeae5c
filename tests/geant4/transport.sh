#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: transport.sh [PROGRAM]: what auditors get of events, tracks and steps of <gaudit/geant4.hpp>. PROGRAM plays
# the script of each scene, see transport.cpp.
. "$(dirname "$0")/common.sh"

cat >"$work/script" <<END
solid ECal ecal
solid HCal hcal
event 0
track 1 0 world
step 1 world
step 1 world/ecal
step 1 world/ecal/stave/layer
step 1 world/hcal/stave/layer
step 1 world/-/ecal/layer
step 1 -
step 0 world/hcal
done 1
end
event 41
abort
event
end
event -5
end
END
scene "places and numbers of events" <<END
region ECal: 1 volumes
region HCal: 1 volumes
1 begin
1 ( 1 of 0 in unattributed
1 - 1 in unattributed
1 - 1 in ECal
1 - 1 in ECal
1 - 1 in HCal
1 - 1 in ECal
1 - 1 in unattributed
1 - 0 in HCal
1 ) 1
1 accepted
42 begin
42 rejected
43 begin
43 accepted
44 begin
44 accepted
END

cat >"$work/script" <<END
solid ECal ecal
solid Inner inner
event 0
track 1 0 ecal
step 1 world/ecal/inner
step 1 world/inner/ecal
done 1
track 2 1 layer
step 2 world/ecal/layer
done 2
track 2 1 layer
step 2 world/ecal
done 2
track 3 2 -
done 3
track 4 -1 ecal
end
END
scene "the innermost region, tracks, and one that was suspended" <<END
region ECal: 1 volumes
region Inner: 1 volumes
1 begin
1 ( 1 of 0 in ECal
1 - 1 in Inner
1 - 1 in ECal
1 ) 1
1 ( 2 of 1 in unattributed
1 - 2 in ECal
1 ) 2
1 ( 2 of 1 in unattributed
1 - 2 in ECal
1 ) 2
1 ( 3 of 2 in unattributed
1 ) 3
1 ( 4 of 0 in ECal
1 accepted
END

cat >"$work/script" <<END
assembly Beam pipe flange
assembly Magnet flange coil pipe flange
assembly Empty
solid Coil coil
assembly Yoke coil
solid unattributed pipe
solid None
event 0
step 1 world/pipe
step 1 world/flange
step 1 world/coil
end
END
scene "assemblies and what takes a volume over" <<END
Beam: 2 of 2
Magnet: 1 of 4
Empty: 0 of 0
Yoke: 0 of 1
unattributed: not added
None: not added
region Beam: 2 volumes
region Magnet: 0 volumes
region Empty: 0 volumes
region Coil: 1 volumes
region Yoke: 0 volumes
region None: 0 volumes
collision of flange: Beam, not Magnet
collision of pipe: Beam, not Magnet
collision of coil: Coil, not Yoke
1 begin
1 - 1 in Beam
1 - 1 in Beam
1 - 1 in Coil
1 accepted
END

# Threads of Geant4: what is printed is the same in each event, whatever runs beside it.
{
    printf 'solid ECal ecal\nsolid HCal hcal\nthreads 4\n'
    for i in $(seq 0 199); do
        printf 'event %d\ntrack 1 0 ecal\nstep 1 world/%s/layer\ndone 1\nend\n' "$i" \
            "$([ $((i % 3)) -eq 0 ] && echo hcal || echo ecal)"
    done
} >"$work/script"
{
    printf 'region ECal: 1 volumes\nregion HCal: 1 volumes\n'
    for i in $(seq 1 200); do
        printf '%d begin\n%d ( 1 of 0 in ECal\n%d - 1 in %s\n%d ) 1\n%d accepted\n' "$i" "$i" "$i" \
            "$([ $((i % 3)) -eq 1 ] && echo HCal || echo ECal)" "$i" "$i"
    done
} >"$work/want"
scene "threads" <"$work/want"

"$program" <"$work/script" >"$work/out" 2>&1 || wrong "alone: status $?"
[ ! -s "$work/out" ] || wrong "alone it says $(cat "$work/out")"
exit $failed
