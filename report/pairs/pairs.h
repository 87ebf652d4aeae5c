/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_PAIRS_PAIRS_H
#define GAUDIT_REPORT_PAIRS_PAIRS_H

/*
 * Two sets of runs that were made in pairs, as by `gaudit ab`: what the second setting changes,
 * from the ratios of the pairs, in which what drifts slowly cancels.
 */

#include "report/views/views.h"

enum { GAU_PAIRS_MIN = 5 }; /* fewer have no interval */

struct gau_pairs {
    const char *folders[2];  /* of the runs of A and of B; the n-th of each are a pair */
    const char *settings[2]; /* in words of the user; "": none */
};

/* Tables. */
#define GAU_PAIRS_BRANCHES "branches"
#define GAU_PAIRS_FUNCTIONS "functions"
#define GAU_PAIRS_RUN "run"

/* All tables, those of functions if there are samples, with the verdict in words for people. */
enum gau_view_status gau_pairs_report(const struct gau_pairs *pairs,
                                      const struct gau_view_options *options, FILE *out,
                                      struct gau_view_error *error);

#endif
