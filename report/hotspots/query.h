/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_QUERY_H
#define GAUDIT_REPORT_HOTSPOTS_QUERY_H

#include "grouping.h"
#include "hotspots.h"

/**
 * What the options ask for; @p keys are those of the view, if the user wants no others. False: see
 * @p error. Free the query with the next in any case.
 */
bool gau_hot_query_read(struct gau_hot_query *query, const struct gau_hot_options *options,
                        const char *keys, const struct gau_hot_result *result,
                        struct gau_view_error *error);
void gau_hot_query_clear(struct gau_hot_query *query);

#endif
