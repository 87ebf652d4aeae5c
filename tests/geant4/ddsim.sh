#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: ddsim.sh [PROGRAM]: the detectors that <gaudit/ddg4.hpp> finds, and what auditors get from its actions.
# PROGRAM has the geometry, see ddsim.cpp.
. "$(dirname "$0")/common.sh"

: >"$work/script"
event() {
    for line in begin "( 1 of 0 in Beam" "- 1 in unattributed" "- 1 in Yoke" "- 1 in Zcoil" "- 1 in Beam" "- 1 in Beam" \
        "- 1 in unattributed" "- 1 in Yoke" ") 1" accepted; do
        echo "$1 $line"
    done
}
{
    cat <<END
gaudit: detector 'Gone': Geant4 has no volume of 'gone'; its steps are unattributed
gaudit: detector 'Lost': Geant4 has no volume of 'lost'; its steps are unattributed
region Beam: 2 volumes
region Empty: 0 volumes
region Gone: 0 volumes
region Lost: 0 volumes
region Shared: 0 volumes
region Solenoid: 0 volumes
region Yoke: 1 volumes
region Zcoil: 1 volumes
collision of pipe: Beam, not Shared
collision of lens: Beam, not Solenoid
END
    event 1
    event 2
} >"$work/want"
scene "a geometry" <"$work/want"
exit $failed
