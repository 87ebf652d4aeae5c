/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_ORIGIN_H
#define GAUDIT_REPORT_GATE_ORIGIN_H

#include "decide.h"

/*
 * What the records of the runs (run.json) say of how comparable they are.
 */

enum { GAU_NOTES_MAX = 24 };

/* Sentences for people: what is not the same on both sides. */
struct gau_notes {
    char texts[GAU_NOTES_MAX][512];
    size_t n;
};

void gau_notes_add(struct gau_notes *notes, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* Refuses what cannot be compared: runs that did not finish, and runs of different jobs. */
bool gau_origin_check(const struct gau_timings_set sets[2], struct gau_view_error *error);

/* Notes what differs, and says how the runs were made. */
enum gau_gate_runs gau_origin_look(struct gau_notes *notes, const struct gau_timings_set *a,
                                   const struct gau_timings_set *b);

#endif
