/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_layout.h"

#include <math.h>

/*
 * Bars that are joined: one that is narrower than scene->narrow, in pixels, with what is nearer
 * than that, up to a few of it in width. If there is a most of bars, that becomes wider as they
 * become too many.
 */

static const double wide = 4; /* of scene->narrow */

static bool joins_bar(const struct gau_timeline *scene, const struct gau_timeline_bar *bar,
                      double left, double right)
{
    const double narrow = scene->narrow;
    const bool is_narrow = bar->entries > 1 || bar->right - bar->left <= narrow;

    return is_narrow && left > bar->left - narrow && right - left < narrow &&
           left - bar->right < narrow && right - bar->left <= wide * narrow;
}

static void join_bar(struct gau_timeline *scene, struct gau_timeline_bar *bar,
                     const struct gau_timeline_bar *more, bool is_gap)
{
    if (!is_gap)
        scene->joined += (bar->entries == 1 ? 1U : 0U) + (more->entries == 1 ? 1U : 0U);
    bar->entries += more->entries;
    bar->right = fmax(bar->right, more->right);
    bar->busy_s += more->busy_s;
    bar->errors += more->errors;
    bar->lists += more->lists;
    if (more->longest_s > bar->longest_s) {
        bar->facts = more->facts;
        bar->colour = more->colour;
        bar->longest_s = more->longest_s;
        bar->longest_start_s = more->longest_start_s;
    }
}

/* Joins bars of a row, if that can be now. */
static void join_row(struct gau_timeline *scene, struct gau_timeline_row *row)
{
    const uint32_t count = row->count;

    row->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct gau_timeline_bar bar = row->bars[i];
        struct gau_timeline_bar *const last = row->count ? &row->bars[row->count - 1] : NULL;

        if (last && joins_bar(scene, last, bar.left, bar.right))
            join_bar(scene, last, &bar, false);
        else
            row->bars[row->count++] = bar;
    }
    scene->bars -= count - row->count;
}

/* Joins until there is room for as many bars again as a quarter of the most. */
static void make_room(struct gau_timeline *scene)
{
    while (scene->bars > scene->most_bars / 4 * 3 && scene->narrow < GAU_TIMELINE_WIDTH) {
        scene->narrow =
            scene->narrow > 0 ? 2 * scene->narrow : GAU_TIMELINE_WIDTH / (double)scene->most_bars;
        for (uint32_t i = 0; i < scene->n_groups; i++)
            for (uint32_t row = 0; row < scene->groups[i].n_rows; row++)
                join_row(scene, &scene->groups[i].rows[row]);
    }
}

bool gau_timeline_put_bar(struct gau_timeline *scene, struct gau_timeline_row *row,
                          const struct gau_timeline_bar *bar, bool is_gap)
{
    struct gau_timeline_bar *const last = row->count ? &row->bars[row->count - 1] : NULL;

    if (last && scene->narrow > 0 && joins_bar(scene, last, bar->left, bar->right)) {
        join_bar(scene, last, bar, is_gap);
        return true;
    }
    if (!gau_array_grow(&row->bars, row->count, &row->size, sizeof *row->bars))
        return false;
    row->bars[row->count++] = *bar;
    scene->bars += !is_gap;
    if (scene->most_bars > 0 && scene->bars > scene->most_bars)
        make_room(scene);
    return true;
}
