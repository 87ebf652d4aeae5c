/* SPDX-License-Identifier: Apache-2.0 */
#include "task_times.h"

#include "trace/timeline_entries.h"

#include <math.h>
#include <string.h>

void gau_task_times_add(struct gau_task_times *times, uint64_t ns)
{
    if (times->count == 0 || ns < times->min_ns)
        times->min_ns = ns;
    if (ns > times->max_ns)
        times->max_ns = ns;
    times->count++;
    times->bins[gau_log_bin(ns)]++;
}

void gau_task_times_merge(struct gau_task_times *times, const struct gau_task_times *other)
{
    if (other->count > 0 && (times->count == 0 || other->min_ns < times->min_ns))
        times->min_ns = other->min_ns;
    if (other->max_ns > times->max_ns)
        times->max_ns = other->max_ns;
    times->count += other->count;
    for (size_t i = 0; i < GAU_LOG_BINS; i++)
        times->bins[i] += other->bins[i];
}

double gau_task_times_percentile(const struct gau_task_times *times, double fraction)
{
    const double wanted = ceil(fraction * (double)times->count);
    uint64_t seen = 0;
    size_t i = 0;

    while (i + 1 < GAU_LOG_BINS && (double)(seen += times->bins[i]) < wanted)
        i++;
    return fmin(fmax(gau_log_middle(i), (double)times->min_ns), (double)times->max_ns);
}

/* What was open where the list begins is in it. */
bool gau_task_times_read(const struct gau_trace_entry_list *list, struct gau_trace_open *open,
                         bool (*visit)(void *user, uint32_t type, uint64_t ns), void *user)
{
    struct gau_timeline_cursor cursor = gau_timeline_entries(list);
    struct gau_timeline_entry entry;
    uint32_t depth = list->depth;
    bool go_on = true;

    memcpy(open, list->open, depth * sizeof *open);
    while (go_on && gau_timeline_next(&cursor, &entry)) {
        if (entry.what == GAU_TIMELINE_BEGIN)
            open[depth++] = (struct gau_trace_open){.branch = entry.branch, .begin = entry.stamp};
        if (entry.what == GAU_TIMELINE_INTERVAL)
            go_on = visit(user, entry.branch, entry.stop - entry.start);
        if (entry.what != GAU_TIMELINE_END)
            continue;
        depth--;
        if (!(entry.flags & GAU_ENTRY_UNFINISHED))
            go_on = visit(user, open[depth].branch, entry.stamp - open[depth].begin);
    }
    return go_on;
}
