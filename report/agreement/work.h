/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_AGREEMENT_WORK_H
#define GAUDIT_REPORT_AGREEMENT_WORK_H

#include "agreement.h"

#include "report/timings/timings.h"
#include "report/views/page.h"

/** One run. */
struct gau_agreement_source {
    struct gau_timings timings;
    struct gau_hot_result result;
    char *delimiter;       /* between the names of a task type */
    int64_t marked[2];     /* window of the marks; 0, 0: not known */
    int64_t marked_events; /* -1: not known */
    int64_t shortened;
};

/** A branch of the event loop, of all runs. */
struct gau_agreement_branch {
    struct gau_agreement_row row;
    char *key;                        /* the identifier, as it can be compared with task types */
    bool marked;                      /* there are tasks of that type, so it is a row */
    double lag_calls, begin_s, end_s; /* sums: how far marks lie behind the timer's stamps */
};

/** What only reading needs. */
struct gau_agreement_work {
    struct gau_agreement *out;
    struct gau_agreement_source *sources;
    size_t n_sources;
    uint64_t events;                       /* of each run; 0: not known */
    struct gau_agreement_branch *branches; /* once they are joined: sorted by key */
    size_t n_branches;
    size_t folded, left_out; /* branches of the timer without a task type */
    size_t negative;         /* with negative self times */
    double left_out_s;
    double squares, cubes; /* of samples: sums of w^2, w^3 */
    struct gau_view_error *error;
};

/** Opens the folders of a run, and adds its branches. It may be without samples. */
bool gau_agreement_open(struct gau_agreement_work *work, const char *timer, const char *samples);
void gau_agreement_close(struct gau_agreement_source *source);

/** Refuses a run without samples. */
void gau_agreement_check_samples(const struct gau_agreement_work *work);

/** Makes rows of the branches of all runs, with their times and samples. */
bool gau_agreement_join(struct gau_agreement_work *work);

/** Sentences on what differs between the sides by the way they are measured. */
void gau_agreement_explain(struct gau_agreement_work *work);

/** A column of numbers without unit, with so many decimals. */
#define GAU_AGREEMENT_NUMBER(name_, key_, decimals_)                               \
    {                                                                              \
        .name = name_, .key = key_, .type = GAU_COLUMN_REAL, .decimals = decimals_ \
    }

/** A column that only programs get. */
#define GAU_AGREEMENT_DATA(key_, unit_, type_)                                                  \
    {                                                                                           \
        .name = key_, .key = key_, .unit = unit_, .type = type_, .shown = GAU_SHOWN_TO_PROGRAMS \
    }

/** Decimals that an error needs to be seen with two digits, 1 to 3, in percent. */
int gau_agreement_decimals(double error);

/** Runs of one job with several numbers of events, or one run whose number is not shown (0). */
struct gau_agreement_series {
    const struct gau_agreement *agreements; /* by number of events; without rows: of no use */
    const struct gau_agreement_runs *runs;
    size_t n;
    const struct gau_agreement *reference; /* that with the most events: its rows are shown */
    size_t rows;                           /* 0: all to programs, five to people */
};

/** The shares of the largest branches, relative to the top one. NULL: no memory. */
struct gau_table *gau_agreement_add_relative(struct gau_page *page, const char *name,
                                             const struct gau_agreement_series *series);

#endif
