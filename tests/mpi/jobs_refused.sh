#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: jobs_refused.sh GAUDIT OPTIONS_FOLDER: ranks of a job that cannot run together: all end, whichever rank it is, and what is
# wrong is said once, or by the rank that it concerns; with Open MPI and MPICH.
. "$(dirname "$0")/../job/job.sh"
. "$here/../mpi/start.sh"
job=$options/quickstart.xml

# Rank 1 has words of its own behind the others.
cat >other.sh <<'EOS'
[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != 1 ] || exec "$@" $MORE
exec "$@"
EOS

# differs STATUS LINE WORD...: rank 1 has these, too.
differs() {
    status=$1 line=$2
    shift 2
    rm -rf differs
    MORE=$* ranks 3 sh other.sh "$gaudit" run "$job" --mpi -n 50 -o differs
    says_once "$status" "$line"
    [ ! -e differs ] && [ ! -s out ] || wrong "$mpi: $*: it has begun: $(cat out)"
}

# fails STATUS LINE WORD...: on all ranks alike.
fails() {
    status=$1 line=$2
    shift 2
    ranks 3 "$gaudit" run "$@"
    says_once "$status" "$line"
}

refused() {
    differs 1 'gaudit: rank 1 has other options than rank 0: --skip 30, and --skip 0 there' --skip 30
    differs 1 'gaudit: rank 1 has other options than rank 0: --events 51, and --events 50 there' -n 51
    differs 1 'gaudit: rank 1 has other options than rank 0: --distribute cyclic, and --distribute dynamic there' --distribute cyclic
    differs 1 'gaudit: rank 1 has other options than rank 0: --output other, and --output differs there' -o other
    differs 1 'gaudit: rank 1 has other options than rank 0: --html x.html, and no --html there' --html x.html
    differs 1 'gaudit: rank 1 has other options than rank 0: --quiet, and no --quiet there' -q
    differs 2 "gaudit: rank 1 has other options than rank 0: line [0-9]* of 'gaudit show -f xml' is '.*=\"31\"/>', and '.*=\"30\"/>' there" \
        -s FastTracking.Microseconds=31
    # Only rank 1 cannot run; the others are not waiting for it for ever.
    differs 1 "gaudit run: rank 1: unknown option '--nonsense' (see 'gaudit help run')" --nonsense
    differs 2 "gaudit: rank 1: command line: Nonsense.X: no component is called 'Nonsense'.*" -s Nonsense.X=1
    # All cannot.
    fails 1 "gaudit run: --only does not go with --events or --skip (see 'gaudit help run')" "$job" --mpi --only 5 -n 100
    fails 2 'gaudit: none.xml: cannot be opened: No such file or directory' none.xml --mpi
    fails 2 "gaudit: command line: Nonsense.X: no component is called 'Nonsense'.*" "$job" --mpi -s Nonsense.X=1
    fails 1 'gaudit: --distribute block needs -n N, the number of events; cyclic and dynamic do not' "$job" --mpi --distribute block
    fails 1 "gaudit: the result folder '/proc/none' cannot be made: No such file or directory" "$job" --mpi -o /proc/none

    # Without --mpi they share nothing.
    ranks 2 "$gaudit" run "$job" -n 20
    says_once 0 'gaudit: warning: 2 ranks process the same events, each all of them, unless their options differ; with --mpi they share them'
    # A folder for each rank: of the same name, but not one.
    mkdir -p first-$mpi second-$mpi
    set -- "$gaudit" run "$job" --mpi -n 20 -q -o result
    ranks 1 -wdir "$PWD/first-$mpi" "$@" : -n 1 -wdir "$PWD/second-$mpi" "$@"
    says_once 0 "gaudit: warning: 'result' is another folder for 1 of 2 ranks than for rank 0: put all folders rank-\* into one, which is then the result"
    mv second-$mpi/result/rank-1 first-$mpi/result && "$gaudit" report first-$mpi/result | grep -qx 'Results  *2' || wrong "$mpi: in one folder"
}

each_mpi refused
"$gaudit" run "$job" --distribute cyclic >out 2>err
[ $? = 1 ] && grep -qx "gaudit run: --distribute needs --mpi (see 'gaudit help run')" err || wrong "--distribute alone: $(cat err)"
finish
