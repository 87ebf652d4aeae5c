/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_SERIES_H
#define GAUDIT_REPORT_GATE_SERIES_H

/*
 * Two sets of runs side by side: for each branch its self time in every run of one set and of the
 * other, per event, so that runs of different lengths can be compared.
 */

#include "report/timings/timings.h"

enum gau_side { GAU_SIDE_A, GAU_SIDE_B }; /* baseline and candidate */

/* A branch; or, as the total, all of them. */
struct gau_series {
    const char *root, *path, *name; /* borrowed from the timings */
    const char *label;              /* of labels.h; borrowed from the set */
    bool is_root, is_total;
    bool is_replacement; /* of all branches that one side alone has */
    double border_s;     /* per event: what the timer's calls around it and its children cost, as it
                          * was calibrated; it is part of the self time */
    double *values[2];   /* by side and run: seconds per event; NAN: not there, or no time at all */
    size_t count[2];     /* how many of them are numbers */
};

struct gau_series_set {
    bool cpu;         /* CPU times, which all runs have; else wall times */
    size_t n_runs[2]; /* by side */
    double events;    /* of a run of side A, on average; 1 if nothing was an event */
    bool events_vary; /* not all runs have as many */
    struct gau_series total;
    struct gau_series replaced; /* on side A what B does not have, on side B what A does not */
    struct gau_series *rows;    /* in the order of the tree of the first run */
    size_t n;
    double *numbers; /* that the rows point to */
    char **labels;
};

/* Joins by root and identifier. The timings are borrowed; runs without a timer are an error. */
enum gau_view_status gau_series_join(struct gau_series_set *out, const struct gau_timings_set *a,
                                     const struct gau_timings_set *b, struct gau_view_error *error);
void gau_series_clear(struct gau_series_set *set);

/* Copies the numbers of a side to @p out, without what is not there; their count. */
size_t gau_series_numbers(double *out, const struct gau_series_set *set,
                          const struct gau_series *row, enum gau_side side);

/* The geometric mean of a side; NAN: there are no numbers. */
double gau_series_mean(const struct gau_series_set *set, const struct gau_series *row,
                       enum gau_side side);

#endif
