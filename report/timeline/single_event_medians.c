/* SPDX-License-Identifier: Apache-2.0 */
#include "single_event.h"

#include "table/log_histogram.h"

#include <math.h>
#include <stdlib.h>

struct gau_single_event_times {
    uint64_t count, least, most;
    uint32_t bins[GAU_LOG_BINS];
};

/* Returns false if out of memory; *times becomes NULL if the branch has no place. */
static bool find_times(struct gau_single_event_times **times,
                       struct gau_single_event_medians *medians, uint32_t branch)
{
    *times = NULL;
    if (!medians->index)
        medians->index = calloc(GAU_LANES_BRANCHES, sizeof *medians->index);
    if (!medians->index)
        return false;
    if (branch >= GAU_LANES_BRANCHES ||
        (!medians->index[branch] && medians->n == GAU_EVENT_BRANCHES))
        return true;
    if (!medians->index[branch]) {
        if (!gau_array_grow(&medians->items, medians->n, &medians->size, sizeof *medians->items))
            return false;
        medians->items[medians->n] = calloc(1, sizeof **medians->items);
        if (!medians->items[medians->n])
            return false;
        medians->items[medians->n]->least = UINT64_MAX;
        medians->index[branch] = ++medians->n;
    }
    *times = medians->items[medians->index[branch] - 1];
    return true;
}

bool gau_single_event_add_time(struct gau_single_event_medians *medians, uint32_t branch,
                               uint64_t ticks)
{
    struct gau_single_event_times *times;
    uint32_t *bin;

    if (!find_times(&times, medians, branch))
        return false;
    if (!times) {
        medians->left_out++;
        return true;
    }
    bin = &times->bins[gau_log_bin(ticks)];
    if (*bin == UINT32_MAX)
        return true;
    ++*bin;
    times->count++;
    times->least = ticks < times->least ? ticks : times->least;
    times->most = ticks > times->most ? ticks : times->most;
    return true;
}

/* The value behind @p before others. No value is outside of the least and the most. */
static double value_at(const struct gau_single_event_times *times, uint64_t before)
{
    size_t bin = 0;
    double value;

    while (bin < GAU_LOG_BINS - 1 && before >= times->bins[bin])
        before -= times->bins[bin++];
    value = gau_log_middle(bin);
    return fmin(fmax(value, (double)times->least), (double)times->most);
}

double gau_single_event_median(const struct gau_single_event_medians *medians, uint32_t branch)
{
    const struct gau_single_event_times *times;

    if (!medians->index || branch >= GAU_LANES_BRANCHES || !medians->index[branch])
        return (double)NAN;
    times = medians->items[medians->index[branch] - 1];
    return (value_at(times, (times->count - 1) / 2) + value_at(times, times->count / 2)) / 2;
}

void gau_single_event_medians_clear(struct gau_single_event_medians *medians)
{
    for (uint32_t i = 0; i < medians->n; i++)
        free(medians->items[i]);
    free(medians->items);
    free(medians->index);
    *medians = (struct gau_single_event_medians){0};
}
