#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: no_memory.sh GAUDIT OPTIONS_FOLDER PRELOADED FILES: commands that run out of memory say so, and end with one status. Each
# allocation of the first ones fails once, of calls that end soon for another reason.
set -u
gaudit=$1
job=$2/quickstart.xml
preloaded=$3
files=$4 # makes trace files
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

wrong() {
    echo "no_memory.sh: $*" >&2
    failed=1
}

# ends MOST ARGUMENT...
ends() {
    most=$1 said=0 n=0
    shift
    while [ $n -lt "$most" ]; do
        n=$((n + 1))
        NO_MEMORY_AT=$n LD_PRELOAD=$preloaded "$gaudit" "$@" >out 2>err
        status=$?
        # The loader of glibc ends the process itself if it has no memory for what C++ libraries share.
        [ $status -eq 127 ] && [ "$(cat err)" = 'out of memory' ] && continue
        [ $status -lt 125 ] || wrong "gaudit $*: status $status without memory, allocation $n: $(cat err)"
        grep -qE 'out of memory|Cannot allocate memory|cannot be loaded' err || continue
        said=$((said + 1))
        [ $status -eq 5 ] || wrong "gaudit $*: status $status, not 5, allocation $n: $(cat err)"
    done
    [ $said -gt 1 ] || wrong "gaudit $*: it never ran out of memory"
}

ends 60 compare --baseline nowhere --candidate nowhere
ends 60 gate --baseline nowhere --candidate nowhere
ends 60 ab nowhere.xml --a No.Such=1 --b 'env:NAME=b No.Such=2'
ends 60 accuracy nowhere.xml -s No.Such=1 -j 2
ends 100 accuracy "$job" -s No.Such=1

# Without memory for a compressed block less would be in the file, as if it was damaged; likewise of a profile.
"$files" . || wrong "no files"
python3 "$(dirname "$0")/../trace/rbwp_make.py" . || wrong "no profiles"
for shown in "compressed.gtr files" "compressed.gtr records" "compressed.gtr blocks" "compressed.gtr lists" \
    "whole-packed.bin files" "gpu.bin items" "gpu.bin lists"; do
    file=${shown% *} table=${shown#* }
    "$gaudit" info -f csv --table "$table" "$file" >whole || wrong "info: status $?"
    n=0 said=0
    while [ $n -lt 40 ]; do
        n=$((n + 1))
        NO_MEMORY_AT=$n LD_PRELOAD=$preloaded "$gaudit" info -f csv --table "$table" "$file" >out 2>err
        status=$?
        if grep -qE 'out of memory|Cannot allocate memory' err; then
            said=$((said + 1))
            [ $status -eq 5 ] || wrong "info $shown: status $status, not 5, allocation $n: $(cat err)"
        elif [ $status -ne 0 ] || ! cmp -s out whole; then
            wrong "info $shown: status $status without memory, allocation $n: $(cat err out)"
        fi
    done
    [ $said -gt 5 ] || wrong "info $shown: it never ran out of memory"
done
exit $failed
