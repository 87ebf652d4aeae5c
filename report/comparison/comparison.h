/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_COMPARISON_H
#define GAUDIT_REPORT_COMPARISON_COMPARISON_H

/*
 * The changes of the rows of a matrix from baselines to candidates. doc/comparing.md explains the
 * method.
 */

#include "ratio_estimate.h"
#include "run_matrix.h"

/* How the runs were made, from the best to the worst. */
enum gau_runs {
    GAU_RUNS_PAIRED,             /* A B, B A ...: the runs of one number are neighbours in time */
    GAU_RUNS_INTERLEAVED,        /* on one machine: a change is no drift of it */
    GAU_RUNS_SEPARATE,           /* at different times, or on machines that are alike */
    GAU_RUNS_DIFFERENT_MACHINES, /* on different processors: only large changes are tested */
};

struct gau_comparison_limits {
    double max_ratio;           /* above 1; smaller changes need not be found */
    double min_s;               /* per run; NAN: GAU_MIN_SHARE of all rows */
    double false_positive_rate; /* the probability of one in a comparison without a change */
    bool allow_new;             /* rows that only one side has are listed, and never fail */
    bool gate;             /* changes fail, at that probability; else they are GAU_SIGNIFICANT */
    bool require_decision; /* of a gate: rows that are undecided fail it, too */
    enum gau_runs runs;
};

#define GAU_LEVEL 0.05 /* of significance, of all rows together; also that of the intervals */
#define GAU_MAX_RATIO 1.05
#define GAU_FALSE_POSITIVE_RATE 0.001
#define GAU_MIN_SHARE 0.001
#define GAU_OTHERS_CONFIDENCE 0.99 /* for "the others became faster", and "a row became slower" */
#define GAU_FOUND 0.9              /* the probability that runs_needed are to find a change with */
#define GAU_MOST_SHARE 0.9         /* of the time: in rows for which the runs are to suffice */
/* Changes beyond these no noise explains. A busy machine makes wall times three times as long, and
 * one stall may be many times as long as a short branch; cold caches cost CPU time, too. */
#define GAU_GROSS_CPU 2.0
#define GAU_GROSS_WALL 5.0
#define GAU_GROSS_CPU_SHARE 0.02 /* such a row is longer by at least this share of all branches */
#define GAU_GROSS_WALL_SHARE 0.05
/* The drift of one machine, over all branches, stays below these. */
#define GAU_DRIFT_CPU 1.5
#define GAU_DRIFT_WALL 2.0
/* Clock reads around a branch may cost up to this many times their calibrated cost, when other
 * programs use the caches: 1.2 times was measured. */
#define GAU_CLOCK_COST_FACTOR 2.0
enum { GAU_BASELINES_MIN = 3 }; /* baselines; fewer have no spread to speak of */

enum gau_verdict {
    GAU_SIGNIFICANT,     /* p is below GAU_LEVEL; or large, in every run */
    GAU_NOT_SIGNIFICANT, /* it is not, and the interval is within the largest ratio */
    GAU_INCONCLUSIVE,    /* it is not, and the interval reaches beyond the largest ratio */
    GAU_SMALL,
    GAU_ADDED,
    GAU_REMOVED,
    GAU_NOT_TESTED, /* too few runs, or the machine may have changed */
};

/*
 * The slowdown of the machine in a run. A busy shared machine slows all rows of a run alike. The
 * slowdown of a run, for a row, is the median over the other rows of their times relative to the
 * usual ones. One row that has changed does not move a median of many.
 */
enum { GAU_SLOWDOWN_ROWS = 5 }; /* the least number of rows that make a slowdown */

struct gau_slowdowns {
    const struct gau_matrix *set;
    size_t *rows;     /* those that slowdowns are made of: in every run, and long enough */
    size_t n;         /* 0: there are too few of them, and no slowdowns */
    double *excesses; /* of each of them and each run: log of its time to what is usual */
    double *scratch;
};

/* Branches below @p least, a fraction of the total, are too noisy. False: out of memory. */
bool gau_slowdowns_make(struct gau_slowdowns *out, const struct gau_matrix *set, double least);
void gau_slowdowns_clear(struct gau_slowdowns *slowdowns);

/* Returns the factor by which rows other than @p row (NULL: all) were slower in a run; 1: not
 * known. */
double gau_slowdown(const struct gau_slowdowns *slowdowns, const struct gau_matrix_row *row,
                    enum gau_side side, size_t run);

struct gau_comparison_row {
    const struct gau_matrix_row *row;
    double seconds[2];            /* per run, by side; NAN: not there */
    double ratio;                 /* of these; NAN: a side does not have it */
    struct gau_interval absolute; /* the same with its 95 % confidence interval; if the runs are
                                     separate, of machine and program together. NAN: not known */
    struct gau_interval adjusted; /* the ratio to that of the other rows, if the comparison is
                                   * adjusted, else as it is; at 95 % */
    struct gau_estimate estimate; /* what that is made of */
    bool sampling;                /* the interval is that of sampling alone */
    double p;        /* that nothing changed, on both sides, corrected for all the tests; NAN */
    double p_slower; /* likewise, one-sided: of being slower */
    double limit;    /* of the adjusted ratio, or in a gross slowdown of the ratio: a significant
                        slowdown above it fails. NAN: not tested, or the limit is min_s */
    enum gau_verdict verdict;
    bool has_own_ratio;  /* the adjusted one is as it is: the other rows say too little */
    bool is_slower;      /* without adjustment, significantly */
    bool gross_slowdown; /* slower by the ratio in every run, even if the adjusted one is not */
    bool failed;         /* slower than its limit */
    bool undecided;      /* it may be slower than its limit, and is one of the rows that hold
                            GAU_MOST_SHARE of the time, or the total */
};

struct gau_comparison {
    struct gau_comparison_limits limits; /* with the applied min_s */
    const struct gau_matrix *matrix;
    bool gross; /* only large changes are tested: too few baselines, different machines, or separate
                   runs of too few rows to know the slowdown of a run */
    double gross_ratio; /* a row that is longer by more than that in every run is slower */
    double drift_ratio; /* drift of machines does not slow all rows of separate runs by more than
                           that */
    bool beyond_drift;  /* all rows are slower than drift_ratio */
    bool is_adjusted;   /* ratios of rows are relative to the change that rows share, as it may come
                           from the machine: of separate runs the median of the rows, of others see
                           relative_ratio.h. The total is never adjusted */
    double *slowdowns;  /* of each run; 1: not known */
    struct gau_slowdowns others; /* the same, as seen from each row */
    struct gau_interval common;  /* ratio of most rows, at 95 %; NAN: not known */
    bool others_faster;          /* most rows are, significantly */
    double scatter;              /* of rows about that in separate runs, relative; NAN: not known */
    size_t scatter_dof;          /* its degrees of freedom */
    struct gau_comparison_row total, *rows; /* the last row: added for removed ones, if any */
    size_t n;
    size_t tested, significant, inconclusive, failed, undecided; /* rows, with the total */
    double most_s;      /* rows of at least this time hold GAU_MOST_SHARE of it; 0: all rows */
    double level;       /* the probability of a false positive that runs_needed are for */
    size_t runs_needed; /* on each side, to find the largest ratio with a probability of 90 % in
                           each of the rows that hold most of the time; 0: not known, or no number
                           suffices */
    double ratio_found; /* a change that fails a gate with that number of runs, with that
                           probability */
    const struct gau_matrix_row
        *noisiest; /* the row that needs runs_needed; the total if it alone is tested */
};

/* Compares the sides of a matrix. False: out of memory. */
bool gau_comparison_make(struct gau_comparison *out, const struct gau_matrix *matrix,
                         const struct gau_comparison_limits *limits);
void gau_comparison_clear(struct gau_comparison *comparison);

/* Returns the total for 0, then the rows. */
struct gau_comparison_row *gau_comparison_row_at(struct gau_comparison *comparison, size_t i);

/* Makes the estimates of rows of interleaved runs relative to what they share, if they are enough
 * for that. @p pairs: the estimates are those of pairs. False: out of memory. */
bool gau_comparison_relate_rows(struct gau_comparison *comparison, bool pairs);

/* Sets limits and verdicts of the rows from their estimates; @p p has room for a number for the
 * total and for each row. False: out of memory. */
bool gau_comparison_test_rows(struct gau_comparison *comparison, double *p);

#endif
