/* SPDX-License-Identifier: Apache-2.0 */
#include "busy_together.h"

#include "table/heap.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 1 << 18 }; /* changes, 2 MB */

bool gau_busy_together_begin(struct gau_busy_together *together, uint32_t lanes, uint64_t from)
{
    *together = (struct gau_busy_together){
        .times = calloc((size_t)lanes + 1, sizeof *together->times),
        .lanes = lanes,
        .at = from,
        .next = MANY,
    };
    return together->times;
}

bool gau_busy_together_add(struct gau_busy_together *together, uint64_t tick, bool is_busy)
{
    if (!gau_array_grow(&together->changes, together->n, &together->size,
                        sizeof *together->changes))
        return false;
    together->changes[together->n++] = tick << 1 | is_busy;
    return true;
}

bool gau_busy_together_is_full(const struct gau_busy_together *together)
{
    return together->n >= together->next;
}

static int by_tick(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

static void move_to(struct gau_busy_together *together, uint64_t tick)
{
    if (tick <= together->at)
        return;
    together->times[together->busy < together->lanes ? together->busy : together->lanes] +=
        tick - together->at;
    together->at = tick;
}

void gau_busy_together_follow(struct gau_busy_together *together, uint64_t until)
{
    uint32_t i = 0;

    if (together->n > 0)
        qsort(together->changes, together->n, sizeof *together->changes, by_tick);
    for (; i < together->n && together->changes[i] >> 1 < until; i++) {
        move_to(together, together->changes[i] >> 1);
        together->busy += together->changes[i] & 1 ? 1 : UINT32_MAX;
    }
    move_to(together, until);
    together->n -= i;
    if (i > 0)
        memmove(together->changes, together->changes + i, together->n * sizeof *together->changes);
    together->next = together->n > MANY / 2 ? 2 * together->n : MANY;
}

void gau_busy_together_clear(struct gau_busy_together *together)
{
    free(together->times);
    free(together->changes);
    *together = (struct gau_busy_together){0};
}
