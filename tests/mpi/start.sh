# SPDX-License-Identifier: Apache-2.0
# Sourced by tests of jobs on ranks: starts them with the MPI $mpi, as root or not, and not for ever.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM

# ranks N WORD...: N ranks of a command; standard output is in "out", errors in "err", the status in $ended.
ranks() {
    count=$1
    shift
    if [ $mpi = mpich ]; then set -- mpirun.mpich -n "$count" "$@"; else set -- mpirun.openmpi --oversubscribe -n "$count" "$@"; fi
    timeout 60 "$@" >out 2>err
    ended=$?
    [ $ended != 124 ] || wrong "$mpi: it hangs: $*: $(cat out err)"
}

# says_once STATUS LINE: all that gaudit says is that line, which is a pattern, once; the job has ended so.
says_once() {
    [ $ended = "$1" ] || wrong "$mpi: status $ended, not $1: $(cat err)"
    [ "$(grep -c '^gaudit' err)" = 1 ] && grep -qx "$2" err || wrong "$mpi: it does not say '$2': $(cat err)"
}

# each_mpi FUNCTION: for those that are here; without any, the test is skipped.
each_mpi() {
    some=
    for mpi in openmpi mpich; do
        command -v mpirun.$mpi >/dev/null || continue
        some=1
        $1
    done
    [ -n "$some" ] || { echo 'there is no MPI here'; exit 77; }
}
