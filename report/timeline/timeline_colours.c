/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_layout.h"

#include "table/heap.h"

#include <stdlib.h>

/* Durations are in ticks, where these are counted: of short entries seconds have few digits. */
static double weight_of(const struct gau_timeline_item *item)
{
    if (item->end.ticks > item->start.ticks)
        return (double)(item->end.ticks - item->start.ticks);
    return item->end.s > item->start.s ? 1e9 * (item->end.s - item->start.s) : 0;
}

bool gau_timeline_weigh(struct gau_timeline *scene, const struct gau_timeline_item *item)
{
    const uint32_t label = item->facts.label;

    while (scene->n_weights <= label) {
        if (!gau_array_grow(&scene->weights, scene->n_weights, &scene->weights_size,
                            sizeof *scene->weights))
            return false;
        scene->weights[scene->n_weights++] = 0;
    }
    scene->weights[label] += weight_of(item);
    return true;
}

/* Returns whether label @p a comes before @p b: it has more time, or appeared first. */
static bool is_heavier(const struct gau_timeline *scene, uint32_t a, uint32_t b)
{
    return scene->weights[a] > scene->weights[b] ||
           (!(scene->weights[a] < scene->weights[b]) && a < b);
}

void gau_timeline_rank(struct gau_timeline *scene)
{
    for (uint32_t label = 0; label < scene->n_weights; label++) {
        uint32_t at = scene->n_ranked;

        if (label == 0 && !(scene->weights[0] > 0)) /* no entry has an empty label */
            continue;
        while (at > 0 && is_heavier(scene, label, scene->ranked[at - 1])) {
            if (at < GAU_TIMELINE_RANKS)
                scene->ranked[at] = scene->ranked[at - 1];
            at--;
        }
        if (at == GAU_TIMELINE_RANKS)
            continue;
        scene->ranked[at] = label;
        scene->n_ranked += scene->n_ranked < GAU_TIMELINE_RANKS;
    }
}

uint32_t gau_timeline_colour(const struct gau_timeline *scene, uint32_t label)
{
    for (uint32_t i = 0; i < scene->n_ranked; i++)
        if (scene->ranked[i] == label)
            return i;
    return GAU_TIMELINE_OTHERS;
}
