/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_COMPARISON_H
#define GAUDIT_REPORT_COMPARISON_COMPARISON_H

/*
 * What became of the rows of a matrix from baselines to candidates. doc/method/comparison.md
 * explains the method.
 */

#include "estimate.h"
#include "matrix.h"

/* How the runs were made, from the best to the worst. */
enum gau_runs {
    GAU_RUNS_PAIRED,      /* A B, B A ...: the runs of one number are neighbours in time */
    GAU_RUNS_INTERLEAVED, /* on one machine: what changed is no drift of it */
    GAU_RUNS_SEPARATE,    /* at different times, or on machines that are alike */
    GAU_RUNS_UNLIKE,      /* on different processors: only gross changes mean anything */
};

struct gau_comparison_limits {
    double max_ratio;    /* above 1; less than that need not be told from 1 */
    double min_s;        /* per run; NAN: GAU_MIN_SHARE of all rows */
    double false_alarms; /* the probability of one in a comparison of what did not change */
    bool allow_new;      /* rows that one side alone has are named, not judged */
    bool gate;           /* what is found fails, at that probability; else it is GAU_SIGNIFICANT */
    enum gau_runs runs;
};

#define GAU_LEVEL 0.05 /* of significance, of all rows together; also that of the intervals */
#define GAU_MAX_RATIO 1.05
#define GAU_FALSE_ALARMS 0.001
#define GAU_MIN_SHARE 0.001
#define GAU_FOUND 0.9      /* the probability that runs_needed are to find a change with */
#define GAU_MOST_SHARE 0.9 /* of the time: the rows that runs are made for */
/* What nobody takes for chance. A busy machine makes wall times three times as long, and one
 * stall may be many times what a short branch takes; cold caches cost CPU time, too. */
#define GAU_GROSS_CPU 2.0
#define GAU_GROSS_WALL 5.0
#define GAU_GROSS_CPU_SHARE 0.02 /* of all branches, at least as much more */
#define GAU_GROSS_WALL_SHARE 0.05
/* What one machine does not do to all branches from one day to another. */
#define GAU_DRIFT_CPU 1.5
#define GAU_DRIFT_WALL 2.0
/* Clock reads at the borders of a branch may become as many times dearer than calibrated, as when
 * other programs use the caches: measured were 1.2. */
#define GAU_BORDERS 2.0
enum { GAU_BASELINES_MIN = 3 }; /* baselines; fewer have no spread to speak of */

enum gau_verdict {
    GAU_SIGNIFICANT,     /* not chance; or gross, in every run */
    GAU_NOT_SIGNIFICANT, /* may be chance, and is less than the largest ratio */
    GAU_INCONCLUSIVE,    /* may be chance, and may be more than the largest ratio */
    GAU_SMALL,
    GAU_NEW,
    GAU_GONE,
    GAU_NOT_JUDGED, /* the runs cannot tell: too few, or the machine may have changed */
};

/*
 * How slow the machine was in a run. What a shared machine does to a run it does to all rows
 * of it: a run in which the others took longer than usual is no news of one row. The slowdown
 * of a run, as seen from a row, is the median over the other rows of how much longer than
 * usual they took in that run; one row that has changed does not move a median of many.
 */
enum { GAU_SLOWDOWN_ROWS = 5 }; /* the least number of rows that make a slowdown */

struct gau_slowdowns {
    const struct gau_matrix *set;
    size_t *rows;     /* those that slowdowns are made of: in every run, and long enough */
    size_t n;         /* 0: there are too few of them, and no slowdowns */
    double *excesses; /* of each of them and each run: log of its time to what is usual */
    double *scratch;
};

/* Branches below @p least, a fraction of the total, are too noisy. False: no memory. */
bool gau_slowdowns_make(struct gau_slowdowns *out, const struct gau_matrix *set, double least);
void gau_slowdowns_clear(struct gau_slowdowns *slowdowns);

/* The factor by which others than @p row (NULL: all) took longer in a run; 1: nothing is known. */
double gau_slowdown(const struct gau_slowdowns *slowdowns, const struct gau_matrix_row *row,
                    enum gau_side side, size_t run);

struct gau_comparison_row {
    const struct gau_matrix_row *row;
    double seconds[2];            /* per run, by side; NAN: not there */
    double ratio;                 /* of these; NAN: a side does not have it */
    struct gau_interval absolute; /* likewise, at 95 %; of the machine as much as of the program if
                                   * the runs are separate. NAN: not known */
    struct gau_interval adjusted; /* the ratio to that of the other rows, if the comparison is
                                   * adjusted, else as it is; at 95 % */
    struct gau_estimate estimate; /* what that is made of */
    bool sampling;                /* the interval is that of sampling alone */
    double p;        /* that nothing changed, on both sides, corrected for all the tests; NAN */
    double p_slower; /* likewise, on the side of what takes longer */
    double limit; /* of the adjusted ratio, or of the ratio if that is grossly slower; what is above
                   * it and no false alarm failed. NAN: not tested, or the limit is min_s */
    enum gau_verdict verdict;
    bool is_slower; /* as it is, beyond chance */
    bool grossly;   /* slower by the ratio in every run, whatever the adjusted one */
    bool failed;    /* slower than its limit */
};

struct gau_comparison {
    struct gau_comparison_limits limits; /* with min_s as it was applied */
    const struct gau_matrix *matrix;
    bool gross;         /* only gross changes mean anything: too few baselines, unlike machines, or
                         * separate runs of too few rows to know the slowdown of a run */
    double gross_ratio; /* what takes longer than that in every run is slower */
    double drift_ratio; /* no machine makes all rows of separate runs slower than that */
    bool beyond_drift;  /* all together, they are */
    bool is_adjusted;  /* rows are relative to what the others share, as that is the machine's: runs
                        * are separate, or it may be chance; the total never is */
    double *slowdowns; /* of each run; 1: not known */
    struct gau_slowdowns others; /* the same, as seen from each row */
    struct gau_interval common;  /* how much longer most rows take, at 95 %; NAN: not known */
    bool others_changed;         /* most rows did, by more than chance does */
    bool others_faster;          /* most rows are, beyond chance */
    double scatter;              /* of rows about that in separate runs, relative; NAN: not known */
    size_t scatter_free;         /* its degrees of freedom */
    struct gau_comparison_row total, *rows; /* the last row is what was replaced, if anything is */
    size_t n;
    size_t tested, significant, inconclusive, failed; /* rows, with the total */
    double alarms;      /* the probability of a false one that runs_needed are for */
    size_t runs_needed; /* on each side, to find the largest ratio with a probability of 90 % in
                         * each of the rows that hold most of the time; 0: it is not known, or no
                         * number of such runs does */
    double ratio_found; /* above the limit in a gate of so many runs, with that probability */
    const struct gau_matrix_row *noisiest; /* that takes so many; the total if it alone is tested */
};

/* False: no memory. */
bool gau_comparison_make(struct gau_comparison *out, const struct gau_matrix *matrix,
                         const struct gau_comparison_limits *limits);
void gau_comparison_clear(struct gau_comparison *comparison);

/* The total, then the rows. */
struct gau_comparison_row *gau_comparison_row_at(struct gau_comparison *comparison, size_t i);

/* From what was measured of the rows to their limits and verdicts; @p p has room for a number of
 * the total and of each row. False: no memory. */
bool gau_comparison_judge(struct gau_comparison *comparison, double *p);

#endif
