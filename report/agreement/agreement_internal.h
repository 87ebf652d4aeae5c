/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_AGREEMENT_AGREEMENT_INTERNAL_H
#define GAUDIT_REPORT_AGREEMENT_AGREEMENT_INTERNAL_H

#include "agreement.h"
#include "vtune_report.h"

#include "documents/document.h"

#include <limits.h>

/** A branch of a run, or of all runs: times, ITT delays, a task type with its samples. */
struct gau_agreement_branch {
    struct gau_agreement_row row;
    const char *key;                    /* its identifier, as task types are compared with it */
    const char *group;                  /* of branches of the timer; NULL: not grouped */
    bool within;                        /* it is in the branches that shares are relative to */
    bool inside, outside;               /* the timer has it in the event loop, has it elsewhere */
    bool called_outside;                /* there were calls elsewhere */
    bool task;                          /* there are tasks of that type */
    bool marked;                        /* ITT calls were made for it: it may have no samples */
    double squares, cubes;              /* of samples: sums of w^2, w^3 */
    double delay_calls, begin_s, end_s; /* sums of ITT delays */
};

/** State that only reading needs. */
struct gau_agreement_state {
    struct gau_agreement *out;
    const struct gau_agreement_runs *runs;
    const char *delimiter;                 /* of the first run: between the names of a task type */
    const char *whole;                     /* its root; NULL: it is being read */
    struct gau_agreement_branch *branches; /* once they are joined: sorted by key */
    uint32_t n_branches, branches_size;
    gau_error *error;
    /* For sentences: */
    struct gau_hotspots_notes notes; /* on the samples of a single run */
    size_t blind;                    /* runs without samples in the kernel */
    size_t other_windows;            /* runs whose auditors had other events */
    char windows[256];               /* which these were, in the first such run */
    int64_t shortened;               /* names of task types, in the run that has most of them */
    size_t folded, left_out;         /* branches of the timer without a task type */
    size_t negative;                 /* with negative self times */
    double left_out_s;
    double most_left_out_s; /* of these the branch with the longest time */
    const char *most_left_out;
    bool vtune; /* samples are a report of VTune */
};

/** Copies a text, which lives as long as the agreement. NULL: out of memory. */
char *gau_agreement_copy(const struct gau_agreement_state *work, const char *text);

/** Adds what a run has of a branch. */
void gau_agreement_add(struct gau_agreement_state *work, const char *path,
                       struct gau_agreement_branch branch);

/** A report of VTune, and the folder that it lies in. gau_agreement_find_vtune() finds the one that
 * @p samples is or has. False: it has none, or has samples of the collector. */
struct gau_agreement_vtune {
    char path[PATH_MAX], folder[PATH_MAX];
};
bool gau_agreement_find_vtune(struct gau_agreement_vtune *out, const char *samples);

/** Adds the times of a report as samples, and a note for a single run. */
void gau_agreement_add_vtune(struct gau_agreement_state *work,
                             const struct gau_agreement_vtune *found,
                             const struct gau_vtune_report *report);

/** Makes rows of the branches of all runs, with their times and samples. */
void gau_agreement_join(struct gau_agreement_state *work);

/** Adds sentences on how the two measurements differ by construction. */
void gau_agreement_explain(struct gau_agreement_state *work);

#endif
