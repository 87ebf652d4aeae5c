/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_ids.h"

#include <string.h>

/* The first range that does not end before `id`. */
static uint32_t find_id(const struct gau_trace_ids *ids, uint32_t id)
{
    uint32_t low = 0, high = ids->n;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (ids->ranges[middle].last < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool gau_trace_has_id(const struct gau_trace_ids *ids, uint32_t id)
{
    const uint32_t i = find_id(ids, id);

    return i < ids->n && ids->ranges[i].first <= id;
}

static void move_id(struct gau_trace_ids *ids, uint32_t to, uint32_t from)
{
    memmove(&ids->ranges[to], &ids->ranges[from], (ids->n - from) * sizeof *ids->ranges);
    ids->n += to - from;
}

enum gau_trace_ids_result gau_trace_add_ids(struct gau_trace_ids *ids, uint32_t first,
                                            uint32_t last)
{
    const uint32_t i = find_id(ids, first);
    const bool touches_left = i > 0 && ids->ranges[i - 1].last + 1 == first;
    const bool touches_right = i < ids->n && ids->ranges[i].first == last + 1;

    if (i < ids->n && ids->ranges[i].first <= last)
        return GAU_TRACE_IDS_KNOWN;
    if (touches_left && touches_right) {
        ids->ranges[i - 1].last = ids->ranges[i].last;
        move_id(ids, i, i + 1);
    } else if (touches_left) {
        ids->ranges[i - 1].last = last;
    } else if (touches_right) {
        ids->ranges[i].first = first;
    } else if (ids->n < GAU_TRACE_RANGES) {
        move_id(ids, i + 1, i);
        ids->ranges[i] = (struct gau_trace_range){first, last};
    } else {
        return GAU_TRACE_IDS_FULL;
    }
    return GAU_TRACE_IDS_ADDED;
}
