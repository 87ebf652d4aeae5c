/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_RANKS_RANK_TIMES_H
#define GAUDIT_REPORT_RANKS_RANK_TIMES_H

#include "documents/rank_end.h"
#include "report/timings/timings.h"
#include "table/map.h"

/* What the ranks of an MPI job spent, side by side. */

/* A branch in all ranks. Times are with what is below it, but for calls of MPI. */
struct gau_rank_branch {
    const struct gau_timer_row *row; /* of the first rank that has it */
    uint64_t calls;
    double sum_s, least_s, most_s;
    double waiting_s; /* of all ranks, in sections "waiting" below it; see MpiAuditor */
    size_t ranks;     /* that have it */
    int slowest;      /* rank */
};

/* What a rank spends in calls of MPI, which are sections with --mpi; the rest is its work. */
struct gau_rank_times {
    double time_s, cpu_s, mpi_s, mpi_cpu_s, waiting_s;
    double ends_s;  /* of mpi_s: MPI_Init and MPI_Finalize */
    int64_t events; /* of a job; -1: none */
};

struct gau_rank_job {
    const char *folder;
    struct gau_timer_result_set set; /* by rank, as versionsort() orders the folders */
    int *numbers;                    /* of the ranks */
    struct gau_rank_times *times;    /* of the ranks */
    struct gau_rank_end *ends;       /* of the ranks */
    int64_t size;                    /* of the job; -1: not known */
    struct gau_rank_branch *branches;
    uint32_t n, room;
    struct gau_map by_path;
    uint32_t alone; /* ranks that are the only one for their MPI */
    bool has_times, has_cpu, has_mpi, has_waiting, has_events; /* some rank has */
    bool is_of_events; /* of `gaudit run`: no rank waits for others within an event */
    gau_error *error;
};

/* False: see the error. To be cleared in any case. */
bool gau_rank_job_read(struct gau_rank_job *job);
void gau_rank_job_clear(struct gau_rank_job *job);

double gau_rank_branch_mean(const struct gau_rank_job *job, const struct gau_rank_branch *branch);

/* How much the slowest rank takes more than the mean. */
double gau_rank_branch_excess(const struct gau_rank_job *job, const struct gau_rank_branch *branch);

bool gau_rank_row_is_mpi(const struct gau_timer_row *row);

/* Below a call of MPI; see MpiAuditor. */
bool gau_rank_row_is_waiting(const struct gau_timer_row *row);

#endif
