/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEWS_VIEW_TIMING_H
#define GAUDIT_DOCUMENTS_VIEWS_VIEW_TIMING_H

#include "documents/page.h"
#include "documents/timer_document.h"

/* Parts of the timing view. */

/* Adds a table of groups: the options' group_by says of what. @p whole: the time that is 100 %, in
 * seconds. NULL: see page->error. */
struct gau_table *gau_view_timing_groups(struct gau_page *page, const char *name,
                                         const struct gau_timer_branches *branches, double whole);

#endif
