#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: batch.sh GAUDIT OPTIONS_FOLDER: the recipes of doc/scaling.md, by GNU parallel and by an array of jobs of Slurm, which is
# started for this test where it is installed and the user is root; ranks below srun.
. "$(dirname "$0")/../job/job.sh"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PATH=$(dirname "$gaudit"):$PATH
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM PATH
some=

# merged FOLDER EVENTS
merged() {
    "$gaudit" report "$1" | grep -qx "Events  *$2" && "$gaudit" report "$1" | grep -qx 'Results  *4' ||
        wrong "$1: $("$gaudit" report "$1" 2>&1)"
}

if command -v parallel >/dev/null; then
    some=1
    parallel --will-cite -j 2 --halt soon,fail=1 gaudit run "$options/quickstart.xml" -q -n 250 --skip {} -o by-parallel-{} ::: \
        0 250 500 750 >out 2>&1 && gaudit merge by-parallel-* -o by-parallel >out 2>&1 || wrong "parallel: $(cat out)"
    merged by-parallel 1000
fi

start_slurm() {
    SLURM_CONF=$work/slurm.conf
    export SLURM_CONF
    cat >slurm.conf <<EOF
ClusterName=test
SlurmctldHost=$(hostname)
SlurmUser=root
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
SwitchType=switch/none
MpiDefault=none
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,bf_interval=1
EpilogMsgTime=0
NodeName=$(hostname) CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
    mkdir -p state spool /run/munge
    chown munge /run/munge
    su -s /bin/sh munge -c /usr/sbin/munged 2>munged || wrong "munged: $(cat munged)"
    slurmctld && sleep 2 && slurmd || wrong 'Slurm does not start'
    for try in 1 2 3 4 5 6 7 8 9 10; do
        [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && return
        sleep 1
    done
    wrong "Slurm has no idle node: $(sinfo)"
}

stop_slurm() {
    for name in slurmd slurmctld; do kill "$(cat $name.pid)"; done
    kill "$(cat /run/munge/munged.pid)"
    sleep 1
}

if command -v slurmctld slurmd munged >/dev/null && [ "$(id -u)" = 0 ] && ! pgrep -x munged >/dev/null; then
    some=1
    start_slurm
    cat >part.sh <<EOF
#!/bin/sh
#SBATCH --output=part-%a.log
exec gaudit run $options/quickstart.xml -q -n 250 --skip \$((250 * SLURM_ARRAY_TASK_ID)) -o by-slurm-\$SLURM_ARRAY_TASK_ID
EOF
    job=$(sbatch --parsable --array=0-3 part.sh)
    timeout 200 sbatch --wait --dependency=afterok:"$job" --output=merge.log --wrap 'gaudit merge by-slurm-? -o by-slurm' >out 2>&1 ||
        wrong "an array of jobs: $(cat out merge.log part-*.log)"
    merged by-slurm 1000
    for form in pmix-openmpi pmi2-mpich; do
        command -v mpirun.${form#*-} >/dev/null || continue
        timeout 100 srun --mpi=${form%-*} -n 2 --overcommit gaudit run "$options/quickstart.xml" --mpi -n 100 -q -o $form >out 2>&1 ||
            wrong "$form: $(cat out)"
        "$gaudit" report $form | grep -qx 'Results  *2' && "$gaudit" report $form | grep -qx 'Events  *100' ||
            wrong "$form: $("$gaudit" report $form 2>&1)"
    done
    stop_slurm
fi
[ -n "$some" ] || { echo 'there is neither GNU parallel nor Slurm here'; exit 77; }
finish
