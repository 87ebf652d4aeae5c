/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SUBJECTS_H
#define GAUDIT_REPORT_HOTSPOTS_SUBJECTS_H

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
    struct gau_hot_grouping all;                        /* of samples that the filter lets pass */
};

/**
 * Finds functions by name, with or without namespaces and template arguments; if there are none
 * of that name, by shell pattern. Of @p query the filter counts. False: there are none, or no
 * memory; see @p error. Free them with the next in any case.
 */
bool gau_hot_subjects_find(struct gau_hot_subjects *subjects, struct gau_hot_result *result,
                           const char *name, const struct gau_hot_query *query,
                           struct gau_view_error *error);
void gau_hot_subjects_clear(struct gau_hot_subjects *subjects);

/** "fit: 1.200 s ± 0.010 with what it calls, 0.800 s ± 0.010 itself", or how many there are. */
void gau_hot_subjects_title(struct gau_hot_sheet *sheet, const char *what,
                            const struct gau_hot_subjects *subjects);

#endif
