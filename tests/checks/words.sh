#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: words.sh ROOT: sources and documents have none of the words that doc/glossary.md replaced.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
refused='seats?|audience|heard|unheard|hears?|hearing|ears?|ledger|laps?|lags?|farewells?|hush|diary|pour|poured|pours'
refused="$refused|wish|wishes|wished|nobody|somebody|told|tells?|books|people|by turns|at one|so many|for want of"
# The history keeps its words; the glossary names what it replaced; this file has the list.
files=$("$here/files.sh" . | grep -E '\.(c|h|cc|hh|hpp|f90|md|sh|txt|xml|cmake)$' |
    grep -vE '^(\./)?(CHANGELOG\.md|doc/glossary\.md|tests/checks/words\.sh)$')
[ -n "$files" ] || { echo "words.sh: there are no files in $1"; exit 1; }
# Underscores separate words in names.
# shellcheck disable=SC2086 # one word per file: names have no blanks
if grep -nHiE "(^|[^[:alnum:]])($refused)([^[:alnum:]]|\$)" $files; then
    echo "words.sh: see doc/glossary.md for the term to use"
    exit 1
fi
