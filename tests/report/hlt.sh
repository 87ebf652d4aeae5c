#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: hlt.sh GAUDIT OPTIONS_FOLDER COLLECTOR: in a profile of options/hlt.xml, what an algorithm's module uses of
# the CPU is below the branches of that algorithm, and on top of it is a function that does its work.
. "$(dirname "$0")/../collect/common.sh"
[ ! "$sanitized" ] || exit 77
ENOUGH=30 # samples, for a function to be on top other than by chance

# Leaf | module | functions, one of which is on top of all of that module. There are several where the work is spread
# evenly, or compilers and their options differ in what they make fast. Functions of the mathematical library are compared
# by their module: a processor decides which of them are used, what they are called, and how fast they are. The last
# name is that of the function that has the others inline: without -g nothing else is known of them.
line=Hlt\ HltDecisionSequence\ Hlt1
dimuon=$line\ Hlt1DiMuonHighMass
clusters=$dimuon\ Hlt1DiMuonHighMassFilterSequence\ GECLooseUnit
all=$line\ Hlt1TrackAllL0\ Hlt1TrackAllL0Unit
follow='gau_helix_project_along has_hits step_of length_near window_of gau_arctangent_series gau_follow'
threshold='threshold_execute passes_threshold gau_columns_put gau_selection_has'
pairs='pair_mass_execute look_at look_at_table has_charges gau_array_reserve meets gau_selection_has gau_exact_sum_add'
pairs="$pairs gau_pair_mass_of_angles pt_of gau_columns_get"
cat >wanted <<END
L0Muon|threshold|$threshold
L0Calo|threshold|$threshold
$dimuon Hlt1DiMuonHighMassL0DUFilterSequence L0DUFromRaw|l0_decision|checksum check_bank gau_bank_decode decode l0_decision_execute gau_columns_put
$dimuon Hlt1DiMuonHighMassL0DUFilterSequence Hlt1DiMuonHighMassL0DUFilter|threshold|$threshold
$clusters createITLiteClusters|calo_clusters|grid_add calo_clusters_execute
$clusters createVeloLiteClusters|hit_clusters|disorder_in is_on end_of make_cluster error_of cluster_all gau_columns_put hit_clusters_execute
$dimuon Hlt1DiMuonHighMassFilterSequence Hlt1DiMuonHighMassStreamer FastVeloHlt|track_finder|$follow
$dimuon Hlt1DiMuonHighMassFilterSequence Hlt1DiMuonHighMassStreamer MuonRec|muon_match|delta_r gau_columns_get gau_columns_put gau_selection_has match_closest is_taken muon_match_execute
$dimuon Hlt1DiMuonHighMassFilterSequence Hlt1DiMuonHighMassStreamer Velo2CandidatesDiMuonHighMass|pair_mass|$pairs
$all FastVeloHlt|track_finder|$follow
$all TrackFitL0|track_fit|whiten add_rows factorize gau_helix_project_along gau_fit_track
$all HltPVsPV3D|vertex_finder|share gauss density_at near gau_vertices_find
CheckDiMuon DiMuonGlobal|pair_mass|$pairs
END

"$gaudit" profile "$options/hlt.xml" --profiler builtin --interval 0.1ms -s Events.Events=2000 -o result >out 2>err || {
    wrong "gaudit profile ended with $?"
    cat out err
}

# csv KEYS FILE: all that was sampled.
csv() {
    "$gaudit" report hotspots result --group-by "$1" --format csv >"$2" 2>err || wrong "no report: $(cat err)"
}
csv task,module modules.csv
csv task,module,function functions.csv

# Columns of a CSV by name; the name of a module is that of its file.
columns='
    BEGIN { FS = "," }
    FNR == 1 { for (i = 1; i <= NF; i++) of[$i] = i }
    function module(    file) { file = $of["Module"]; sub(/\.so$/, "", file); return file }'

# top LEAF [MODULE]: the samples of a branch, and which of its functions has most of them, and the module of that one; of
# one module only.
top() {
    LC_ALL=C awk -v leaf="$1" -v name="${2:-}" "$columns"'
        FNR > 1 && $of["Task Type"] == leaf && (name == "" || module() == name) {
            n = $of["Samples"]
            all += n
            if (n > most) { most = n; top = $of["Function"]; where = $of["Module"] }
        }
        END { print all + 0, top, where }' functions.csv
}
# is_one NAME NAMES WHERE
is_one() {
    case " $2 " in
    *" $1 "*) ;;
    *) wrong "$3: $1 is on top, which is none of: $2" ;;
    esac
}

echo "samples  on top                    of"
while IFS='|' read -r leaf module names; do
    grep -qF "\"path\": \"$leaf\"," result/counts.json || wrong "no branch '$leaf'"
    # shellcheck disable=SC2046 # two words
    set -- $(top "$leaf" "$module")
    printf '%7d  %-24s  %s\n' "$1" "${2:-}" "$leaf"
    [ "$1" -ge $ENOUGH ] || continue
    is_one "$2" "$names" "'$leaf', $module"
    echo "$leaf" >>compared
done <wanted

# What must have enough samples, even on a busy machine.
for leaf in "$all FastVeloHlt" "$all TrackFitL0"; do
    grep -qxF "$leaf" compared || wrong "too few samples of '$leaf'"
    # shellcheck disable=SC2046 # two words
    set -- $(top "$leaf")
    case $3 in
    libm.so* | libm-*) ;;
    *) is_one "$2" "$(sed -n "s/^$leaf|[a-z_]*|//p" wanted)" "'$leaf'" ;;
    esac
done

# No time of an algorithm's module is below a branch of another.
LC_ALL=C awk "$columns"'
    FILENAME == "wanted" { split($0, part, "|"); home[part[1] "|" part[2]] = 1; known[part[2]] = 1; next }
    FNR > 1 && known[module()] && $of["Task Type"] != "[Outside any task]" && !home[$of["Task Type"] "|" module()] {
        print
        failed = 1
    }
    END { exit failed }' wanted modules.csv || wrong "time of a module is below a branch of another algorithm"
finish
