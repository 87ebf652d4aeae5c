/* SPDX-License-Identifier: Apache-2.0 */
#include "view_timing.h"

#include "documents/branch_groups.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Lines below a table of times: what 100 % is, the warm-up, and what is wrong. */

/* Returns the self times of all rows in percent of the time of the events. */
static double self_share(const struct gau_timer_branches *branches)
{
    double self = 0;

    for (size_t i = 0; i < branches->tree.n; i++)
        if (branches->tree.nodes[i].root == branches->main)
            self += branches->items[i].times[GAU_TIMER_SELF];
    return 100 * self / branches->items[branches->main].times[GAU_TIMER_TOTAL];
}

static bool has_events(const struct gau_timer_branches *branches)
{
    return (branches->program || branches->events > 0) &&
           branches->items[branches->main].times[GAU_TIMER_TOTAL] > 0;
}

void gau_view_timing_close(struct gau_table *table, const struct gau_timer_branches *branches,
                           int64_t workers, const char *relative_to, double whole)
{
    char time[64], part[64], of[96];

    if (!has_events(branches)) {
        gau_table_footer(table, "no event was timed");
        return;
    }
    gau_quantity_text(time, sizeof time, branches->items[branches->main].times[GAU_TIMER_TOTAL],
                      "s");
    if (branches->program)
        snprintf(of, sizeof of, "sections of a program");
    else if (workers == 0)
        snprintf(of, sizeof of, "%" PRId64 " event%s of a program", branches->events,
                 branches->events == 1 ? "" : "s");
    else
        snprintf(of, sizeof of, "%" PRId64 " event%s, %" PRId64 " worker%s", branches->events,
                 branches->events == 1 ? "" : "s", workers, workers == 1 ? "" : "s");
    if (relative_to)
        gau_table_footer(table, "100 %%: '%.*s' with all that is below it, %s; all: %s in %s",
                         GAU_QUOTE(relative_to), gau_quantity_text(part, sizeof part, whole, "s"),
                         time, of);
    else
        gau_table_footer(table, "%.1f %% of %s in %s", self_share(branches), time, of);
}

static void warn_of_errors(struct gau_table *table, const char *document,
                           const struct gau_timer_branches *branches)
{
    for (size_t i = 0; i < branches->tree.n; i++) {
        const double self = branches->items[i].times[GAU_TIMER_SELF];
        char time[64], text[512];

        if (gau_timer_branches_find_error(text, sizeof text, branches, i) ||
            gau_timer_branches_find_sum_error(text, sizeof text, branches, i))
            gau_table_footer(table, "warning: %s.json: %s: the times of '%s' are wrong: %s",
                             document, branches->tree.table, branches->tree.nodes[i].path, text);
        if (!(self >= 0))
            gau_table_footer(table, "warning: '%s' has a negative self time: %s",
                             branches->tree.nodes[i].path,
                             gau_quantity_text(time, sizeof time, self, "s"));
    }
}

void gau_view_timing_warn_sum(struct gau_table *table, const struct gau_timer_branches *shown)
{
    if (has_events(shown) && !(fabs(self_share(shown) - 100) < 0.05))
        gau_table_footer(table,
                         "warning: the self times of the branches do not add up to the time "
                         "of the %s",
                         shown->program ? "program" : "events");
}

void gau_view_timing_warn(struct gau_table *table, const char *document,
                          const struct gau_timer_document *timer,
                          const struct gau_timer_branches *shown)
{
    gau_view_timing_warn_sum(table, shown);
    warn_of_errors(table, document, &timer->branches);
    warn_of_errors(table, document, &timer->warm_up);
}

void gau_view_timing_note_warm_up(struct gau_table *table, const struct gau_timer_document *timer,
                                  bool instead)
{
    const struct gau_timer_branches *const first = &timer->warm_up;
    char time[64];

    if (first->events == 0)
        return;
    gau_quantity_text(time, sizeof time, first->items[first->main].times[GAU_TIMER_MEAN], "s");
    if (instead)
        gau_table_footer(table,
                         "warm-up events: %" PRId64 "; shown here because no other event ran",
                         first->events);
    else
        gau_table_footer(table,
                         "calls and times are without the warm-up events: %" PRId64 " of %" PRIu64
                         " events, %s on average (gaudit report --table warm_up)",
                         first->events, (uint64_t)first->events + (uint64_t)timer->branches.events,
                         time);
}
