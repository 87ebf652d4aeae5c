/* SPDX-License-Identifier: Apache-2.0 */
#include "single_event.h"

/* More calls than some of one branch below one call become one row, and so do those below them. */

static void append_child(struct gau_single_event *event, uint32_t parent, uint32_t child)
{
    struct gau_single_event_row *const above = gau_single_event_row(event, parent);

    if (above->last)
        gau_single_event_row(event, above->last)->next = child;
    else
        above->child = child;
    above->last = child;
    gau_single_event_row(event, child)->parent = parent;
    gau_single_event_row(event, child)->next = 0;
}

/* The row @p from, which is behind @p to, is in no list any more. */
static void join_rows(struct gau_single_event *event, uint32_t to, uint32_t from)
{
    struct gau_single_event_row *const all = gau_single_event_row(event, to);
    struct gau_single_event_row *const one = gau_single_event_row(event, from);

    all->is_folded = true;
    all->calls += one->calls;
    all->time += one->time;
    all->below += one->below;
    all->cpu_ns += one->cpu_ns;
    all->with_cpu += one->with_cpu;
    all->status = one->outcomes[GAU_CALL_FAILED] ? one->status : all->status;
    for (int i = 0; i < GAU_CALL_OUTCOMES; i++)
        all->outcomes[i] += one->outcomes[i];
    for (uint32_t child = one->child, next; child; child = next) {
        next = gau_single_event_row(event, child)->next;
        append_child(event, to, child);
    }
    one->child = one->last = 0;
}

/* The first row of the branch of a child. 0: out of memory. */
static uint32_t first_of(struct gau_single_event *event, uint32_t parent, uint32_t child)
{
    const uint64_t key = (uint64_t)parent << 32 | gau_single_event_row(event, child)->branch;
    uint32_t step = 0;
    const uint32_t first = gau_map_next(&event->places, key, &step);

    if (first)
        return first;
    return gau_map_add(&event->places, key, child) ? child : 0;
}

static bool fold_children(struct gau_single_event *event, uint32_t parent)
{
    struct gau_single_event_row *const above = gau_single_event_row(event, parent);
    uint32_t child = above->child, next;

    above->child = above->last = 0;
    for (; child; child = next) {
        const uint32_t first = first_of(event, parent, child);

        next = gau_single_event_row(event, child)->next;
        if (!first)
            return false;
        if (first != child &&
            (above->is_folded || gau_single_event_row(event, first)->same > GAU_EVENT_CALLS))
            join_rows(event, first, child);
        else
            append_child(event, parent, child);
    }
    return true;
}

/* Rows go into rows of a smaller number, and children have larger ones. */
bool gau_single_event_fold(struct gau_single_event *event)
{
    for (uint32_t row = 1; row <= event->n_rows; row++)
        if (!fold_children(event, row))
            return false;
    return true;
}

/* The next processor behind a row, or behind the event. */
static uint32_t next_processor(const struct gau_single_event *event, uint32_t row)
{
    for (row = row == event->root ? 1 : row + 1; row <= event->n_rows; row++)
        if (gau_single_event_row(event, row)->is_processor)
            return row;
    return 0;
}

uint32_t gau_single_event_next(const struct gau_single_event *event, uint32_t row)
{
    if (row == 0)
        return event->root;
    if (gau_single_event_row(event, row)->child)
        return gau_single_event_row(event, row)->child;
    while (!gau_single_event_row(event, row)->next && gau_single_event_row(event, row)->parent)
        row = gau_single_event_row(event, row)->parent;
    if (gau_single_event_row(event, row)->next)
        return gau_single_event_row(event, row)->next;
    return next_processor(event, row);
}
