#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: files.sh ROOT: the files of the project, one per line, without what builds leave behind.
set -eu
cd "$1"
if [ -e .git ] && git ls-files --cached --others --exclude-standard 2>/dev/null; then
    exit 0
fi
find . \( -name .git -o -path ./build \) -prune -o -type f -print | sed 's|^\./||'
