/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_EVENT_PAIRS_H
#define GAUDIT_REPORT_COMPARISON_EVENT_PAIRS_H

#include "ratio_estimate.h"
#include "report/events/event_data.h"

/*
 * The events of two sides, paired by number. Events of one number in all runs are a pair, in which
 * each side has the mean of its runs. Warm-up is left out: a number that is warm-up in any run.
 */

enum gau_event_quantity { GAU_EVENT_WALL, GAU_EVENT_CPU, GAU_EVENT_N_QUANTITIES };

struct gau_event_pair {
    int64_t number;
    double seconds[GAU_EVENT_N_QUANTITIES][2]; /* by side; NAN: not known */
};

struct gau_event_pairs {
    struct gau_event_pair *items; /* by number */
    size_t n;
    size_t n_runs[2];  /* of which the runs of a side are numbered after those of the first */
    size_t warm_up;    /* numbers that are left out for it */
    size_t only[2];    /* numbers that one side alone has */
    size_t incomplete; /* numbers that both sides have, but not each run */
    size_t repeated;   /* pairs whose number occurs several times in a run, which has their mean */
    double *run_means[GAU_EVENT_N_QUANTITIES]; /* of each run, over all pairs */
    struct gau_event_of_run *events;           /* as they were added */
    size_t n_events;
};

/* Adds the next run of a side; those of the baselines come first. False: out of memory. */
bool gau_event_pairs_add(struct gau_event_pairs *pairs, const struct gau_event_data *run, int side);

/* Makes the pairs, when all runs were added. False: out of memory. */
bool gau_event_pairs_make(struct gau_event_pairs *pairs);
void gau_event_pairs_clear(struct gau_event_pairs *pairs);

/* Estimates the ratio of the mean times from the pairs, if there are GAU_ESTIMATE_PAIRS_MIN; else
 * all is NAN. False: out of memory. */
bool gau_event_pairs_estimate(struct gau_interval *ratio, const struct gau_event_pairs *pairs,
                              enum gau_event_quantity quantity);

enum { GAU_EVENT_CHANGED_MOST = 3 };

/*
 * Finds the pairs whose wall times changed most, against what most pairs changed, largest first:
 * of those that changed by more than noise, which is the spread of all pairs, explains at the level
 * 0.05 for all pairs together. @p n becomes their number. False: out of memory.
 */
bool gau_event_pairs_changed(const struct gau_event_pair *changed[GAU_EVENT_CHANGED_MOST],
                             size_t *n, const struct gau_event_pairs *pairs);

#endif
