#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: words.sh ROOT: the files of the project have none of the words and names that words.txt refuses.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
# A blank of a phrase is a blank or an underscore; underscores separate the words of names.
words=$(sed -n 's/^word \(.*\): .*/\1/p' "$here/words.txt" | sed 's/ /[ _]/g' | paste -sd '|' -)
names=$(sed -n 's/^name //p' "$here/words.txt" | tr ' ' '\n' | sed 's/\*$/[[:alnum:]_]*/' | paste -sd '|' -)
files=$("$here/files.sh" . | sed 's|^\./||' | grep -vE '^(LICENSE|tests/checks/words\.txt)$')
[ -n "$words" ] && [ -n "$names" ] && [ -n "$files" ] || { echo "words.sh: there are no words, or no files in $1"; exit 1; }
status=0
# shellcheck disable=SC2086 # one word per file: names have no blanks
grep -nHIiE "(^|[^[:alnum:]])($words)([^[:alnum:]]|\$)" $files && status=1
# shellcheck disable=SC2086
grep -nHIE "(^|[^[:alnum:]_])($names)([^[:alnum:]_]|\$)" $files && status=1
[ $status = 0 ] || echo "words.sh: tests/checks/words.txt and doc/glossary.md have the terms to use"
exit $status
