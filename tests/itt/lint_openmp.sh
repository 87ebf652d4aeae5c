#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: lint_openmp.sh GAUDIT PROGRAM: a program of LLVM's OpenMP runs under the collector.
# Status 77: there is none on this machine.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" lint --log "$work/log" "$2" >"$work/out"
status=$?
cat "$work/out"
if [ $status = 77 ]; then
    echo "there is no libomp.so.5"
    [ "${GAUDIT_REQUIRE_DATA-}" != 1 ] || exit 1
    exit 77
fi
[ "$(head -n 1 "$work/out")" = 40 ] || exit 1
[ "$(grep -c ' stack_caller_create ' "$work/log")" -gt 0 ] || exit 1
# Some of it is wrong by the letter: domains are made when a region is met for the first time.
[ $status = 0 ] || [ $status = 6 ]
