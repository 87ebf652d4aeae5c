#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: links.sh ROOT: every link of a Markdown page to a file of the project, or to a heading, leads somewhere.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
dead=$("$here/files.sh" . | grep '[.]md$' | while read -r page; do
    { sed '/^```/,/^```/d' "$page" | grep -oE '\]\([^)#]+' || true; } | sed 's/^](//' | grep -v '^https*:' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "$page: there is no $link"
    done
done)
[ -z "$dead" ] || { printf '%s\n' "$dead"; exit 1; }

# A heading is named by its letters, digits, blanks as hyphens, - and _.
pages=$("$here/files.sh" . | grep '[.]md$')
# shellcheck disable=SC2086 # one word per file: names have no blanks
LC_ALL=C awk '
    FNR == 1 { code = 0 }
    /^```/ { code = !code }
    code { next }
    /^#/ {
        name = tolower($0); sub(/^#+ */, "", name); gsub(/\]\([^)]*\)/, "", name)
        gsub(/[^a-z0-9_ -]/, "", name); gsub(/ /, "-", name)
        there[FILENAME "#" name] = 1
    }
    {
        for (rest = $0; match(rest, /\]\([^):]*#[^)]*\)/); rest = substr(rest, RSTART + RLENGTH)) {
            link = substr(rest, RSTART + 2, RLENGTH - 3)
            path = FILENAME
            if (link !~ /^#/) { sub(/[^\/]*$/, "", path); path = path link; sub(/#.*/, "", path) }
            while (sub(/[^\/]+\/[.][.]\//, "", path)) { }
            heading = link; sub(/.*#/, "", heading)
            links[path "#" heading] = FILENAME ": there is no " link
        }
    }
    END {
        for (link in links) if (!(link in there)) { print links[link]; bad = 1 }
        exit bad
    }' $pages
