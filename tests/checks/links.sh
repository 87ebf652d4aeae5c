#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: links.sh ROOT: every link of a Markdown page to a file of the project leads somewhere.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
dead=$("$here/files.sh" . | grep '[.]md$' | while read -r page; do
    { grep -oE '\]\([^)#]+' "$page" || true; } | sed 's/^](//' | grep -v '^https*:' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "$page: there is no $link"
    done
done)
[ -z "$dead" ] || { printf '%s\n' "$dead"; exit 1; }
