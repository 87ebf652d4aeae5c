#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Jobs as large as options may be are checked promptly: the time does not grow with the square.
. "$(dirname "$0")/job.sh"

# many N LINE: job.xml with N times that line, with & for the number.
many() {
    {
        echo '<job><input type="GeneratorInput" name="Events"/>'
        seq "$1" | sed "s|.*|$2|"
        echo '</job>'
    } >job.xml
}

# prompt MESSAGE: `check` reports it within seconds (less than one; minutes, if it compares all pairs).
prompt() {
    timeout 120 "$gaudit" check job.xml >out 2>&1
    [ "$(cat out)" = "$1" ] || wrong "check says '$(head -c 500 out)', not '$1'"
}

many 20000 '<algorithm type="PairMass" name="P&"/>'
prompt "job.xml: nothing wrong"
many 60000 '<algorithm type="Threshold" name="T&"><property name="Column" value="muons.pt"/></algorithm>'
prompt "job.xml: nothing wrong"
many 60000 '<algorithm type="Threshold" name="T&"><property name="Column" value="t&.pt"/></algorithm>'
prompt "$(seq 20 | awk '{ printf "gaudit: job.xml:%d: T%d.Column: there is no table %ct%d%c\n", $1 + 1, $1, 39, $1, 39 }')
gaudit: and 59980 more"
finish
