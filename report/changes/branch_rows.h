/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_BRANCH_ROWS_H
#define GAUDIT_REPORT_CHANGES_BRANCH_ROWS_H

#include "work.h"

/*
 * What became of each branch.
 */

/* Times and calls are per event, percentiles per call, shares in percent of the total. */
enum gau_changed_measure {
    GAU_CHANGED_SELF,
    GAU_CHANGED_TOTAL,
    GAU_CHANGED_CPU, /* self */
    GAU_CHANGED_CPU_TOTAL,
    GAU_CHANGED_CALLS,
    GAU_CHANGED_SELF_SHARE,
    GAU_CHANGED_TOTAL_SHARE,
    GAU_CHANGED_CPU_SHARE, /* of self CPU time in that of the total */
    GAU_CHANGED_CPU_TOTAL_SHARE,
    GAU_CHANGED_P50,
    GAU_CHANGED_P90,
    GAU_CHANGED_P99,
    GAU_CHANGED_MEASURES
};

struct gau_changed {
    const struct gau_timing *row; /* of one of the runs */
    const char *label;
    struct gau_change changes[GAU_CHANGED_MEASURES];
    struct gau_changes_mark mark; /* of the main measure */
    double weight; /* the size of the change of the main share; NAN: it has no share */
    size_t rank;
};

/* The largest change of the main share first; then what has no share, by time. */
struct gau_changed_rows {
    struct gau_changed *items;
    size_t n;
    size_t tests; /* rows whose spread is known */
    bool cpu; /* all runs have CPU times: they are the main measure, as stalls are not in them */
    enum gau_changed_measure main, main_share;
    enum gau_changed_measure main_total; /* by the same clock */
    bool same_calls;                     /* all */
    bool for_people;                     /* they are not shown rows of nothing */
};

/* False: no memory. Free it with the next in any case. */
bool gau_changed_rows_read(struct gau_changed_rows *out, struct gau_changes *changes);
void gau_changed_rows_clear(struct gau_changed_rows *rows);

bool gau_changed_is_share(enum gau_changed_measure measure);

/* Never called in A, or in B. */
bool gau_changed_is_new(const struct gau_changed *row);
bool gau_changed_is_gone(const struct gau_changed *row);

#endif
