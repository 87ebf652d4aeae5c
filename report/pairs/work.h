/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_PAIRS_WORK_H
#define GAUDIT_REPORT_PAIRS_WORK_H

#include "pairs.h"

#include "report/gate/series.h"
#include "report/statistics/statistics.h"
#include "report/views/sheet.h"

/* Of a quantity: its mean on both sides, and the ratio of B to A. */
struct gau_pairs_change {
    double mean[2];
    struct gau_interval ratio;
    size_t n; /* pairs that have it */
};

struct gau_pairs_work {
    const struct gau_pairs *pairs;
    struct gau_timings_set sides[2];
    struct gau_series_set series;
    struct gau_pairs_change total; /* of all branches */
    bool timed;                    /* some run has times of branches */
    double *a, *b;                 /* of one quantity, by pair */
    size_t n;                      /* pairs */
    struct gau_page page;
    struct gau_view_error *error;
};

/* From work->a and work->b, of which what is not positive or not there is no pair; work->a is
 * overwritten. The ratio is the geometric mean of those of the pairs. */
struct gau_pairs_change gau_pairs_measure(struct gau_pairs_work *work);

/* B less A; what is not there counts as nothing. */
double gau_pairs_difference(const struct gau_pairs_change *change);

/* The columns of a change. */
enum {
    GAU_PAIRS_A,
    GAU_PAIRS_B,
    GAU_PAIRS_DIFFERENCE,
    GAU_PAIRS_RATIO,
    GAU_PAIRS_LOW,
    GAU_PAIRS_HIGH,
    GAU_PAIRS_CHANGE /* their number */
};
extern const struct gau_column gau_pairs_columns[GAU_PAIRS_CHANGE];

/* Sets them in the last row, from column @p first on. People read @p only of A or of B for the
 * ratio of what the other side does not have. */
void gau_pairs_set_change(const struct gau_pairs_work *work, struct gau_table *table, size_t first,
                          const struct gau_pairs_change *change, const char *const only[2]);

/* The line above a table: what it is of, and what A and B are. */
void gau_pairs_title(const struct gau_pairs_work *work, struct gau_table *table, const char *what);

/* The line below a table of @p n intervals. */
void gau_pairs_tell_intervals(struct gau_table *table, size_t pairs, size_t n);

/* Each adds a table to the page. */
void gau_pairs_add_branches(struct gau_pairs_work *work);
void gau_pairs_add_functions(struct gau_pairs_work *work);
void gau_pairs_add_run(struct gau_pairs_work *work);

/* Of runs that have no times of branches: the CPU time is that of all processes. */
void gau_pairs_measure_total(struct gau_pairs_work *work);

#endif
