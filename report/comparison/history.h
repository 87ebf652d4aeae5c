/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_HISTORY_H
#define GAUDIT_REPORT_COMPARISON_HISTORY_H

#include "sides.h"

#include "report/views/page.h"

/* Adds the table "results", a row per run of both sides, or "history", a row per run and row. NULL:
 * no memory, see the page's error. */
struct gau_table *gau_history_add(struct gau_page *page, const struct gau_sides *sides,
                                  const struct gau_comparison *comparison, bool every_row);

#endif
