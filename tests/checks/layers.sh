#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: layers.sh ROOT: compares all sources below ROOT and their #include lines with ROOT/tests/checks/layers.txt.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"
sources=$("$here/files.sh" . | grep -E '\.[ch](pp)?$')
[ -n "$sources" ] || { echo "layers.sh: there are no sources in $1"; exit 1; }
# shellcheck disable=SC2086 # one word per file: names have no blanks
grep -Hn '^[[:space:]]*#[[:space:]]*include' $sources |
LC_ALL=C awk -v rules=tests/checks/layers.txt -v sources="$sources" '
    function complain(text) { print file (line ? ":" line : "") ": " text; bad = 1 }
    function folder_of(path) { sub(/[^\/]*$/, "", path); return path }
    function starts(text, prefix) { return substr(text, 1, length(prefix)) == prefix }

    # A path without "x/../".
    function plain(path) {
        while (match(path, /[^\/]+\/\.\.\//))
            path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
        return path
    }

    # The file that "name" means: beside the including one, from the top, or one that ends so.
    function find(name,   path, i, found) {
        path = plain(folder_of(file) name)
        if (path in exists) return path
        if (name in exists) return name
        for (i in exists)
            if (substr(i, length(i) - length(name)) == "/" name) found = i
        return found
    }

    function is_system(name,   i) {
        for (i in system_headers)
            if (name == i || (i ~ /\/$/ && starts(name, i))) return 1
        return 0
    }

    # The number of the layer that a file is in, among those of its tree; 0: it is in none.
    function layer_of(path, tree,   rest, i, best) {
        rest = substr(path, length(tree) + 1)
        for (i = 1; i <= n_layers[tree]; i++)
            if (layer[tree, i] == "." ? rest !~ /\// : starts(rest, layer[tree, i] "/"))
                if (!best || length(layer[tree, i]) > length(layer[tree, best])) best = i
        return best
    }

    # A layer may include what is below it, and its own.
    function check_layers(tree, target,   from, to) {
        from = layer_of(file, tree); to = layer_of(target, tree)
        if (from && to > from) complain(layer[tree, from] " may not include " target ", which is above it")
    }

    function public_name(path) { sub(/.*\//, "", path); sub(/\.h$/, "", path); return path }

    # Public headers: not upwards, and not sideways either.
    function check_level(target,   from, to) {
        from = public_name(file); to = public_name(target)
        if (!(from in level)) complain(from " has no level in layers.txt")
        else if (!(to in level)) complain(to " has no level in layers.txt")
        else if (level[to] >= level[from]) complain(from " may not include " to ", which is not below it")
    }

    function allows(word, target) {
        if (word == "anything" || word == target) return 1
        if (starts(target, "framework/include/")) {
            if (word == "public") return 1
            if (public_name(target) in hidden) return 0
            return word == "authors" && level[public_name(target)] <= last_author
        }
        return starts(target, word)
    }

    function rule_of(path,   i, rule) {
        for (i in allowed)
            if (starts(path, i) && length(i) > length(rule)) rule = i
        return rule
    }

    # Whatever a source includes, its folder is in layers.txt.
    function check_home(   i) {
        if (rule_of(file) == "") complain("its folder is not in layers.txt")
        for (i in n_layers)
            if (starts(file, i) && !layer_of(file, i)) complain("its folder is none of the layers of " i " in layers.txt")
    }

    function check(target, foreign,   i, n, words) {
        if (starts(file, "framework/include/") && starts(target, "framework/")) { check_level(target); return }
        for (i in n_layers)
            if (starts(file, i) && starts(target, i)) { check_layers(i, target); return }
        n = split(allowed[rule], words, " ")
        for (i = 1; i <= n; i++)
            if (allows(words[i], target)) return
        if (!foreign && starts(target, rule)) return
        complain("files of " rule " may not include " target)
    }

    BEGIN {
        while ((getline text < rules) > 0) {
            n = split(text, words, " ")
            if (words[1] == "level") { depth++; for (i = 2; i <= n; i++) level[words[i]] = depth }
            else if (words[1] == "authors") last_author = depth
            else if (words[1] == "layers") {
                n_layers[words[2]] = n - 2
                for (i = 3; i <= n; i++) layer[words[2], i - 2] = words[i]
            }
            else if (words[1] == "hidden") for (i = 2; i <= n; i++) hidden[words[i]] = 1
            else if (words[1] == "system") for (i = 2; i <= n; i++) system_headers[words[i]] = 1
            else if (words[1] == "folder") {
                sub(/^folder +[^ ]+ */, "", text)
                allowed[words[2]] = text
            }
        }
        if (!depth) { print rules ": has no levels"; exit bad = 1 }
        n = split(sources, words, "\n")
        for (i = 1; i <= n; i++) exists[words[i]] = 1
        for (file in exists) check_home()
    }
    {
        file = $0; sub(/:.*/, "", file)
        line = substr($0, length(file) + 2); sub(/:.*/, "", line)
        name = $0; sub(/.*include[ \t]*[<"]/, "", name); sub(/[>"].*/, "", name)
        rule = rule_of(file)
        count++
        if (rule == "") next
        if ($0 ~ /include[ \t]*"/) {
            target = find(name)
            if (target == "") complain("there is no " name)
            else check(target, 0)
        } else if (starts(name, "gaudit/")) check("framework/include/" name, 0)
        else if (!is_system(name)) check(name, 1)
    }
    END {
        if (!count) { print "layers.sh: no #include line was found"; bad = 1 }
        exit bad
    }'
