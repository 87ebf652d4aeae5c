/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_VIEWS_H
#define GAUDIT_REPORT_HOTSPOTS_VIEWS_H

#include "hotspots.h"

/* What stands in gau_hot_views beside the hotspots, each in a file of its own. */

#define GAU_HOT_VIEW(name)                                                      \
    void gau_hot_write_##name(struct gau_hot_result *result,                    \
                              const struct gau_hot_options *options, FILE *out, \
                              struct gau_view_error *error)

GAU_HOT_VIEW(top_down);
GAU_HOT_VIEW(callers);
GAU_HOT_VIEW(lines);
GAU_HOT_VIEW(modules);
GAU_HOT_VIEW(threads);
GAU_HOT_VIEW(tasks);
GAU_HOT_VIEW(dependencies);

/** Adds to the page of a folder's summary what there is to know of its samples, if it has any. */
struct gau_page;
void gau_hot_add_sampling(struct gau_page *page, const char *folder);

#endif
