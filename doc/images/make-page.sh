#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: make-page.sh FOLDER: pictures of the views of pages, as PNG, by headless Chromium: of a profile of options/hlt.xml with
# events and a timeline, and of a comparison of options/quickstart.xml. Those of doc/images are some of them, without the
# width in their name. A picture has 256 colours.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd) to=$(mkdir -p "$1" && cd "$1" && pwd)
PATH=$root/build/release/bin:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# picture PAGE VIEW WIDTH HEIGHT [OPTION]: of the top of the page. After the view there may be a selection.
picture() {
    file=$to/$1-${2%%&*}-$3${5:+-dark}.png
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=5000 ${5:-} \
        --window-size="$3,$4" --screenshot="$file" "file://$work/$1.html#view=$2" 2>/dev/null
    python3 "$root/doc/images/palette.py" "$file"
}

gaudit profile -q --time --event-data --timeline --interval 1ms -s Events.Events=8000 -o hlt "$root/options/hlt.xml"
gaudit report html hlt -O hlt.html
gaudit ab "$root/options/quickstart.xml" --b FastTracking.Microseconds=50 -n 2000 --runs 8 --event-data -o runs >/dev/null
gaudit compare runs/a runs/b --html changes.html >/dev/null
for view in branches functions flame shares agreement 'timeline&range=3000000-3012000' events summary; do
    picture hlt "$view" 1280 940
    picture hlt "$view" 360 900
    picture hlt "$view" 3840 2000
    picture hlt "$view" 1280 940 --blink-settings=preferredColorScheme=0
done
picture changes comparison 1280 900
