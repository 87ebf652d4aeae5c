/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_FLAT_H
#define GAUDIT_REPORT_HOTSPOTS_FLAT_H

#include "query.h"
#include "sheet.h"

/*
 * Views with a row for each group of one key, and more columns of their own.
 */

struct gau_hot_flat {
    const char *view, *title;
    const char *key;       /* what the rows are */
    const char *inner_key; /* that they are divided by, for their longest part; NULL: none */
    const struct gau_hot_heading *headings;
    size_t n_headings;
    unsigned measure, name; /* slots */
    /* Fills in the rest of a row; not of [others]. */
    void (*fill)(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                 const struct gau_hot_query *query, const struct gau_hot_group *group);
    /* Adds rows behind the last, and what is to be known; NULL: none. */
    void (*finish)(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                   const struct gau_hot_query *query);
};

void gau_hot_write_flat(const struct gau_hot_flat *flat, struct gau_hot_result *result,
                        const struct gau_hot_options *options, FILE *out,
                        struct gau_view_error *error);

/* The group with that value of the first key; NULL: there is none. */
const struct gau_hot_group *gau_hot_flat_find(const struct gau_hot_grouping *grouping,
                                              uint64_t value);

/* Of a group, as part of all. */
struct gau_hot_measure gau_hot_flat_measure(const struct gau_hot_grouping *grouping,
                                            const struct gau_hot_group *group);

/* Whether all samples are looked at: only then sums of a whole run fit to them. */
bool gau_hot_flat_is_whole(const struct gau_hot_sheet *sheet);

#endif
