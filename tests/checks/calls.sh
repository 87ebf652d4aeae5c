#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: calls.sh ROOT BUILD: compares what the objects of a build refer to with the layers and folders
# of layers.txt: a function or variable that is declared by hand, past the headers, is found as well.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rules=$here/layers.txt
objects=$("$here/objects.sh" "$1" "$2" framework report algorithms auditors tools collector itt table trace files documents errors)
cd "$2"
[ -n "$objects" ] || { echo "calls.sh: there are no objects in $2"; exit 1; }
# shellcheck disable=SC2086 # one word per file: names have no blanks
nm -A -g $objects | LC_ALL=C awk -v rules="$rules" '
    function starts(text, prefix) { return substr(text, 1, length(prefix)) == prefix }

    # framework/CMakeFiles/gaudit_objects.dir/src/run/app.c.o -> framework/src/run/app.c
    function source_of(object) {
        sub(/CMakeFiles\/[^\/]*\.dir\//, "", object)
        sub(/\.o$/, "", object)
        return object
    }

    function layer_of(path, tree,   rest, i, best) {
        rest = substr(path, length(tree) + 1)
        for (i = 1; i <= n_layers[tree]; i++)
            if (layer[tree, i] == "." ? rest !~ /\// : starts(rest, layer[tree, i] "/"))
                if (!best || length(layer[tree, i]) > length(layer[tree, best])) best = i
        return best
    }

    # What a folder may include it may refer to: by "x/y.h" what x/y.c defines. Modules get what the library exports.
    function allows(path, target,   i, rule, n, words) {
        for (i in allowed)
            if (starts(path, i) && length(i) > length(rule)) rule = i
        n = split(allowed[rule], words, " ")
        for (i = 1; i <= n; i++) {
            sub(/\.h$/, ".", words[i])
            if (words[i] ~ /^(public|authors)$/ && (starts(target, "framework/src/") || target == "errors/error.c")) return 1
            if (starts(target, words[i])) return 1
        }
        return 0
    }

    function top(path) { sub(/\/.*/, "", path); return path }

    BEGIN {
        while ((getline text < rules) > 0) {
            n = split(text, words, " ")
            if (words[1] == "folder") {
                sub(/^folder +[^ ]+ */, "", text)
                allowed[words[2]] = text
            }
            if (words[1] != "layers") continue
            n_layers[words[2]] = n - 2
            for (i = 3; i <= n; i++) layer[words[2], i - 2] = words[i]
        }
    }
    $NF ~ /^(gau|GAU)_/ { # others are of the C library, also where the collector interposes them
        file = $0; sub(/:.*/, "", file); file = source_of(file)
        if ($NF in home && $(NF - 1) != "U" && home[$NF] != file) several[$NF] = 1
        if ($(NF - 1) != "U") home[$NF] = file
        else { n_uses++; user[n_uses] = file; used[n_uses] = $NF }
    }
    END {
        for (i = 1; i <= n_uses; i++) {
            name = used[i]
            if (!(name in home) || name in several) continue
            if (top(user[i]) != top(home[name]) && !allows(user[i], home[name])) {
                print user[i] " may not refer to " name "() of " home[name]
                bad = 1
            }
            for (tree in n_layers)
                if (starts(user[i], tree) && starts(home[name], tree)) {
                    checked++
                    if (layer_of(user[i], tree) < layer_of(home[name], tree)) {
                        print user[i] " refers to " name "() of " home[name] ", which is above it"
                        bad = 1
                    }
                }
        }
        if (!checked) { print "calls.sh: no reference from one file to another was found"; bad = 1 }
        exit bad
    }'
