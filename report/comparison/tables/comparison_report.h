/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_TABLES_COMPARISON_REPORT_H
#define GAUDIT_REPORT_COMPARISON_TABLES_COMPARISON_REPORT_H

/*
 * `gaudit compare A B`, `gaudit ab` and `gaudit gate`: the change of each branch, task and function
 * from the baselines to the candidates. `gaudit history`: from all results to the last.
 */

#include "documents/views/views.h"

#include <stdio.h>

/* Paths as gau_timer_result_set_read() takes them. */
struct gau_comparison_paths {
    const char *const *items;
    size_t n;
};

enum gau_comparison_kind {
    GAU_COMPARE,
    GAU_GATE,    /* rows have limits, and above them fail */
    GAU_HISTORY, /* of one side: its last result is the candidate, and all have columns */
};

struct gau_comparison_request {
    enum gau_comparison_kind kind;
    struct gau_comparison_paths sides[2]; /* the baselines and the candidates */
    bool by_start;                        /* history: results in the order of start times */
    bool made;                            /* by the same command: of other programs on purpose */
    const char *settings[2];              /* of a side in words of the user; or NULL */
    char *const *variables[2]; /* of the environment, as of gau_differences_add_variables() */
    struct gau_comparison_paths filters; /* as of gau_comparison_filter_is_valid() */
    const char *output;                  /* a file, which is replaced; NULL: standard output */
    FILE *to;                            /* what is written instead; or NULL */
    bool of_page;               /* @p to is of a page, see gau_comparison_members_write() */
    double max_ratio;           /* above 1; 0: 1.05 */
    double min_s;               /* per run; 0: a thousandth of all rows */
    double false_positive_rate; /* probability; 0: 0.001 */
    bool allow_new;             /* added or removed rows do not fail the gate */
    bool require_decision;      /* nor may rows be undecided */
    const char *junit; /* a file, which is replaced, after a failure by an error; or NULL */
};

enum gau_gate_outcome {
    GAU_GATE_PASSED,
    GAU_GATE_FAILED,    /* a row is above its limit */
    GAU_GATE_UNDECIDED, /* a decision is required, and none is, but a row may be above its limit */
};

/* Compares, and writes the tables. After a failure nothing is written, but JUnit. @p outcome is
 * that of a gate; or NULL. */
gau_status gau_comparison_report(enum gau_gate_outcome *outcome,
                                 const struct gau_comparison_request *request,
                                 const struct gau_view_options *options, gau_error *error);

/* Replaces a file of JUnit XML by one that has an error, so that no old verdict stays. */
gau_status gau_junit_put_error(const char *junit, const char *message, gau_error *error);

/* The tables of a comparison and of a history, and what rows are sorted by; the last is NULL. */
extern const char *const gau_comparison_tables[];
extern const char *const gau_history_tables[];
extern const char *const gau_comparison_sorts[];

/* Returns whether a text is KEY=PATTERN or KEY!=PATTERN, with a shell pattern for "branch", "task",
 * "function", "module" or "verdict". */
bool gau_comparison_filter_is_valid(const char *text);

#endif
