#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: rebuilt.sh GAUDIT OPTIONS_FOLDER MODULES_FOLDER: functions of a module that was built anew are
# matched by their names, in `gaudit ab` and in `gaudit compare`, as long as both builds are there; else it is said.
. "$(dirname "$0")/../job/job.sh"
modules=$3
cat >job.xml <<EOF2
<job>
  <algorithm type="Rebuilt" name="Work"><property name="Iterations" value="200000"/></algorithm>
</job>
EOF2
prints() {
    grep -qE -- "$1" out || wrong "no '$1': $(cat out)"
}
# counts FUNCTION: "BASELINE CANDIDATE", its samples in the csv "out"
counts() {
    awk -F, -v function_name="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["path"] == function_name && $column["module"] == "rebuilt.so" {
            a += $column["baseline_samples"]; b += $column["candidate_samples"]
        }
        END { print a + 0, b + 0 }' out
}

# --- both builds are there -----------------------------------------------------------------
"$gaudit" ab job.xml -n 400 --runs 5 --profile -f csv --table functions --a "env:GAUDIT_MODULE_PATH=$modules/one" \
    --b "env:GAUDIT_MODULE_PATH=$modules/two" -o r >out 2>err || wrong "ab ends with $?: $(cat err)"
common=$(counts rebuilt_common) later=$(counts rebuilt_later)
[ "${common% *}" -gt 0 ] && [ "${common#* }" -gt 0 ] || wrong "a function of both builds: $(cat out)"
[ "${later% *}" -eq 0 ] && [ "${later#* }" -gt 0 ] || wrong "a function of the second build: $(cat out)"

"$gaudit" compare r/a r/b >out 2>err || wrong "compare ends with $?: $(cat err)"
prints '^build of rebuilt\.so  [0-9a-f]{8} +[0-9a-f]{8}$'
prints "^'rebuilt\.so' was built anew \(build-id [0-9a-f]{8} in baselines, [0-9a-f]{8} in candidates\): functions are matched by their names$"
prints '^rebuilt_common  +Work '
prints '^rebuilt_later  +Work .* added$'
"$gaudit" compare r/a r/b --table differences -f csv >out 2>err || wrong "compare ends with $?: $(cat err)"
prints '^build of rebuilt\.so,[0-9a-f]{8},[0-9a-f]{8}$'

# --- built anew in its place ---------------------------------------------------------------
mkdir place
for build in one two; do
    cp "$modules/$build/rebuilt.so" "$modules/$build/rebuilt.manifest" place
    GAUDIT_MODULE_PATH=$work/place "$gaudit" profile job.xml -n 400 --time -o $build >out 2>err ||
        wrong "profile ends with $?: $(cat err)"
done
"$gaudit" compare one two >out 2>err || wrong "compare ends with $?: $(cat err)"
prints "^'rebuilt\.so' was built anew .*: functions are matched by their names$"
prints '^rebuilt_common  +Work '
prints '^rebuilt_later  +Work '
grep -q 'is not the file that ran' out && wrong "names that were kept are not used: $(cat out)"

# --- without the names of the first build ---------------------------------------------------
rm one/symbols.json
"$gaudit" compare one two >out 2>err || wrong "compare ends with $?: $(cat err)"
prints "^'rebuilt\.so' was built anew .*: one of these files is missing, so that its functions cannot be separated$"
prints "^warning: '.*/place/rebuilt\.so' is not the file that ran \(build-id "
prints '^\[all functions\] \(rebuilt\.so\)  +Work '
grep -q 'rebuilt_common\|rebuilt_later\|func@' out && wrong "functions of one build are set beside those of none: $(cat out)"
grep -q ' inconclusive\| not significant' out && wrong "one run a side is tested: $(cat out)"
finish
