/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_layout.h"

#include "timeline_trace.h"

#include "documents/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------- */

/* Returns false if a file cannot be read; see the error. */
static bool walk_files(struct gau_timeline *scene, gau_timeline_visit *visit)
{
    bool whole = true;

    scene->left_out = scene->cut = 0;
    for (uint32_t i = 0; whole && i < scene->files->count; i++) {
        const struct gau_timeline_file *const file = &scene->files->items[i];

        whole = file->is_trace ? gau_timeline_walk_trace(scene, file, visit)
                               : gau_timeline_walk_log(scene, file, visit);
    }
    return whole && scene->error->status == GAU_OK;
}

static bool fail_memory(struct gau_timeline *scene)
{
    gau_fail_memory(scene->error, "picture of '%.*s'", GAU_QUOTE(scene->files->sources->paths[0]));
    return false;
}

static void widen_range(struct gau_timeline_instant *begin, struct gau_timeline_instant *end,
                        const struct gau_timeline_item *item, bool is_first)
{
    if (is_first || item->start.s < begin->s)
        *begin = item->start;
    if (is_first || item->end.s > end->s)
        *end = item->end;
}

static bool find_ranges(struct gau_timeline *scene, struct gau_timeline_group *group,
                        const struct gau_timeline_item *item, bool wanted)
{
    if (item->is_gap) {
        if (item->lists == 0 && wanted)
            widen_range(&group->from, &group->to, item, false);
        return true;
    }
    if (!item->is_event && !gau_timeline_weigh(scene, item))
        return fail_memory(scene);
    widen_range(&group->begin, &group->end, item, !group->is_read);
    group->is_read = true;
    if (!wanted)
        return true;
    widen_range(&group->from, &group->to, item, group->least_depth > group->most_depth);
    if (item->row < group->least_depth)
        group->least_depth = item->row;
    if (item->row > group->most_depth)
        group->most_depth = item->row;
    return true;
}

/* Returns the seconds of an instant, of a log from its ticks where these fit, as six digits are not
 * many. */
static double seconds(const struct gau_timeline_group *group, struct gau_timeline_instant at)
{
    const struct gau_timeline_instant *const begin = &group->begin, *const end = &group->end;
    const double s = at.s;
    double tick_s, exact;

    if (group->trace || end->ticks <= begin->ticks || end->s <= begin->s || begin->s > 0.5 * end->s)
        return s;
    tick_s = (end->s - begin->s) / (double)(end->ticks - begin->ticks);
    exact = end->s + (double)(int64_t)(at.ticks - end->ticks) * tick_s;
    return fabs(exact - s) <= 0.01 * fabs(s) + 1e-3 ? exact : s;
}

/* --- what is drawn of it ------------------------------------------------------------------- */

/* Rows go down to the greatest depth that is wanted, and are shared out evenly. */
static bool make_rows(struct gau_timeline *scene)
{
    const size_t wanted =
        scene->options->timeline.max_depth ? scene->options->timeline.max_depth : UINT32_MAX;
    uint32_t most;

    for (uint32_t i = 0; i < scene->n_groups; i++)
        scene->n_drawn += gau_timeline_is_drawn(&scene->groups[i], wanted);
    if (scene->n_drawn == 0)
        return gau_timeline_refuse_depth(scene, wanted);
    most = GAU_TIMELINE_ROWS / scene->n_drawn;
    for (uint32_t i = 0; i < scene->n_groups; i++) {
        struct gau_timeline_group *const group = &scene->groups[i];
        const bool is_cut = group->part == GAU_TIMELINE_CALLS && wanted < group->most_depth;
        const size_t deepest = is_cut ? wanted : group->most_depth;

        if (!gau_timeline_is_drawn(group, wanted))
            continue;
        group->rows = gau_bump_allocator_take(&scene->heap, most * sizeof *group->rows);
        if (!group->rows)
            return fail_memory(scene);
        group->n_rows = (uint32_t)fmin(most, (double)(deepest - group->least_depth) + 1);
    }
    return true;
}

/* Returns whether 0 s is the begin of the run: a file that lost its totals does not say it. */
static bool is_begin_known(const struct gau_timeline *scene)
{
    for (uint32_t i = 0; i < scene->files->count; i++)
        if (scene->files->items[i].is_trace && !scene->traces[i].clock.is_known)
            return false;
    return true;
}

/* The window is that of a filter, or from the first entry to the last; from 0, if that is near. */
static bool choose_window(struct gau_timeline *scene)
{
    double begin = INFINITY, end = -INFINITY, from_s, to_s;

    for (uint32_t i = 0; i < scene->n_groups; i++) {
        const struct gau_timeline_group *const group = &scene->groups[i];

        if (group->n_rows == 0)
            continue;
        begin = fmin(begin, seconds(group, group->from));
        end = fmax(end, seconds(group, group->to));
    }
    if (begin > 0 && begin < 0.1 * (end - begin))
        begin = 0;
    /* The work of a processor may have any times, also long before the run. */
    if (begin < 0 && end > 0 && is_begin_known(scene))
        begin = 0;
    scene->from_s = begin;
    scene->to_s = end;
    if (scene->options->time_filter) {
        if (!gau_times_read(&from_s, &to_s, scene->options->time_filter, scene->error))
            return false;
        scene->from_s = from_s > 0 ? from_s : is_begin_known(scene) ? fmax(begin, 0) : begin;
        scene->to_s = fmin(end, to_s);
        if (!(scene->from_s < scene->to_s)) {
            gau_timeline_refuse(scene, "no entries in that time");
            return false;
        }
    }
    if (!(scene->to_s - scene->from_s > 1e-12 * fabs(scene->to_s)))
        scene->to_s = scene->from_s + fmax(1e-9, 1e-9 * fabs(scene->from_s));
    return true;
}

/* --- bars ---------------------------------------------------------------------------------- */

static struct gau_timeline_bar make_bar(const struct gau_timeline *scene,
                                        const struct gau_timeline_group *group,
                                        const struct gau_timeline_item *item)
{
    const double scale = GAU_TIMELINE_WIDTH / (scene->to_s - scene->from_s);
    const double start_s = seconds(group, item->start);
    const double end_s = fmax(seconds(group, item->end), start_s);

    return (struct gau_timeline_bar){.left = fmax(0, (start_s - scene->from_s) * scale),
                                     .right =
                                         fmin(GAU_TIMELINE_WIDTH, (end_s - scene->from_s) * scale),
                                     .longest_start_s = start_s,
                                     .busy_s = end_s - start_s,
                                     .longest_s = end_s - start_s,
                                     .entries = 1,
                                     .lists = item->lists,
                                     .errors = (item->facts.flags & GAU_ENTRY_ERROR) != 0,
                                     .colour = item->is_event
                                                   ? GAU_TIMELINE_EVENTS
                                                   : gau_timeline_colour(scene, item->facts.label),
                                     .facts = item->facts};
}

static bool add_entry(struct gau_timeline *scene, struct gau_timeline_group *group,
                      const struct gau_timeline_item *item, bool wanted)
{
    const size_t most = scene->options->timeline.max_depth;
    const double start_s = seconds(group, item->start), end_s = seconds(group, item->end);
    struct gau_timeline_bar bar;

    if (!wanted || (most && item->depth > most))
        return true;
    scene->early += !item->is_gap && start_s < 0 && scene->from_s >= 0;
    if (start_s > scene->to_s || fmax(start_s, end_s) < scene->from_s)
        return true;
    bar = make_bar(scene, group, item);
    if (item->is_gap) {
        scene->open_ends += item->lists == 0;
        return gau_timeline_put_bar(scene, &group->gaps, &bar, true) || fail_memory(scene);
    }
    if (item->row < group->least_depth || item->row - group->least_depth >= group->n_rows) {
        scene->left_out++;
        return true;
    }
    scene->entries++;
    scene->errors += bar.errors;
    return gau_timeline_put_bar(scene, &group->rows[item->row - group->least_depth], &bar, false) ||
           fail_memory(scene);
}

/* --- all of it ----------------------------------------------------------------------------- */

bool gau_timeline_make(struct gau_timeline *scene)
{
    scene->groups = calloc(GAU_TIMELINE_ROWS, sizeof *scene->groups);
    scene->traces = calloc(scene->files->count, sizeof *scene->traces);
    if (!scene->groups || !scene->traces || !gau_text_pool_init(&scene->labels, &scene->heap))
        return fail_memory(scene);
    if (!walk_files(scene, find_ranges))
        return false;
    if (!gau_timeline_align_ranks(scene))
        return fail_memory(scene);
    if (!gau_timeline_check_wanted(scene) || !make_rows(scene) || !choose_window(scene))
        return false;
    gau_timeline_rank(scene);
    scene->draws = true;
    scene->narrow = scene->most_bars > 0 ? 0 : GAU_TIMELINE_NARROW;
    if (walk_files(scene, add_entry) && scene->entries == 0)
        gau_timeline_refuse(scene, "no entries in that time");
    return scene->error->status == GAU_OK;
}

void gau_timeline_clear(struct gau_timeline *scene)
{
    for (uint32_t i = 0; i < scene->n_groups; i++)
        for (uint32_t row = 0; row < scene->groups[i].n_rows; row++)
            free(scene->groups[i].rows[row].bars);
    for (uint32_t i = 0; i < scene->n_groups; i++)
        free(scene->groups[i].gaps.bars);
    for (uint32_t i = 0; scene->traces && i < scene->files->count; i++)
        gau_timeline_trace_clear(&scene->traces[i]);
    free(scene->traces);
    free(scene->groups);
    free(scene->weights);
    gau_text_pool_clear(&scene->labels);
    gau_bump_allocator_clear(&scene->heap);
}
