/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_RANKS_JOB_RANKS_H
#define GAUDIT_TOOLS_RANKS_JOB_RANKS_H

#include "tools/common/job_loading.h"

#include "documents/launcher_rank.h"

/*
 * A job on several ranks: `mpirun -n 4 gaudit run JOB.xml --mpi`. Each rank has some of the events,
 * whose numbers are those of the whole job.
 */

enum gau_distribution { GAU_DISTRIBUTE_DYNAMIC, GAU_DISTRIBUTE_BLOCK, GAU_DISTRIBUTE_CYCLIC };

extern const char *const gau_distributions[]; /* names, then NULL */

struct gau_job_ranks {
    struct gau_launcher_rank place;
    enum gau_distribution how;
    uint64_t skip, events; /* of the job; 0 events: not known */
    uint64_t next;         /* block, cyclic: the next events of this rank, from 0 on */
    uint64_t size;         /* dynamic: of blocks, by how long they took */
    uint64_t began_ns, at; /* dynamic: when the last one was taken, and where it ends */
    uint64_t asked;        /* dynamic: how many were asked for, for the next block */
    bool has_counter;
};

/* Initializes MPI. Fails if no launcher has started this process, or without an MPI. */
gau_status gau_job_ranks_open(struct gau_job_ranks *ranks, enum gau_distribution how,
                              gau_error *err);

/* Lets a job with these settings ask for its events. Fails if their number is needed and not
 * known. */
gau_status gau_job_ranks_begin(struct gau_job_ranks *ranks, gau_app_settings *settings,
                               gau_error *err);

/* On all ranks, which have the same distribution, before the job runs. */
gau_status gau_job_ranks_share(struct gau_job_ranks *ranks, gau_error *err);

void gau_job_ranks_close(struct gau_job_ranks *ranks);

#endif
