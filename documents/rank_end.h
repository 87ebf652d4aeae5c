/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_RANK_END_H
#define GAUDIT_DOCUMENTS_RANK_END_H

#include <jansson.h>
#include <stdbool.h>

/*
 * How a rank of an MPI job ended, by what it left: run.json, of its session or job, and
 * collect.json, in which `gaudit collect` has the exit status or the signal of the program. A rank
 * that was killed has neither; one that ended the job may have written its results before.
 */

/* The first is what made a job end. */
enum gau_rank_end_kind {
    GAU_RANK_FAILED,
    GAU_RANK_NOT_ENDED,   /* no end is known: it was killed, or still runs */
    GAU_RANK_INTERRUPTED, /* as launchers end the others when one has failed */
    GAU_RANK_FINISHED,
};

struct gau_rank_end {
    enum gau_rank_end_kind kind;
    double elapsed_s;   /* until then, of its program; INFINITY: not known */
    char words[64];     /* "finished", "exit status 3", "SIGKILL" */
    char sentence[600]; /* what follows "rank 3": "ended with exit status 3" */
};

/* Reads the end of the rank whose files are in @p folder. False: there is no run.json. */
bool gau_rank_end_read(struct gau_rank_end *out, const char *folder);

/* For qsort(): what made the job end comes first, of equal ones who ended first. */
int gau_rank_end_compare(const struct gau_rank_end *a, const struct gau_rank_end *b);

/* How a job of ranks ended that are one result, as the rank did that made it end. */
struct gau_job_end {
    const char *status; /* "failed", "interrupted" */
    char reason[700];   /* "rank-3 ended with exit status 3" */
};

/* Reads it, by the folders of the ranks in @p folder, whose run.json is @p run. False: no rank says
 * more than that does. */
bool gau_job_end_read(struct gau_job_end *out, const char *folder, const json_t *run);

/* Whether the rank was a job of its own for its MPI, as one is under the mpirun of another MPI. Of
 * ranks with calls of MPI. */
bool gau_rank_is_alone(const char *folder);

/* Writes "2 of 4 ranks are jobs of one rank for their MPI ...". Returns @p text. */
char *gau_rank_alone_text(char *text, size_t size, size_t alone, long long ranks,
                          const char *launcher);

#endif
