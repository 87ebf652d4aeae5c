/* SPDX-License-Identifier: Apache-2.0 */
#include "launcher_rank.h"

#include "document.h"

#include "errors/errors.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- processes above ----------------------------------------------------------------------- */

/* Reads a file of /proc; its bytes end with NUL. False: it cannot be read. */
static bool read_of(pid_t process, const char *name, char *text, size_t size)
{
    char path[64];
    FILE *file;
    size_t n = 0;

    snprintf(path, sizeof path, "/proc/%ld/%s", (long)process, name);
    file = fopen(path, "r");
    if (file) {
        n = fread(text, 1, size - 1, file);
        fclose(file);
    }
    text[n] = '\0';
    return n > 0;
}

/* Returns the process above; 0: there is none, or it is not known. */
static pid_t parent_of(pid_t process)
{
    char text[512];
    const char *end;

    if (!read_of(process, "stat", text, sizeof text) || !(end = strrchr(text, ')')))
        return 0;
    return strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0; /* ") S 1234" */
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* --- launchers ----------------------------------------------------------------------------- */

static const char *variable(const char *name)
{
    const char *const text = getenv(name);

    return text && *text ? text : NULL;
}

/* A port that all proxies of a job of Hydra have in their command line. */
static void put_port(char *job, size_t size, pid_t proxy)
{
    char words[4096] = "";
    size_t at = 0, length = 0;

    if (read_of(proxy, "cmdline", words, sizeof words))
        while (length < sizeof words - 1 && (words[length] || words[length + 1]))
            length++;
    for (; at < length; at += strlen(words + at) + 1)
        if (strcmp(words + at, "--control-port") == 0) {
            snprintf(job, size, "hydra %.100s", words + at + strlen(words + at) + 1);
            return;
        }
}

static void name_open_mpi(char *job, size_t size, pid_t launcher)
{
    const char *const bits = variable("OMPI_MCA_orte_precondition_transports");
    const char *const space = variable("PMIX_NAMESPACE");

    (void)launcher;
    snprintf(job, size, "%.100s", bits ? bits : space ? space : "");
}

static void name_mpich(char *job, size_t size, pid_t launcher)
{
    const char *const id = variable("PMI_JOBID");

    snprintf(job, size, "%.100s", id ? id : "");
    if (launcher)
        put_port(job, size, launcher);
}

static void name_slurm(char *job, size_t size, pid_t launcher)
{
    const char *const cluster = variable("SLURM_CLUSTER_NAME");

    (void)launcher;
    snprintf(job, size, "%.60s %.30s.%.30s", cluster ? cluster : "slurm", getenv("SLURM_JOB_ID"),
             getenv("SLURM_STEP_ID"));
}

/* In the order in which their variables count, if no process above is a launcher: mpirun within a
 * job of Slurm leaves the variables of that. */
static const struct launcher {
    const char *name, *rank, *size;
    const char *needs;              /* a variable that must be there, too; or NULL */
    const char *const processes[5]; /* beginnings of the names of those that start ranks */
    void (*name_job)(char *job, size_t size, pid_t launcher);
} launchers[] = {
    {"Open MPI",
     "OMPI_COMM_WORLD_RANK",
     "OMPI_COMM_WORLD_SIZE",
     NULL,
     {"mpirun", "mpiexec", "orte", "prte"},
     name_open_mpi},
    {"MPICH", "PMI_RANK", "PMI_SIZE", NULL, {"hydra_pmi_proxy"}, name_mpich},
    {"Slurm", "SLURM_PROCID", "SLURM_NTASKS", "SLURM_STEP_ID", {"slurmstepd"}, name_slurm},
};

enum { LAUNCHERS = sizeof launchers / sizeof *launchers };

static bool is_there(const struct launcher *launcher)
{
    return variable(launcher->rank) && variable(launcher->size) &&
           (!launcher->needs || variable(launcher->needs));
}

static bool starts_ranks(const struct launcher *launcher, const char *process)
{
    for (size_t i = 0; launcher->processes[i]; i++)
        if (begins(process, launcher->processes[i]))
            return true;
    return false;
}

/* Returns the launcher whose process is the nearest above; else the first whose variables are
 * there; NULL: there is none. */
static const struct launcher *find_launcher(pid_t *process)
{
    enum { MOST = 64 };
    bool any = false;

    for (size_t i = 0; i < LAUNCHERS; i++)
        any |= is_there(&launchers[i]);
    *process = any ? getppid() : 0; /* most processes are no ranks: nothing is read for them */
    for (int depth = 0; depth<MOST && * process> 1; depth++, *process = parent_of(*process)) {
        char name[64];

        if (!read_of(*process, "comm", name, sizeof name))
            break;
        for (size_t i = 0; i < LAUNCHERS; i++)
            if (is_there(&launchers[i]) && starts_ranks(&launchers[i], name))
                return &launchers[i];
    }
    *process = 0;
    for (size_t i = 0; i < LAUNCHERS; i++)
        if (is_there(&launchers[i]))
            return &launchers[i];
    return NULL;
}

/* --- the rank ------------------------------------------------------------------------------ */

/* Reads a number below @p most; -1: it is none. */
static int number_of(const char *name, long most)
{
    const char *const text = variable(name);
    char *end = NULL;
    const long value = text ? strtol(text, &end, 10) : -1;

    return text && !*end && value >= 0 && value < most ? (int)value : -1;
}

bool gau_launcher_rank_find(struct gau_launcher_rank *out)
{
    enum { MOST_RANKS = 1 << 24 };
    pid_t process;
    const struct launcher *const found = find_launcher(&process);

    *out = (struct gau_launcher_rank){0};
    if (!found)
        return false;
    out->launcher = found->name;
    out->size = number_of(found->size, MOST_RANKS);
    out->rank = number_of(found->rank, out->size);
    found->name_job(out->job, sizeof out->job, process);
    return out->size > 1 && out->rank >= 0 && out->job[0];
}

void gau_launcher_end_job(void)
{
    struct gau_launcher_rank rank;

    if (!gau_launcher_rank_find(&rank) || strcmp(rank.launcher, "MPICH") != 0)
        return;
    fflush(NULL);
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
}
