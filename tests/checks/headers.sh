#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: headers.sh INCLUDE_FOLDER SUBFOLDER CC CXX: each header in the subfolder compiles alone, as
# C11 and as C++17.
# Status 77: there is no C++ compiler.
set -eu
include=$1 folder=$2 cc=$3 cxx=$4
flags="-Wall -Wextra -pedantic -Werror -fsyntax-only -I$include"
count=0 status=0
command -v "$cxx" >/dev/null || {
    echo "there is no C++ compiler '$cxx'"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
}
for header in "$include/$folder"/*.h; do
    line="#include <$folder/${header##*/}>"
    # shellcheck disable=SC2086 # several flags
    printf '%s\n' "$line" | "$cc" -std=c11 $flags -x c - || status=1
    # shellcheck disable=SC2086
    printf '%s\n' "$line" | "$cxx" -std=c++17 $flags -x c++ - || status=1
    count=$((count + 1))
done
echo "$count headers"
[ $count -gt 3 ] || status=1
exit $status
