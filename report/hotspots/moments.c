/* SPDX-License-Identifier: Apache-2.0 */
#include "moments.h"

#include <stdlib.h>

static int by_time(const void *a, const void *b)
{
    const struct gau_hot_moment *const left = a, *const right = b;

    return (left->time_ns > right->time_ns) - (left->time_ns < right->time_ns);
}

/* The samples of a thread lie in the file as they were taken; who wrote it may have done other. */
static void sort_if_needed(struct gau_hot_moment *moments, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (moments[i].time_ns < moments[i - 1].time_ns) {
            qsort(moments, count, sizeof *moments, by_time);
            return;
        }
    }
}

bool gau_hot_moments_make(struct gau_hot_moments *moments, const struct gau_profile *profile,
                          const uint32_t *values)
{
    size_t *const starts = calloc((size_t)profile->thread_count + 2, sizeof *starts);
    struct gau_hot_moment *const items = calloc((size_t)profile->sample_count + 1, sizeof *items);

    *moments = (struct gau_hot_moments){.items = items, .starts = starts};
    if (!items || !starts)
        return false;
    for (uint32_t i = 0; i < profile->sample_count; i++)
        starts[profile->samples[i].thread + 2]++;
    for (uint32_t i = 2; i < profile->thread_count + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const struct gau_profile_sample *const sample = &profile->samples[i];

        items[starts[sample->thread + 1]++] =
            (struct gau_hot_moment){.time_ns = sample->time_ns,
                                    .weight_ns = sample->weight_ns,
                                    .value = values ? values[i] : i};
    }
    for (uint32_t i = 0; i < profile->thread_count; i++)
        sort_if_needed(items + starts[i], starts[i + 1] - starts[i]);
    return true;
}

void gau_hot_moments_clear(struct gau_hot_moments *moments)
{
    free(moments->items);
    free(moments->starts);
    *moments = (struct gau_hot_moments){0};
}
