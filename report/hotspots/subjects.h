/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SUBJECTS_H
#define GAUDIT_REPORT_HOTSPOTS_SUBJECTS_H

#include "filter.h"
#include "sheet.h"

/**
 * @file subjects.h
 * The functions that a view is asked about by a name.
 */

enum { GAU_HOT_SUBJECTS_MAX = 20 }; /* that are shown */

struct gau_hot_subject {
    uint32_t function;
    struct gau_hot_measure total, self; /* with all that it calls, and without; of all samples */
};

struct gau_hot_subjects {
    struct gau_hot_subject items[GAU_HOT_SUBJECTS_MAX]; /* the longest total time first */
    uint32_t count, matches;                            /* shown; there are */
    struct gau_hot_measure all;                         /* that the filter lets pass */
};

/**
 * Finds functions by name, with or without namespaces and template arguments; if there are none
 * of that name, by shell pattern. False: there are none, or no memory; see @p error.
 */
bool gau_hot_subjects_find(struct gau_hot_subjects *subjects, struct gau_hot_result *result,
                           const char *name, const struct gau_hot_filter *filter,
                           struct gau_view_error *error);

/** Goes on until that function; false: it is not there. @p frame is where. */
bool gau_hot_subject_next(struct gau_hot_walk *walk, struct gau_hot_result *result,
                          uint32_t function, struct gau_frame *frame);

/** "fit: 1.200 s ± 0.010 with what it calls, 0.800 s ± 0.010 itself", or how many there are. */
void gau_hot_subjects_title(struct gau_hot_sheet *sheet, const char *what,
                            const struct gau_hot_subjects *subjects);

#endif
