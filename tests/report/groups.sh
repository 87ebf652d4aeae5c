#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: groups.sh GAUDIT OPTIONS_FOLDER: times of groups of branches, against those of the branches themselves.
. "$(dirname "$0")/../job/job.sh"

"$gaudit" run "$options/hlt.xml" -q -n 300 -s TimerAuditor.CpuTime=true -o r >out 2>err || wrong "the run: $(cat err)"

# groups KEY [OPTION...]: without roots and what is below Background, as "NAME,calls,total,total %,self,self %,CPU total,CPU self".
groups() {
    key=$1
    shift
    "$gaudit" report timing r --group-by "$key" -f csv "$@" >out 2>err || wrong "--group-by $key: $(cat err)"
    [ "$(head -n 1 out)" = group,root,calls,total_s,total_percent,self_s,self_percent,cpu_total_s,cpu_self_s ] ||
        wrong "the columns are $(head -n 1 out)"
    awk -F, 'NR > 1 && $2 == "Event" && $1 != "Event" { sub(",Event,", ","); print }' OFS=, out >"$key.groups"
}

# The same from the branches, by a function of awk of the identifier and the class: which(path, type).
"$gaudit" report timing r -f csv >all.csv
expected() {
    awk -F, "$1"'
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        {
            gsub(/"/, "")
            id = $at["branch"]; parent[id] = $at["parent"]; path[id] = $at["path"]
            group[id] = which(path[id], $at["type"])
            if (id == 0 || parent[id] == "") next
            top = id
            while (parent[top] != "") top = parent[top]
            if (top != 0) next
            if (group[id] != group[parent[id]] || parent[id] == 0) {
                calls[group[id]] += $at["calls"]; total[group[id]] += $at["total_s"]; cpu[group[id]] += $at["cpu_total_s"]
            }
            self[group[id]] += $at["self_s"]; cpu_self[group[id]] += $at["cpu_self_s"]
        }
        END { for (g in self) printf "%s,%d,%.12f,%.12f,%.12f,%.12f\n", g, calls[g], total[g], self[g], cpu[g], cpu_self[g] }' all.csv |
        sort >expected
}

# same_numbers A B: files of "NAME,NUMBER,...", whose sums are of other orders.
same_numbers() {
    LC_ALL=C awk -F, 'NR == FNR { line[$1] = $0; n++; next }
        {
            fields = split(line[$1], other, ",")
            bad += fields != NF
            for (i = 2; i <= NF; i++) bad += (d = $i - other[i]) > 1e-9 || d < -1e-9
            n--
        }
        END { exit bad > 0 || n != 0 }' "$1" "$2"
}

# agrees KEY: the numbers are those of the branches.
agrees() {
    awk -F, '$3 + 0 > 0 || $2 > 0 { printf "%s,%d,%.12f,%.12f,%.12f,%.12f\n", $1, $2, $3, $5, $7, $8 }' "./$1.groups" | sort >found
    grep -v ',0,0.000000000000,0.000000000000' expected >called
    same_numbers called found || wrong "$1: $(diff called found)"
}

groups algorithm
expected 'function which(path, type) { return path ~ / / ? substr(path, match(path, /[^ ]*$/)) : path }'
agrees algorithm
[ "$(grep -c '^FastVeloHlt,' algorithm.groups)" = 1 ] || wrong "two branches of FastVeloHlt: $(cat algorithm.groups)"
groups component-class
expected 'function which(path, type) { return type }'
agrees component-class
groups level=3
expected 'function which(path, type,   names, n, i, text) {
    n = split(path, names, " ")
    for (i = 1; i <= n && i <= 3; i++) text = text (i > 1 ? " " : "") names[i]
    return text
}'
agrees level=3
groups children=Hlt1
grep -q '^Hlt1TrackAllL0,299,' children=Hlt1.groups || wrong "children of Hlt1: $(cat children=Hlt1.groups)"

# Groups of one name below several roots are named with these.
"$gaudit" report timing r --group-by children=Hlt1 >out
grep -q '^\[other branches\]  ' out && grep -q '^\[other branches\] (Background) ' out || wrong "roots are not in the names: $(cat out)"
"$gaudit" report timing r --group-by children=Hlt1 -f csv | grep -q '^"*.other branches."*,Background,' || wrong "a root in a name of CSV"

# What is relative to a branch is 100 % of it.
groups children=Hlt1 --relative-to Hlt1
LC_ALL=C awk -F, '$1 ~ /^Hlt1/ { self += $6 } $1 == "Hlt1" { total = $4 } END { exit !(self > 99.999 && self < 100.001 && total > 99.999 && total < 100.001) }' \
    ./children=Hlt1.groups || wrong "Hlt1 is not 100 %: $(cat children=Hlt1.groups)"
groups algorithm --relative-to FastVeloHlt
LC_ALL=C awk -F, '$1 == "FastVeloHlt" { total = $4; self = $6 } END { exit !(self > 99.999 && self < 100.001 && total > 99.999 && total < 100.001) }' \
    algorithm.groups || wrong "FastVeloHlt is not 100 %: $(cat algorithm.groups)"

# There is one line that says what 100 % is.
"$gaudit" report timing r --relative-to Hlt1 --table branches >out
[ "$(grep -c '^100.* %' out)" = 1 ] && grep -Eq "^100 %: 'Hlt1' with all that is below it, [0-9.]+ m?s; all: [0-9.]+ m?s in 299 events, 1 worker$" out ||
    wrong "not one line on 100 %: $(grep '%' out)"
"$gaudit" report timing r --table branches | grep -Eq '^100\.0 % of [0-9.]+ m?s in 299 events, 1 worker$' || wrong "no check of the sum"

"$gaudit" report timing r --group-by algorithm --sort calls --limit 3 --table branches >out
sed -n 1p out | grep -qx 'Time by algorithm' || wrong "no title: $(cat out)"
grep -q '^\[' out && wrong "a limit of 3: $(cat out)"
[ "$(sed -n '/^---/,/^---/p' out | grep -vc '^---')" = 3 ] || wrong "not 3 rows: $(cat out)"

# Pictures are well-formed; other formats are refused.
for view in pie bars; do
    "$gaudit" report $view r --group-by level=3 --relative-to Hlt1 -O $view.svg >out 2>err || wrong "$view: $(cat err)"
    xmllint --noout $view.svg 2>err || wrong "$view.svg: $(cat err)"
    grep -q '>Time at level 3 in .Hlt1.<' $view.svg || wrong "no title: $(cat $view.svg)"
    "$gaudit" report $view r --group-by level=3 --relative-to Hlt1 | cmp -s - $view.svg || wrong "$view: standard output differs"
done

# --- comparisons -----------------------------------------------------------------------
"$gaudit" run "$options/hlt.xml" -q -n 300 -s TimerAuditor.CpuTime=true -o s >out 2>err || wrong "the run: $(cat err)"
# sums FILE NAME: of the times in rows of a comparison.
sums() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { n = split($at["path"], names, " ") }
        names[n] == name { a += $at["baseline_s"]; b += $at["candidate_s"] }
        END { printf "%s,%.12f,%.12f\n", name, a, b }' "$1"
}
"$gaudit" compare r s -f csv >branches.csv 2>err || wrong "compare: $(cat err)"
"$gaudit" compare r s -f csv --group-by algorithm >groups.csv 2>err || wrong "compare --group-by: $(cat err)"
for name in FastVeloHlt TrackFitL0; do
    [ "$(grep -c ",$name," groups.csv)" = 1 ] || wrong "not one row of $name: $(cat groups.csv)"
    sums branches.csv $name >of_branches
    sums groups.csv $name >of_groups
    same_numbers of_branches of_groups || wrong "$name: $(sums branches.csv $name), in groups $(sums groups.csv $name)"
done
for file in branches groups; do
    tail -n 1 $file.csv | cut -d, -f 5-7 >$file.total
done
same_numbers branches.total groups.total || wrong "another total: $(cat groups.total), not $(cat branches.total)"
"$gaudit" compare r s --group-by children=Hlt1 --relative-to Hlt1 -f json >out 2>err || wrong "compare --relative-to: $(cat err)"
for side in baseline candidate; do
    sed -n '/"path": "Hlt1/s/.*"'$side'_percent": \([0-9.]*\).*/\1/p' out |
        LC_ALL=C awk '{ sum += $1 } END { exit !(NR == 3 && sum > 99.9 && sum < 100.1) }' || wrong "the children of Hlt1 are not 100 %: $(cat out)"
done
"$gaudit" compare r s --group-by algorithm >out
grep -q '^Self CPU time per event by algorithm: ' out || wrong "the title is $(grep ' per event by ' out)"
grep -q '^Algorithm  ' out && grep -q '^all algorithms  ' out || wrong "neither heading nor sum is of algorithms: $(cat out)"

# refused MESSAGE ARGUMENT...
refused() {
    message=$1
    shift
    case $1 in compare) ;; *) set -- report "$@" ;; esac
    "$gaudit" "$@" >out 2>err && wrong "gaudit $* succeeds"
    [ "$(cat err)" = "$message" ] || wrong "gaudit $* says: $(cat err)"
}
refused "gaudit: there is no branch 'Hlt12'; did you mean 'Hlt1'?" timing r --relative-to Hlt12
refused "gaudit: there is no branch 'Hlt12'; did you mean 'Hlt1'?" timing r --group-by children=Hlt12
refused "gaudit: branches cannot be grouped by 'task'; there is: algorithm, component-class, level=N, children=BRANCH" timing r --group-by task
refused "gaudit: cannot sort groups by 'max'; there is: self, total, calls, name" timing r --group-by algorithm --sort max
refused "gaudit report: the view 'counts' takes no --group-by (see 'gaudit help report')" counts r --group-by algorithm
refused "gaudit report: the view 'counts' takes no --relative-to (see 'gaudit help report')" counts r --relative-to Hlt
refused "gaudit report: the view 'graph' takes no --group-by (see 'gaudit help report')" graph r --group-by algorithm
refused "gaudit: 'a.jpg': a picture is SVG or PNG here: name the file .svg or .png" pie r -O a.jpg
refused "gaudit report: the view 'pie' takes no --table (see 'gaudit help report')" pie r --table branches
refused "gaudit: branches cannot be grouped by 'x'; there is: algorithm, component-class, level=N, children=BRANCH" compare r s --group-by x
refused "gaudit: there is no branch 'Hlt12'; did you mean 'Hlt1'?" compare r s --relative-to Hlt12

# What has no time cannot be 100 %, in all views.
cat >never.xml <<'XML'
<job>
  <input type="GeneratorInput"><property name="Events" value="50"/></input>
  <auditor type="TimerAuditor"/>
  <algorithm type="Spin" name="Work"><property name="Microseconds" value="1000"/></algorithm>
  <sequence name="Stops"><algorithm type="Threshold" name="Cut"><property name="Column" value="l1.pt"/><property name="Min" value="1e9"/></algorithm><algorithm type="Empty" name="Never"/></sequence>
</job>
XML
# A sanitizer wants to be the first of the libraries: no profile.
record="profile --profiler builtin --interval 1ms"
[ ! "${TEST_SANITIZED:-}" ] || record=run
# shellcheck disable=SC2086 # words
"$gaudit" $record never.xml -q --time -s TimerAuditor.CpuTime=true -o never >out 2>err || wrong "$record: $(cat err)"
"$gaudit" run never.xml -q -n 40 -s TimerAuditor.CpuTime=true -o other >out 2>err || wrong "run: $(cat err)"
for words in 'timing never' 'hotspots never --group-by algorithm' 'pie never' 'compare never' 'compare never other'; do
    case $record,$words in run,hotspots* | "run,compare never") continue ;; esac # of samples
    # shellcheck disable=SC2086 # words
    refused "gaudit: 'Never' has no time that could be 100 %" $words --relative-to Never
done
[ "$record" = run ] || refused "gaudit: 'GeneratorInput' has no time that could be 100 %" compare never --relative-to GeneratorInput
finish
