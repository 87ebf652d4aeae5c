#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: pipeline.sh GAUDIT OPTIONS_FOLDER TESTS_FOLDER CMAKE BUILD_FOLDER: the pipeline of doc/comparing.md as it is
# written, with fewer runs and events. Both installations are of this build: nothing has changed.
. "$(dirname "$0")/../job/job.sh"
doc=$3/../../doc/comparing.md cmake=$4 build=$5

# The first block of shell code in the section.
sed -n '/^### In a pipeline/,/^##/p' "$doc" | sed -n '/^```sh/,/^```/p' | sed '/^```sh/d; /^```/,$d' >written.sh
for part in 'build-of-main' '--install build ' 'seq 20' '-n 1000'; do
    grep -q -e "$part" written.sh || wrong "the pipeline of $doc has no '$part'"
done
sed "s|cmake --install build-of-main|'$cmake' --install '$build'|; s|cmake --install build |'$cmake' --install '$build' |
    s/seq 20/seq 4/; s/-n 1000/-n 20/" written.sh >pipeline.sh

cat >job.xml <<EOF
<job>
  <sequence name="Top">
    <algorithm type="Spin" name="One"><property name="Iterations" value="100000"/></algorithm>
    <algorithm type="Spin" name="Two"><property name="Iterations" value="200000"/></algorithm>
  </sequence>
</job>
EOF
sh -e pipeline.sh >out 2>&1 || {
    wrong "the pipeline ends with $?"
    cat pipeline.sh out
}
grep -q '^passed: ' out || wrong "it does not pass: $(cat out)"
grep -q 'runs separate' out && wrong "the runs are not interleaved"
[ -s gate.xml ] || wrong "there is no gate.xml"
for side in old new; do
    [ "$(find runs/$side -name timer.json | wc -l)" -eq 4 ] || wrong "$side: $(ls runs/$side)"
done

# Each side runs its own library.
find old -name 'libgaudit.so*' -exec rm {} +
old/bin/gaudit --version >out 2>&1 && wrong "the old command does not need the old library"
new/bin/gaudit --version >out 2>&1 || wrong "the new command needs the old library: $(cat out)"
finish
