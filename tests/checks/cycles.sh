#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: cycles.sh ROOT BUILD: finds sources that call each other in a cycle, by what the objects of a build refer to,
# and headers that include each other. Those that lie in one folder and are named in layers.txt are allowed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
product=$(grep -o '^folder [a-z]*/' "$here/layers.txt" | sed 's|^folder ||; s|/||' | grep -vE '^(examples|tests)$')
# shellcheck disable=SC2086 # one word per folder, and per file: names have no blanks
objects=$("$here/objects.sh" . "$2" $product)
headers=$("$here/files.sh" . | grep -E "^($(echo $product | tr ' ' '|'))/.*\.h$")
[ -n "$objects" ] || { echo "cycles.sh: there are no objects in $2"; exit 1; }
# shellcheck disable=SC2086
{
    (cd "$2" && nm -A -g $objects)
    grep -H '^[[:space:]]*#[[:space:]]*include "' $headers
} | LC_ALL=C awk -v rules="$here/layers.txt" -v headers="$headers" '
    function source_of(object) {
        sub(/CMakeFiles\/[^\/]*\.dir\//, "", object)
        sub(/\.o$/, "", object)
        return object
    }
    function folder_of(path) { sub(/[^\/]*$/, "", path); return path }
    function link(from, to) { if (from != to) { edge[from, to] = 1; file[from] = file[to] = 1 } }

    # Words in order of the alphabet, joined by blanks.
    function sorted(text,   n, words, i, k, word) {
        n = split(text, words, " ")
        for (i = 2; i <= n; i++) {
            word = words[i]
            for (k = i; k > 1 && words[k - 1] > word; k--) words[k] = words[k - 1]
            words[k] = word
        }
        for (i = 1; i <= n; i++) word = i == 1 ? words[i] : word " " words[i]
        return word
    }

    # What no file, or only files that were dropped before, leads to or is led to, is in no cycle.
    function drop_ends(   more, pair, ends, path, from, to) {
        do {
            more = 0
            split("", from); split("", to)
            for (pair in edge) { split(pair, ends, SUBSEP); from[ends[1]] = 1; to[ends[2]] = 1 }
            for (path in file)
                if (!(path in from && path in to)) { delete file[path]; more = 1 }
            for (pair in edge) {
                split(pair, ends, SUBSEP)
                if (!(ends[1] in file && ends[2] in file)) delete edge[pair]
            }
        } while (more)
    }

    # Marks what can be reached from a file in reached[file, ...].
    function reach(start,   queue, n, at, path) {
        queue[n = 1] = start
        for (at = 1; at <= n; at++)
            for (path in file)
                if (((queue[at], path) in edge) && !((start, path) in reached)) {
                    reached[start, path] = 1
                    queue[++n] = path
                }
    }

    function in_one_folder(cycle,   n, words, i) {
        n = split(cycle, words, " ")
        for (i = 2; i <= n; i++) if (folder_of(words[i]) != folder_of(words[1])) return 0
        return 1
    }

    BEGIN {
        while ((getline text < rules) > 0)
            if (text ~ /^cycle /) { sub(/^cycle /, "", text); allowed[sorted(text)] = 1 }
        n = split(headers, words, "\n")
        for (i = 1; i <= n; i++) is_header[words[i]] = 1
    }
    /include "/ {
        path = $0; sub(/:.*/, "", path)
        target = $0; sub(/.*include "/, "", target); sub(/".*/, "", target)
        if (folder_of(path) target in is_header) link(path, folder_of(path) target)
        else if (target in is_header) link(path, target)
        next
    }
    $NF ~ /^(gau|GAU)_/ {
        path = $0; sub(/:.*/, "", path); path = source_of(path)
        if ($(NF - 1) == "U") { user[++n_uses] = path; used[n_uses] = $NF }
        else if ($NF in home && home[$NF] != path) several[$NF] = 1
        else home[$NF] = path
    }
    END {
        for (i = 1; i <= n_uses; i++)
            if (used[i] in home && !(used[i] in several)) { link(user[i], home[used[i]]); n_links++ }
        if (!n_links) { print "cycles.sh: no reference from one file to another was found"; exit 1 }
        drop_ends()
        for (path in file) reach(path)
        for (path in file) {
            if (path in seen || !((path, path) in reached)) continue
            cycle = path
            for (other in file)
                if (other != path && ((path, other) in reached) && ((other, path) in reached)) {
                    cycle = cycle " " other
                    seen[other] = 1
                }
            cycle = sorted(cycle)
            if (!in_one_folder(cycle)) { print "a cycle through several folders: " cycle; bad = 1 }
            else if (!(cycle in allowed)) { print "a cycle that layers.txt does not name: " cycle; bad = 1 }
            delete allowed[cycle]
        }
        for (cycle in allowed) { print "layers.txt names a cycle that there is not: " cycle; bad = 1 }
        exit bad
    }'
