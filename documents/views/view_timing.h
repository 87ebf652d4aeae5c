/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEWS_VIEW_TIMING_H
#define GAUDIT_DOCUMENTS_VIEWS_VIEW_TIMING_H

#include "documents/page.h"
#include "documents/timer_document.h"

/* Adds a table of groups, which the options' group_by chooses. @p whole is the time that is 100 %,
 * in seconds. NULL: see page->error. */
struct gau_table *gau_view_timing_groups(struct gau_page *page, const char *name,
                                         const struct gau_timer_branches *branches, double whole);

/* Notes below a table which branches wait: the heaviest ones, if CPU times are known. */
void gau_view_timing_note_waits(struct gau_table *table, const struct gau_timer_branches *branches);

/* Adds a text instead of the table: the branches with most self time, "62 % of 2 s in sections is
 * in step solve, 20 % in step". */
void gau_view_timing_sentence(struct gau_page *page, const struct gau_timer_branches *branches);

/* Notes below a table which clock has measured, and which events. */
void gau_view_timing_note_clock(struct gau_table *table, const struct gau_timer_document *timer,
                                bool program);

/* Adds a warning below the table for each time that cannot be true; @p shown are the branches of
 * @p timer that the table has. */
void gau_view_timing_warn(struct gau_table *table, const char *document,
                          const struct gau_timer_document *timer,
                          const struct gau_timer_branches *shown);

/* Limits the numbers of events to those that run.json says there were. */
void gau_view_limit_events(const struct gau_page *page, struct gau_timer_document *timer);

/* Says below a table what 100 % is. @p relative_to: the branches that are 100 %, whose time is
 * @p whole; NULL: all. */
void gau_view_timing_close(struct gau_table *table, const struct gau_timer_branches *branches,
                           int64_t workers, const char *relative_to, double whole);

/* Adds a warning below the table if the self times do not add up. */
void gau_view_timing_warn_sum(struct gau_table *table, const struct gau_timer_branches *shown);

/* Notes that the table is without the warm-up events, or of them alone, @p instead. Other tables,
 * such as that of decisions, count them, too. */
void gau_view_timing_note_warm_up(struct gau_table *table, const struct gau_timer_document *timer,
                                  bool instead);

#endif
