/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_VIEWS_H
#define GAUDIT_REPORT_HOTSPOTS_VIEWS_H

/** Adds to the page of a folder's summary what there is to know of its samples, if it has any. */
struct gau_page;
void gau_hot_add_sampling(struct gau_page *page, const char *folder);

#endif
