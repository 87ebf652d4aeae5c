/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_BRANCHES_H
#define GAUDIT_REPORT_CHANGES_BRANCHES_H

#include "report/timings/timings.h"

/**
 * @file branches.h
 * The branches of several runs, each once: in the order of the tree of the last run, then those
 * that only earlier ones have. Branches that were never called are left out.
 */

struct gau_branches {
    const struct gau_timing **rows; /**< of one of the runs; borrowed */
    char **labels; /**< the end of the identifier, as much of it as tells it from the others */
    size_t n;
};

/** False: no memory. Free it with the next in any case. */
bool gau_branches_join(struct gau_branches *out, const struct gau_timings *const *runs, size_t n);
void gau_branches_clear(struct gau_branches *branches);

/** What a run counts per: its events; 1 if there are none. */
double gau_branches_events(const struct gau_timings *run);

/** The root whose time is 100 %; NULL: nothing was timed. */
const struct gau_timing *gau_branches_whole(const struct gau_timings *run);

/** The time of a row in percent of the whole, wall or CPU; NAN for what is outside of it. */
double gau_branches_self_share(const struct gau_timings *run, const struct gau_timing *row);
double gau_branches_cpu_share(const struct gau_timings *run, const struct gau_timing *row);
double gau_branches_total_share(const struct gau_timings *run, const struct gau_timing *row);
double gau_branches_cpu_total_share(const struct gau_timings *run, const struct gau_timing *row);

#endif
