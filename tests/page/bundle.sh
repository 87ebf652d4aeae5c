#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The files that the page contains are those that bundle.sh makes of the sources, byte for byte, with the esbuild of Debian 12.
here=$(cd "$(dirname "$0")" && pwd)
kept=$here/../../report/html/page
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
if [ "$(esbuild --version 2>/dev/null)" != 0.17.0 ] || [ ! -d /usr/share/nodejs/d3-shape ]; then
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || { echo 'WRONG: there is no esbuild 0.17.0, or no node-d3'; exit 1; }
    echo 'skipped: there is no esbuild 0.17.0, or no node-d3'
    exit 77
fi
"$kept/../bundle.sh" "$made" || exit 1
for file in page.min.js page.min.css page.hashes; do
    cmp "$kept/$file" "$made/$file" || { echo "WRONG: run report/html/bundle.sh"; exit 1; }
done
