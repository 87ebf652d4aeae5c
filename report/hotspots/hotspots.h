/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_HOTSPOTS_H
#define GAUDIT_REPORT_HOTSPOTS_HOTSPOTS_H

/**
 * @file hotspots.h
 * Views of the samples of a result folder: what `gaudit report hotspots DIR` and its relatives
 * print.
 */

#include "documents/view.h"

/** The views of samples, in the order of help. */
#define GAU_HOTSPOTS_VIEWS(VIEW) \
    VIEW(hotspots)               \
    VIEW(top_down)               \
    VIEW(callers)                \
    VIEW(lines)                  \
    VIEW(modules)                \
    VIEW(threads)                \
    VIEW(tasks)                  \
    VIEW(dependencies)

GAU_HOTSPOTS_VIEWS(GAU_VIEW_DECLARATION)

/** An export of the view hotspots, see gau_view_options: folded stacks. */
extern const struct gau_view_export gau_hotspots_folded;

/** Adds the quality of the samples to the page of a folder's summary, if there are any. */
struct gau_page;
void gau_hotspots_add_sampling(struct gau_page *page, const char *folder);

/** Reads "comma", "tab", "semicolon", "colon", or the delimiter; refuses what cannot delimit. */
bool gau_hotspots_delimiter_read(const char **out, const char *text, gau_error *error);

#endif
