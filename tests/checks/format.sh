#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: format.sh ROOT: clang-format 14 would change nothing. Status 77: it is not installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
for format in clang-format-14 clang-format none; do
    case $("$format" --version 2>/dev/null) in *"version 14."*) break ;; esac
done
if [ "$format" = none ]; then
    echo "clang-format 14 is not installed"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
fi
sources=$("$here/files.sh" . | grep -E '\.[ch](pp)?$')
[ -n "$sources" ] || { echo "format.sh: there are no sources in $1"; exit 1; }
# shellcheck disable=SC2086 # one word per file: names have no blanks
exec "$format" --dry-run -Werror $sources
