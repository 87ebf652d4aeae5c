#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: headers.sh INCLUDE_FOLDER SUBFOLDER CC CXX [STUBS]: each header in the subfolder compiles alone, as
# C11 and as C++17, one of C++ as C++11 and C++17,
# or from C++17 on if it says so. STUBS has headers of others that these may include.
# Status 77: there is no C++ compiler.
set -eu
include=$1 folder=$2 cc=$3 cxx=$4
flags="-Wall -Wextra -pedantic -Werror -fsyntax-only -I$include"
others=${5:+-isystem $5}
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
for header in "$include/$folder"/*.hpp; do
    [ -e "$header" ] || continue
    standards='c++11 c++17'
    grep -q 'C++17' "$header" && standards='c++17 c++20 c++23'
    for standard in $standards; do
        # shellcheck disable=SC2086
        printf '%s\n' "#include <$folder/${header##*/}>" | "$cxx" -std=$standard $flags $others -x c++ - ||
            status=1
    done
    count=$((count + 1))
done

# What GAU_SECTION() leaves in a program has none of the warnings that strict programs ask for, if NULL has not, and it
# takes no more than it knows.
section() {
    printf '#include <gaudit/section.h>\nvoid f(void);\nvoid f(void)\n{\n    GAU_SECTION(%s);\n}\n' "$1"
}
if [ -e "$include/$folder/section.h" ]; then
    strict=-Wzero-as-null-pointer-constant
    # shellcheck disable=SC2086
    printf 'extern const char *p; const char *p = __null;\n' | "$cxx" $flags $strict -x c++ - 2>/dev/null || strict=
    for arguments in '"a"' '"a", 1' '"a", 1, "b"' '"a", 1, "b", true'; do
        # shellcheck disable=SC2086
        section "$arguments" | "$cc" -std=c11 $flags -x c - || status=1
        # shellcheck disable=SC2086
        section "$arguments" | "$cxx" -std=c++17 $flags $strict -x c++ - || status=1
    done
    # shellcheck disable=SC2086
    if section '"a", 1, "b", true, 2' | "$cc" -std=c11 $flags -x c - 2>/dev/null; then
        echo "GAU_SECTION() takes a fifth argument"
        status=1
    fi
fi
echo "$count headers"
[ $count -ge 3 ] || status=1
exit $status
