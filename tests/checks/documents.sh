#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: documents.sh ROOT: lines of Markdown pages have at most 120 characters, the README at most 170 lines. Names with
# gau_, GAU_ or GAUDIT_ that a page has are in the sources, and so are tests and files that it names in backquotes.
# Fields of components and of the context are in the public headers. The architecture page has the layers of layers.txt.
# shellcheck disable=SC2016 # backquotes of Markdown
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
cd "$1"
"$here/files.sh" . >"$work/files"
grep '[.]md$' "$work/files" >"$work/pages"
[ -s "$work/pages" ] || { echo "documents.sh: there are no pages in $1"; exit 1; }

{
    while read -r page; do
        # Of a character of UTF-8 only the first byte counts.
        tr -d '\200-\277' <"$page" | grep -nE '.{121}' | sed "s|^\([0-9]*\):.*|$page:\1: has more than 120 characters|" || true
    done <"$work/pages"
    if [ "$(wc -l <README.md)" -gt 170 ]; then echo "README.md: has more than 170 lines"; fi
} >"$work/wrong"

# unknown PATTERN KNOWN: words of pages that are not in the file KNOWN
unknown() {
    xargs grep -HnoE -e "$1" <"$work/pages" | tr -d '`' | awk -v known="$2" '
        BEGIN { while ((getline name <known) > 0) there[name] = 1 }
        { name = $0; sub(/^[^:]*:[0-9]*:/, "", name); sub(/:[^:]*$/, "") }
        !(name in there) { print $0 ": there is no " name }'
}

grep -E '(^|/)CMakeLists[.]txt$|[.](c|h|cc|hh|hpp|cpp|f90|sh|py|cmake|in|map)$|^[.]ci/' "$work/files" |
    xargs grep -hoE '[A-Za-z_][A-Za-z0-9_]+' | sort -u >"$work/words"
unknown '\b(gau|GAU|GAUDIT)_[A-Za-z0-9_]+' "$work/words" >>"$work/wrong"
unknown '`test_[a-z0-9_]+`' "$work/words" >>"$work/wrong"

# Fields: `.name` and `.name = value` of a component, `ctx->name`. Names of ELF sections and endings of files are none.
grep '^framework/include/.*[.]h$' "$work/files" | xargs sed -e 's|/[*].*||' -e '/^ *[*]/d' |
    grep -oE '[a-z_][a-z0-9_]*(;|[)][(]|[[])' | tr -d ';()[' | sed 's/.*/.&\n.& =\nctx->&/' | sort -u >"$work/fields"
printf '%s\n' .c .h .so .debug .eh_frame >>"$work/fields"
unknown '`[.][a-z0-9_]+`|[.][a-z0-9_]+ =|ctx->[a-z0-9_]+' "$work/fields" >>"$work/wrong"

# A file is named from the top, or by its last parts; a folder by its path.
awk '{
    for (name = $0; ; sub(/^[^\/]*\//, "", name)) { print name; if (name !~ /\//) break }
    for (name = $0; sub(/\/[^\/]*$/, "", name); ) { print name; print name "/" }
}' "$work/files" | sort -u >"$work/paths"
tops=$(sed -n 's|/.*||p' "$work/files" | sort -u | tr '\n' '|')
unknown "\`(${tops%|})/[A-Za-z0-9_./-]+\`" "$work/paths" >>"$work/wrong"
unknown '`[a-z0-9_/]+[.](c|h|hpp)`' "$work/paths" >"$work/sources"
grep -v '^doc/tutorial[.]md:' "$work/sources" >>"$work/wrong" || true # which makes files of its own

# The layers of the architecture page are those of layers.txt, in their order.
for tree in framework/src documents report collector; do
    sed -n "s|^layers $tree/ ||p" tests/checks/layers.txt
done | tr ' ' '\n' >"$work/layers"
sed -n '/^## Layers/,/^## Life/s/^| \(`[^|]*`\) |.*/\1/p' doc/architecture.md | tr -d '`,' | tr ' ' '\n' |
    head -n "$(wc -l <"$work/layers")" | diff "$work/layers" - >"$work/other" ||
    sed -n 's/^[<>]/doc\/architecture.md: other layers than in layers.txt:/p' "$work/other" >>"$work/wrong"

[ ! -s "$work/wrong" ] || { sort -u "$work/wrong"; exit 1; }
