/* SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"

#include "bars.h"
#include "walk.h"

#include "report/views/document.h"
#include "report/views/times.h"
#include "table/suggest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the first reading --------------------------------------------------------------------- */

static void note_end(struct gau_timeline_moment *last, const struct gau_log_entry *entry, bool any)
{
    if (!any || entry->end_s > last->s)
        *last = (struct gau_timeline_moment){entry->end_ticks, entry->end_s};
}

static bool survey(struct gau_timeline *scene, const struct gau_timeline_visit *visit)
{
    struct gau_timeline_group *const group = visit->group;
    const struct gau_log_entry *const entry = visit->entry;
    const struct gau_timeline_moment start = {entry->start_ticks, entry->start_s};
    const bool any = group->any;

    if (group->first.ticks == 0)
        group->first = start;
    note_end(&group->last, entry, group->last.ticks != 0);
    if (!gau_timeline_is_wanted(scene, visit))
        return true;
    if (!any || start.s < group->begin.s)
        group->begin = start;
    note_end(&group->end, entry, any);
    if (!any || entry->depth < group->least_depth)
        group->least_depth = entry->depth;
    if (!any || entry->depth > group->most_depth)
        group->most_depth = entry->depth;
    scene->n_drawn += !any;
    group->any = true;
    return true;
}

/* --- what is drawn of it ------------------------------------------------------------------- */

static bool refuse(struct gau_timeline *scene, const char *what)
{
    gau_view_fail(scene->error, GAU_VIEW_USAGE, "'%.*s' has no entries%s",
                  GAU_VIEW_QUOTE(scene->files->items[0].path), what);
    return false;
}

static bool refuse_name(struct gau_timeline *scene)
{
    struct gau_suggest suggest = gau_suggest_for(scene->options->children_of);
    char hint[200] = "";

    for (uint32_t i = 1; i < scene->labels.count; i++)
        gau_suggest_offer(&suggest, scene->labels.items[i]);
    if (suggest.best)
        snprintf(hint, sizeof hint, "; did you mean '%.*s'?", GAU_VIEW_QUOTE(suggest.best));
    gau_view_fail(scene->error, GAU_VIEW_USAGE, "'%.*s' has no entry called '%.*s'%s",
                  GAU_VIEW_QUOTE(scene->files->items[0].path),
                  GAU_VIEW_QUOTE(scene->options->children_of), hint);
    return false;
}

static bool refuse_depths(struct gau_timeline *scene)
{
    const struct gau_timeline_options *const options = scene->options;
    char text[80];

    if (options->children_of) {
        gau_view_fail(scene->error, GAU_VIEW_USAGE, "'%.*s' has nothing below '%.*s'%s",
                      GAU_VIEW_QUOTE(scene->files->items[0].path),
                      GAU_VIEW_QUOTE(options->children_of),
                      options->min_depth || options->max_depth ? " at these depths" : "");
        return false;
    }
    if (!options->min_depth && !options->max_depth)
        return refuse(scene, "");
    snprintf(text, sizeof text, " at depth %zu or %s",
             options->max_depth ? options->max_depth : options->min_depth,
             options->max_depth ? "above" : "below");
    if (options->max_depth && options->min_depth)
        snprintf(text, sizeof text, " at depths from %zu to %zu", options->min_depth,
                 options->max_depth);
    return refuse(scene, text);
}

/* From a filter, or from the first entry to the last; from 0, if that is near. */
static bool choose_window(struct gau_timeline *scene)
{
    double begin = INFINITY, end = -INFINITY;

    for (uint32_t i = 0; i < scene->n_groups; i++) {
        const struct gau_timeline_group *const group = &scene->groups[i];

        if (!group->any)
            continue;
        begin = fmin(begin, gau_timeline_seconds(group, group->begin.ticks, group->begin.s));
        end = fmax(end, gau_timeline_seconds(group, group->end.ticks, group->end.s));
    }
    if (begin > 0 && begin < 0.1 * (end - begin))
        begin = 0;
    scene->from_s = begin;
    scene->to_s = end;
    if (scene->options->time_filter) {
        double from_s, to_s;

        if (!gau_times_read(&from_s, &to_s, scene->options->time_filter, scene->error))
            return false;
        scene->from_s = from_s > 0 ? from_s : fmax(begin, from_s);
        scene->to_s = fmin(end, to_s);
        if (!(scene->from_s < scene->to_s))
            return refuse(scene, " in that time");
    }
    if (!(scene->to_s - scene->from_s > 1e-12 * fabs(scene->to_s)))
        scene->to_s = scene->from_s + fmax(1e-9, 1e-9 * fabs(scene->from_s));
    return true;
}

/* Rows are shared out evenly. */
static bool make_rows(struct gau_timeline *scene)
{
    const uint32_t share = GAU_TIMELINE_ROWS / (scene->n_drawn ? scene->n_drawn : 1);
    const uint32_t most = share ? share : 1;

    for (uint32_t i = 0; i < scene->n_groups; i++) {
        struct gau_timeline_group *const group = &scene->groups[i];
        const uint32_t depths = group->most_depth - group->least_depth;

        if (!group->any)
            continue;
        group->n_rows = depths < most ? depths + 1 : most;
        group->rows = gau_heap_take(&scene->heap, group->n_rows * sizeof *group->rows);
        if (group->rows)
            continue;
        gau_view_fail(scene->error, GAU_VIEW_FAILED, "no memory for the rows of the picture");
        return false;
    }
    return true;
}

/* --- all of it ----------------------------------------------------------------------------- */

static bool check(struct gau_timeline *scene)
{
    if (scene->searching)
        return refuse_name(scene);
    return scene->n_drawn > 0 || refuse_depths(scene);
}

bool gau_timeline_make(struct gau_timeline *scene)
{
    scene->searching = scene->options->children_of != NULL;
    scene->groups = calloc(GAU_TIMELINE_GROUPS, sizeof *scene->groups);
    if (!scene->groups || !gau_texts_init(&scene->labels, &scene->heap)) {
        gau_view_fail(scene->error, GAU_VIEW_FAILED, "no memory for the picture");
        return false;
    }
    if (!gau_timeline_walk(scene, survey) || !check(scene) || !choose_window(scene) ||
        !make_rows(scene) || !gau_timeline_walk(scene, gau_timeline_add_bar))
        return false;
    return scene->entries > 0 || refuse(scene, " in that time");
}

void gau_timeline_clear(struct gau_timeline *scene)
{
    for (uint32_t i = 0; i < scene->n_groups; i++)
        for (uint32_t row = 0; row < scene->groups[i].n_rows && scene->groups[i].rows; row++)
            free(scene->groups[i].rows[row].bars);
    free(scene->groups);
    free(scene->label_facts);
    gau_texts_clear(&scene->labels);
    gau_heap_clear(&scene->heap);
}
