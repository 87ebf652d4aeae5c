/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_LAUNCHER_RANK_H
#define GAUDIT_DOCUMENTS_LAUNCHER_RANK_H

#include <gaudit/error.h>

#include <stdbool.h>

/*
 * Which rank of an MPI job this process is, as its launcher says before MPI_Init(): mpirun of Open
 * MPI or MPICH, or srun. No MPI is needed for that. Processes that a rank starts have its
 * variables, too.
 */

struct gau_launcher_rank {
    const char *launcher; /* "Open MPI", "MPICH", "Slurm" */
    int rank, size;
    char job[160]; /* a text that all ranks of the job have, and no other job on these hosts */
};

/* Returns whether the process is a rank of a job of several ones. */
bool gau_launcher_rank_find(struct gau_launcher_rank *out);

/* For a rank that ends before MPI_Init(), in which the others wait for it: mpirun of MPICH ends
 * them only if a signal ends a rank, so this one ends with SIGTERM. Returns where there is no need.
 */
void gau_launcher_end_job(void);

#endif
