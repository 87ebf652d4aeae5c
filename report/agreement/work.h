/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_AGREEMENT_WORK_H
#define GAUDIT_REPORT_AGREEMENT_WORK_H

#include "agreement.h"

#include "report/timings/timings.h"
#include "table/heap.h"

/** One run. */
struct gau_agreement_source {
    struct gau_timings timings;
    struct gau_hot_result result;
    json_t *marks;         /* itt.json; NULL: there is none */
    int64_t marked[2];     /* window of the marks; 0, 0: not known */
    int64_t marked_events; /* -1: not known */
    int64_t shortened;
};

/** A branch of all runs. */
struct gau_agreement_branch {
    struct gau_agreement_row row;
    const char *path, *key; /* the identifier, borrowed; and as task types are compared with it */
    bool outside;           /* it is not of the event loop, but its tasks must be known */
    bool marked;            /* there are tasks of that type, so it is a row */
    double lag_calls, begin_s, end_s; /* sums: how far marks lie behind the timer's stamps */
};

/** What only reading needs. */
struct gau_agreement_work {
    struct gau_agreement *out;
    struct gau_agreement_source *sources;
    size_t n_sources;
    uint64_t events;                       /* of each run; 0: not known */
    const char *delimiter;                 /* between the names of a task type; borrowed */
    struct gau_agreement_branch *branches; /* once they are joined: sorted by key */
    uint32_t n_branches, branches_size;
    size_t folded, left_out; /* branches of the timer without a task type */
    size_t negative;         /* with negative self times */
    double left_out_s;
    double squares, cubes; /* of samples: sums of w^2, w^3 */
    struct gau_heap heap;  /* for keys */
    struct gau_view_error *error;
};

/** Makes rows of the branches of all runs, with their times and samples. */
void gau_agreement_join(struct gau_agreement_work *work);

/** Sentences on what differs between the sides by the way they are measured. */
void gau_agreement_explain(struct gau_agreement_work *work);

#endif
