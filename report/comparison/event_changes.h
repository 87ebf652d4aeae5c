/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_EVENT_CHANGES_H
#define GAUDIT_REPORT_COMPARISON_EVENT_CHANGES_H

#include "comparison.h"
#include "event_pairs.h"
#include "report/events/event_memory.h"

/*
 * The times and the memory of events, from the baselines to the candidates. The times are a matrix
 * with a row for wall time and, if all events have it, one for CPU time: of each run the mean over
 * the events that are paired. It is compared as that of branches is. With fewer than
 * GAU_BASELINES_MIN baselines, which have no spread, the intervals are those of the pairs.
 */

struct gau_notes;

struct gau_event_changes {
    bool known;      /* all runs have events, of which some are paired */
    bool is_k4bench; /* the results are files of k4Bench, which have nothing else */
    struct gau_event_pairs pairs;
    struct gau_matrix matrix;
    struct gau_comparison comparison; /* of the matrix */
    bool by_pairs;                    /* the intervals are those of pairs of events */
    enum gau_event_memory memory;     /* that may grow */
    struct gau_interval *slopes;      /* of it, of each run, in MiB per event */
    struct gau_event_overlap overlap; /* of all runs */
    double growth[2];                 /* the means of these, by side */
    struct gau_interval difference;   /* of the means; NAN: not known */
    const struct gau_event_pair *changed[GAU_EVENT_CHANGED_MOST];
    size_t n_changed;
};

/* Reads the events of the runs and makes the matrix, if all have events. Warnings go to @p notes
 * if some have. False: see @p error. */
bool gau_event_changes_read(struct gau_event_changes *changes, struct gau_notes *notes,
                            const struct gau_timer_result_set sets[2], gau_error *error);

/* Sets what the pairs say, when the comparison was made. False: out of memory. */
bool gau_event_changes_finish(struct gau_event_changes *changes);
void gau_event_changes_clear(struct gau_event_changes *changes);

#endif
