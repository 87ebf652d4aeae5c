#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: properties.sh GAUDIT SOURCE_DIR: each table of properties in the pages has the properties of its class, with
# their defaults, in the order of 'gaudit describe'. A new table gets its line below.
set -u
gaudit=$1
cd "$2" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
heading='| property | default | |'

# described CLASS OF: its properties that are of OF, as 'NAME|DEFAULT', with the unit behind the default
described() {
    "$gaudit" describe "$1" -f json | grep -F "\"of\": \"$2\"" |
        sed -e 's/.*"property": "\([^"]*\)".*"default": "\([^"]*\)".*"unit": "\([^"]*\)".*/\1|\2 \3/' \
            -e 's/ *$//' -e 's/[|]$/|empty/'
}

# compare PAGE NUMBER CLASS OF: the table with this number on the page
compare() {
    described "$3" "$4" >"$work/described"
    [ -s "$work/described" ] || { echo "'gaudit describe $3' prints no property of '$4'"; failed=1; }
    awk -v heading="$heading" -v number="$2" -F ' *[|] *' '
        $0 == heading { inside = ++tables == number; next }
        !/^[|]/ { inside = 0 }
        inside && !/^[|]-/ { gsub(/`/, ""); print $2 "|" $3 }' "$1" >"$work/documented"
    diff "$work/described" "$work/documented" >"$work/other" && return
    sed -n -e "s/^< /$3 has, but its table in ${1##*/} has not: /p" \
        -e "s/^> /the table of $3 in ${1##*/} has, but not the class: /p" "$work/other"
    failed=1
}
compare doc/running.md 1 TimerAuditor TimerAuditor
compare doc/events.md 1 EventAuditor EventAuditor
compare doc/regions.md 1 RegionAuditor RegionAuditor
compare doc/time-log.md 1 TimeLogAuditor TimeLogAuditor
compare doc/timeline.md 1 TraceAuditor TraceAuditor
compare doc/live-print.md 1 LivePrintAuditor LivePrintAuditor
compare doc/reference/options.md 1 TimerAuditor 'every auditor'
compare doc/reference/options.md 2 Spin 'every algorithm'

tables=$(find doc -name '*.md' -exec cat {} + | grep -cxF -e "$heading")
[ "$tables" = 8 ] || { echo "the pages have $tables tables of properties, of which 8 are compared"; failed=1; }
exit $failed
