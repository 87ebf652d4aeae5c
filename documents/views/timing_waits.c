/* SPDX-License-Identifier: Apache-2.0 */
#include "view_timing.h"

#include "table/number_format.h"

#include <stdio.h>

/* A branch is named if it waits for more than half of its self time, and for a twentieth of all. */
#define SHARE_OF_ITSELF 0.5
#define SHARE_OF_ALL 0.05

enum { MOST_NAMED = 3 };

/* Wall time without CPU time; 0 if a time is not known. */
static double waiting_of(const struct gau_timer_branch *branch)
{
    const double waiting = branch->times[GAU_TIMER_SELF] - branch->times[GAU_TIMER_CPU_SELF];

    return waiting > 0 ? waiting : 0;
}

static bool is_waiting(const struct gau_timer_branches *branches, size_t i)
{
    const struct gau_timer_branch *const branch = &branches->items[i];
    const double waiting = waiting_of(branch);

    return branches->tree.nodes[i].root == branches->main &&
           waiting > SHARE_OF_ITSELF * branch->times[GAU_TIMER_SELF] &&
           waiting > SHARE_OF_ALL * branches->items[branches->main].times[GAU_TIMER_TOTAL];
}

/* The branch that waits longest of those that wait less than @p last, or as long and come behind
 * it; the number of branches if there is none. @p last: that number for the first. */
static size_t next_waiting(const struct gau_timer_branches *branches, size_t last)
{
    const size_t none = branches->tree.n;
    const double limit = last < none ? waiting_of(&branches->items[last]) : 0;
    size_t next = none;

    for (size_t i = 0; i < none; i++) {
        const double waiting = waiting_of(&branches->items[i]);

        if (is_waiting(branches, i) &&
            (last == none || waiting < limit || (!(waiting > limit) && i > last)) &&
            (next == none || waiting > waiting_of(&branches->items[next])))
            next = i;
    }
    return next;
}

void gau_view_timing_note_waits(struct gau_table *table, const struct gau_timer_branches *branches)
{
    const size_t none = branches->tree.n;
    size_t i = none;

    if (!branches->cpu || branches->main == GAU_NO_NODE)
        return;
    for (int n = 0; n < MOST_NAMED && (i = next_waiting(branches, i)) < none; n++) {
        const double *const times = branches->items[i].times;
        char wall[64], cpu[64];

        gau_table_footer(
            table, "%s: %.0f %% of its self time is waiting (wall %s, CPU %s)%s",
            branches->tree.nodes[i].path,
            100 * waiting_of(&branches->items[i]) / times[GAU_TIMER_SELF],
            gau_quantity_text(wall, sizeof wall, times[GAU_TIMER_SELF], "s"),
            gau_quantity_text(cpu, sizeof cpu, times[GAU_TIMER_CPU_SELF], "s"),
            n == 0 ? ", on a busy machine for a processor: 'gaudit report timeline' shows "
                     "when, of a run with a TimeLogAuditor"
                   : "");
    }
}
