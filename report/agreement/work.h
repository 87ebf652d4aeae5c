/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_AGREEMENT_WORK_H
#define GAUDIT_REPORT_AGREEMENT_WORK_H

#include "agreement.h"

#include "report/hotspots/result.h"
#include "report/timings/timings.h"

/** How far the marks of a branch lie behind the time stamps of the same hooks. */
struct gau_agreement_lag {
    char *path;
    double calls, begin_s, end_s; /* means of calls; where they are added up: sums */
};

/** One run. */
struct gau_agreement_source {
    struct gau_timings timings;
    struct gau_hot_result result;
    char *delimiter;       /* between the names of a task type */
    int64_t marked[2];     /* window of the marks; 0, 0: not known */
    int64_t marked_events; /* -1: not known */
    int64_t shortened;
    struct gau_agreement_lag *lags;
    size_t n_lags;
};

/** A branch of the event loop on the side of the timer. */
struct gau_agreement_branch {
    const char *path, *name; /* borrowed */
    char *type;              /* name of its task type; NULL: not yet made */
    size_t parent;           /* GAU_NO_BRANCH: a root */
    size_t target; /* the branch that it counts as: itself, or one above without which there is no
                      task type */
    uint64_t calls;
    double self_s, cpu_s, wall_s;
    bool marked; /* there are tasks of that type */
    struct gau_agreement_lag lag;
};

#define GAU_NO_BRANCH SIZE_MAX

struct gau_agreement_type {
    const char *type; /* borrowed */
    size_t branch;
};

/** What only reading needs. */
struct gau_agreement_work {
    struct gau_agreement *out;
    const char *top; /* a path, or NULL */
    struct gau_agreement_source *sources;
    size_t n_sources;
    uint64_t events;                       /* of each run; 0: not known */
    struct gau_agreement_branch *branches; /* sorted by length of the path, then by path */
    size_t n_branches;
    size_t *row_of;     /* by branch: row, or GAU_NO_BRANCH */
    const char **types; /* names of task types of all runs, sorted */
    size_t n_types;
    struct gau_agreement_type *by_type; /* branches that are marked, sorted by type */
    size_t n_by_type;
    struct gau_view_error *error;
};

/** Opens the folders of a run. It may be without samples. */
bool gau_agreement_open(struct gau_agreement_source *source, const char *timer, const char *samples,
                        struct gau_view_error *error);

/** Refuses a run without samples. */
void gau_agreement_check_samples(const struct gau_agreement_source *source,
                                 struct gau_view_error *error);

/** Whether timer and samples are of one run. Sets the error if that cannot be read. */
bool gau_agreement_are_one(const struct gau_agreement_source *source, struct gau_view_error *error);
void gau_agreement_close(struct gau_agreement_source *source);

/** Makes the branches of all runs. */
bool gau_agreement_join(struct gau_agreement_work *work);

/** The branch of an identifier, or GAU_NO_BRANCH. */
size_t gau_agreement_find(const struct gau_agreement_work *work, const char *path);

/** The table "lags" of the document of marks, if it has one. */
struct gau_fields;
void gau_agreement_read_lags(struct gau_agreement_source *source, const struct gau_fields *fields);
void gau_agreement_clear_lags(struct gau_agreement_source *source);

/** Self times of all branches become those between marks, as far as lags are known. */
void gau_agreement_move_to_marks(struct gau_agreement_work *work);

/** Puts samples to rows, with their errors, and fills in what follows from both sides. */
bool gau_agreement_sample(struct gau_agreement_work *work);

/** Standard errors from the spread between runs; by run, by sample: its row, or GAU_HOT_NO_GROUP.
 * False: no memory. */
bool gau_agreement_spread(struct gau_agreement_work *work, uint32_t *const *places);

/** Groups of rows: those that are large enough to be one each, and the others. */
struct gau_agreement_cells {
    size_t n;
    const uint32_t *of;        /* by row */
    double *timer, *sampled;   /* shares */
    double *inside, *entries;  /* sums of these of rows */
    double *variances;         /* of `sampled`, by gau_agreement_variance() */
    double *covariances;       /* likewise, [n][n]; each row adds up to 0 */
    double *shift_covariances; /* of `sampled` with the fitted shift */
};

/** How samples were taken: equal ones that they count as, seconds between two of them. */
struct gau_agreement_sampling {
    double effective, interval_s;
};

/** The variance of a share of @p q of the samples whose time begins @p rate times per second. */
double gau_agreement_variance(const struct gau_agreement_sampling *sampling, double q, double rate);

/** Makes covariances that go with the variances, of those that v[1] of errors.h has. False: no
 * memory. */
bool gau_agreement_scale(struct gau_agreement_cells *cells);

/** The covariance of two rows. */
double gau_agreement_covariance(const struct gau_agreement *out,
                                const struct gau_agreement_cells *cells, size_t a, size_t b);

/** The tests of all cells together, and the shift; false: no memory. */
bool gau_agreement_judge(struct gau_agreement *out, struct gau_agreement_cells *cells);

/** Of two runs nothing is judged: how much they differ by themselves is not known. */
void gau_agreement_judge_none(struct gau_agreement *out);

/** What rows are without the shift, and the tests of rows; false: no memory. */
bool gau_agreement_judge_rows(struct gau_agreement *out, const struct gau_agreement_cells *cells);

/** What of the samples is not in the event loop is added to the agreement; NULL: no memory. By
 * sample: its row, or GAU_HOT_NO_GROUP. */
uint32_t *gau_agreement_places(struct gau_agreement_work *work,
                               const struct gau_agreement_source *source);

/** Adds a sentence. */
void gau_agreement_note(struct gau_agreement_work *work, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/** Sentences on what differs between the sides by the way they are measured. */
void gau_agreement_explain(struct gau_agreement_work *work);

#endif
