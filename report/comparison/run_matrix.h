/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_RUN_MATRIX_H
#define GAUDIT_REPORT_COMPARISON_RUN_MATRIX_H

/*
 * Runs of two sides by rows: of each branch, task or function the self time in each run, per event,
 * so that runs of different lengths can be compared.
 */

#include "report/function_times/function_times.h"
#include "report/timings/timings.h"

enum gau_side { GAU_BASELINE, GAU_CANDIDATE };

enum gau_matrix_rows {
    GAU_ROWS_BRANCHES,  /* of the timers: self CPU time if all runs have it, else self wall time */
    GAU_ROWS_TASKS,     /* of ITT, the innermost one; sampled CPU time */
    GAU_ROWS_FUNCTIONS, /* in each branch or task; sampled CPU time */
};

/* A branch, task or function; or all of them, as the total. Texts are borrowed. */
struct gau_matrix_row {
    const char *root; /* of a branch; of a function its task */
    const char *path, *module;
    const char *label; /* the end of the path, as long as needed to be unique */
    bool is_root, is_total;
    bool is_replacement;      /* of all rows that one side alone has */
    bool sparse;              /* some runs have too few samples for a ratio: it has sums only */
    double calibrated_cost_s; /* per event: what the timer's calls around it and its children cost,
                               * as it was calibrated; it is part of the self time */
    double *values[2];   /* by side and run: seconds per event; NAN: not there, or no time at all */
    size_t count[2];     /* how many of them are numbers */
    uint64_t samples[2]; /* by side */
    double sums[2];      /* sampled: the mean over all runs */
    double errors[2];    /* of these: the standard error of sampling, relative */
};

struct gau_matrix {
    enum gau_matrix_rows kind;
    const char *group; /* what a row is, if rows are groups of branches: "Algorithm"; else NULL */
    bool cpu;          /* CPU times, which all runs have; else wall times */
    bool per_event;    /* false: nothing was an event, and values are those of a run */
    size_t n_runs[2];  /* by side */
    double events;     /* of a run of the baselines, on average; 1 if nothing was an event */
    bool events_vary;  /* not all runs have as many */
    struct gau_matrix_row total;
    struct gau_matrix_row
        replaced;     /* removed rows of the baselines, and added rows of the candidates */
    bool is_relative; /* shares are relative to some branches: */
    struct gau_matrix_row relative; /* these, in each run */
    struct gau_matrix_row *rows;    /* of branches in the order of the tree of the first run */
    size_t n;
    double *numbers;                      /* that the rows point to */
    const struct gau_timer_result **runs; /* of both sides, one after the other; borrowed */
    double *run_events;                   /* of each run: what its times are divided by */
    char **labels;
};

/* Joins branches, or groups, by root and identifier. The timings are borrowed. A run without a
 * timer is an error. */
gau_status gau_matrix_of_timers(struct gau_matrix *out, const struct gau_timer_result_set *a,
                                const struct gau_timer_result_set *b, gau_error *error);

/* Joins tasks or functions. The samples are borrowed; they are those of the runs of @p a, then @p
 * b. */
gau_status gau_matrix_of_samples(struct gau_matrix *out,
                                 const struct gau_function_times_functions *sampled,
                                 enum gau_matrix_rows kind, const struct gau_timer_result_set *a,
                                 const struct gau_timer_result_set *b, gau_error *error);
void gau_matrix_clear(struct gau_matrix *matrix);

/* Returns whether every run of the side has samples of a sampled row, and 5 on average. */
bool gau_matrix_has_samples(const struct gau_matrix *matrix, const struct gau_matrix_row *row,
                            int side);

/* Returns the mean of a side: the geometric mean or, of a sparse row, that of the sums. NAN: there
 * are no numbers. */
double gau_matrix_mean(const struct gau_matrix *matrix, const struct gau_matrix_row *row,
                       enum gau_side side);

/* Returns the mean of what shares are relative to, in the runs that have the row: the denominator
 * of its share. */
double gau_matrix_whole(const struct gau_matrix *matrix, const struct gau_matrix_row *row,
                        enum gau_side side);

/* Takes the runs and counts their events; gau_matrix_make_room() then makes rows. False: out of
 * memory. */
bool gau_matrix_begin(struct gau_matrix *matrix, const struct gau_timer_result_set *a,
                      const struct gau_timer_result_set *b, gau_error *error);
bool gau_matrix_make_room(struct gau_matrix *matrix, size_t n);
bool gau_matrix_no_memory(const struct gau_matrix *matrix, gau_error *error);

/* Gives a row the values of a number up to @p n; they are 0. */
void gau_matrix_place(struct gau_matrix *matrix, struct gau_matrix_row *row, size_t number);

/* Sets the seconds of a run; runs are numbered through both sides. */
void gau_matrix_put(struct gau_matrix *matrix, struct gau_matrix_row *row, size_t run,
                    double seconds);

/* Counts the numbers of a row; a time of 0 is none. */
void gau_matrix_finish(const struct gau_matrix *matrix, struct gau_matrix_row *row);

/* Makes the total, whose values are seconds of a run, and the row that compares added with removed
 * ones. */
void gau_matrix_sum(struct gau_matrix *matrix);

size_t gau_matrix_runs(const struct gau_matrix *matrix);

#endif
