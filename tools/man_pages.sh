#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: man_pages.sh GAUDIT DIR: writes gaudit.1, and gaudit-COMMAND.1 of each command, to DIR.
set -eu
gaudit=$1 folder=$2
mkdir -p "$folder"
"$gaudit" complete -- '' | cut -f 1 | grep -v '^-' | while read -r command; do
    "$gaudit" help --man "$command" >"$folder/gaudit-$command.1"
done
"$gaudit" help --man >"$folder/gaudit.1"
