/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_TOTALS_H
#define GAUDIT_REPORT_COMPARISON_TOTALS_H

#include "sides.h"

#include "report/views/page.h"

/* Adds the table "total": what a run took as a whole, by its record; for people if anything is
 * known. NULL: nothing is, or there is no memory, see the page's error. */
struct gau_table *gau_totals_add(struct gau_page *page, const struct gau_sides *sides);

#endif
