/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_layout.h"

#include "timeline_selection.h"

#include "documents/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In pixels: an entry narrower than the first is joined with what is nearer than this, up to the
 * second in width. */
static const double narrow = 0.75, wide = 3;

/* --- reading ------------------------------------------------------------------------------- */

/* The position of a reading of all logs. */
struct position {
    uint32_t groups;                        /* begun so far */
    uint32_t run;                           /* of this file */
    uint32_t last;                          /* id */
    struct gau_timeline_instant begin, end; /* of this run so far */
    struct gau_timeline_selection selection;
};

typedef bool (*visit_function)(struct gau_timeline *, struct gau_timeline_group *,
                               const struct gau_log_entry *, bool is_wanted);

/* A new run continues the ids, but its seconds begin again, and are less than ticks make them. Six
 * digits of seconds must be enough for the length of a tick. */
static bool begins_run(const struct position *at, const struct gau_log_entry *entry)
{
    const struct gau_timeline_instant *const begin = &at->begin, *const end = &at->end;
    double tick_s, expected;

    if (at->run == 0 || entry->id <= at->last)
        return true;
    if (entry->parent != 0)
        return false;
    if (end->ticks <= begin->ticks || end->s - begin->s <= 1e-3 * fabs(end->s))
        return entry->start_s < begin->s;
    tick_s = (end->s - begin->s) / (double)(end->ticks - begin->ticks);
    expected = end->s + (double)(int64_t)(entry->start_ticks - end->ticks) * tick_s;
    return entry->start_ticks < begin->ticks || (expected > 0 && entry->start_s < 0.8 * expected);
}

static void follow_entry(struct position *at, const struct gau_log_entry *entry)
{
    const bool is_first = begins_run(at, entry);

    if (is_first) {
        at->run++;
        at->groups += at->groups <= GAU_TIMELINE_ROWS;
        at->selection = (struct gau_timeline_selection){0};
        at->begin = (struct gau_timeline_instant){entry->start_ticks, entry->start_s};
    }
    if (is_first || entry->end_s > at->end.s)
        at->end = (struct gau_timeline_instant){entry->end_ticks, entry->end_s};
    at->last = entry->id;
}

/* Returns NULL for an entry of none of the groups that are kept. A second reading finds the groups
 * of the first. */
static struct gau_timeline_group *group_of(struct gau_timeline *scene, const struct position *at,
                                           const struct gau_timeline_file *file)
{
    if (at->groups > GAU_TIMELINE_ROWS)
        return NULL;
    if (at->groups > scene->n_groups)
        scene->groups[scene->n_groups++] =
            (struct gau_timeline_group){.file = file, .run = at->run, .least_depth = UINT32_MAX};
    return &scene->groups[at->groups - 1];
}

static bool is_wanted(struct gau_timeline *scene, struct position *at,
                      const struct gau_log_entry *entry)
{
    const bool wanted = gau_timeline_select(&at->selection, scene->options, entry);

    scene->event_found |= at->selection.in_event;
    scene->parent_found |= at->selection.found;
    return wanted;
}

static bool walk_file(struct gau_timeline *scene, const struct gau_timeline_file *file,
                      struct position *at, visit_function visit)
{
    struct gau_log_entry entry;
    struct gau_log log;
    bool go_on = true;

    if (!gau_log_open(&log, file->path, scene->error))
        return false;
    at->run = 0;
    while (go_on && gau_log_next(&log, &entry, scene->error)) {
        struct gau_timeline_group *group;
        bool wanted;

        follow_entry(at, &entry);
        group = group_of(scene, at, file);
        wanted = is_wanted(scene, at, &entry);
        if (group)
            go_on = visit(scene, group, &entry, wanted);
        else
            scene->left_out += wanted;
    }
    scene->cut += log.cut;
    gau_log_close(&log);
    return scene->error->status == GAU_OK;
}

/* Returns false if a log cannot be read; see the error. */
static bool walk_logs(struct gau_timeline *scene, visit_function visit)
{
    struct position at = {0};

    scene->left_out = scene->cut = 0;
    for (size_t i = 0; i < scene->files->count; i++)
        if (!walk_file(scene, &scene->files->items[i], &at, visit))
            return false;
    return true;
}

static bool fail_memory(struct gau_timeline *scene)
{
    gau_fail_memory(scene->error, "picture of '%.*s'", GAU_QUOTE(scene->files->sources->paths[0]));
    return false;
}

static void widen_range(struct gau_timeline_instant *begin, struct gau_timeline_instant *end,
                        const struct gau_log_entry *entry, bool is_first)
{
    if (is_first || entry->start_s < begin->s)
        *begin = (struct gau_timeline_instant){entry->start_ticks, entry->start_s};
    if (is_first || entry->end_s > end->s)
        *end = (struct gau_timeline_instant){entry->end_ticks, entry->end_s};
}

static bool find_ranges(struct gau_timeline *scene, struct gau_timeline_group *group,
                        const struct gau_log_entry *entry, bool wanted)
{
    if (!gau_timeline_is_event(entry) && !gau_timeline_weigh(scene, entry))
        return fail_memory(scene);
    widen_range(&group->begin, &group->end, entry, !group->is_read);
    group->is_read = true;
    if (!wanted)
        return true;
    widen_range(&group->from, &group->to, entry, group->least_depth > group->most_depth);
    if (entry->depth < group->least_depth)
        group->least_depth = entry->depth;
    if (entry->depth > group->most_depth)
        group->most_depth = entry->depth;
    return true;
}

/* Returns the seconds of an instant, from its ticks where these fit, as six digits are not many. */
static double seconds(const struct gau_timeline_group *group, uint64_t ticks, double s)
{
    const struct gau_timeline_instant *const begin = &group->begin, *const end = &group->end;
    double tick_s, exact;

    if (end->ticks <= begin->ticks || end->s <= begin->s || begin->s > 0.5 * end->s)
        return s;
    tick_s = (end->s - begin->s) / (double)(end->ticks - begin->ticks);
    exact = end->s + (double)(int64_t)(ticks - end->ticks) * tick_s;
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
        const size_t deepest = group->most_depth < wanted ? group->most_depth : wanted;

        if (!gau_timeline_is_drawn(group, wanted))
            continue;
        group->rows = gau_bump_allocator_take(&scene->heap, most * sizeof *group->rows);
        if (!group->rows)
            return fail_memory(scene);
        group->n_rows = (uint32_t)fmin(most, (double)(deepest - group->least_depth) + 1);
    }
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
        begin = fmin(begin, seconds(group, group->from.ticks, group->from.s));
        end = fmax(end, seconds(group, group->to.ticks, group->to.s));
    }
    if (begin > 0 && begin < 0.1 * (end - begin))
        begin = 0;
    scene->from_s = begin;
    scene->to_s = end;
    if (scene->options->time_filter) {
        if (!gau_times_read(&from_s, &to_s, scene->options->time_filter, scene->error))
            return false;
        scene->from_s = from_s > 0 ? from_s : begin;
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

static bool joins_bar(const struct gau_timeline_bar *bar, double left, double right)
{
    const bool is_narrow = bar->entries > 1 || bar->right - bar->left <= narrow;

    return is_narrow && right - left < narrow && left - bar->right < narrow &&
           right - bar->left <= wide;
}

static void join_bar(struct gau_timeline *scene, struct gau_timeline_bar *bar,
                     const struct gau_timeline_bar *more)
{
    scene->joined += bar->entries == 1 ? 2 : 1;
    bar->entries++;
    bar->right = fmax(bar->right, more->right);
    bar->busy_s += more->busy_s;
    if (more->longest_s > bar->longest_s) {
        bar->label = more->label;
        bar->colour = more->colour;
        bar->longest_s = more->longest_s;
    }
}

static bool put_bar(struct gau_timeline *scene, struct gau_timeline_row *row,
                    const struct gau_timeline_bar *bar)
{
    struct gau_timeline_bar *const last = row->count ? &row->bars[row->count - 1] : NULL;

    scene->entries++;
    if (last && joins_bar(last, bar->left, bar->right)) {
        join_bar(scene, last, bar);
        return true;
    }
    if (!gau_array_grow(&row->bars, row->count, &row->size, sizeof *row->bars))
        return fail_memory(scene);
    row->bars[row->count++] = *bar;
    return true;
}

static bool add_entry(struct gau_timeline *scene, struct gau_timeline_group *group,
                      const struct gau_log_entry *entry, bool wanted)
{
    const size_t most = scene->options->timeline.max_depth;
    const double scale = GAU_TIMELINE_WIDTH / (scene->to_s - scene->from_s);
    const double start_s = seconds(group, entry->start_ticks, entry->start_s);
    const double end_s = fmax(seconds(group, entry->end_ticks, entry->end_s), start_s);
    struct gau_timeline_bar bar = {.start_s = start_s, .entries = 1};

    if (!wanted || (most && entry->depth > most) || start_s > scene->to_s || end_s < scene->from_s)
        return true;
    if (entry->depth < group->least_depth || entry->depth - group->least_depth >= group->n_rows) {
        scene->left_out++;
        return true;
    }
    bar.label = gau_text_pool_put(&scene->labels, entry->label);
    if (scene->labels.failed)
        return fail_memory(scene);
    bar.colour =
        gau_timeline_is_event(entry) ? GAU_TIMELINE_EVENTS : gau_timeline_colour(scene, bar.label);
    bar.left = fmax(0, (start_s - scene->from_s) * scale);
    bar.right = fmin(GAU_TIMELINE_WIDTH, (end_s - scene->from_s) * scale);
    bar.busy_s = bar.longest_s = end_s - start_s;
    return put_bar(scene, &group->rows[entry->depth - group->least_depth], &bar);
}

/* --- all of it ----------------------------------------------------------------------------- */

bool gau_timeline_make(struct gau_timeline *scene)
{
    scene->groups = calloc(GAU_TIMELINE_ROWS, sizeof *scene->groups);
    if (!scene->groups || !gau_text_pool_init(&scene->labels, &scene->heap))
        return fail_memory(scene);
    if (!walk_logs(scene, find_ranges) || !gau_timeline_check_wanted(scene) || !make_rows(scene) ||
        !choose_window(scene))
        return false;
    gau_timeline_rank(scene);
    if (walk_logs(scene, add_entry) && scene->entries == 0)
        gau_timeline_refuse(scene, "no entries in that time");
    return scene->error->status == GAU_OK;
}

void gau_timeline_clear(struct gau_timeline *scene)
{
    for (uint32_t i = 0; i < scene->n_groups; i++)
        for (uint32_t row = 0; row < scene->groups[i].n_rows; row++)
            free(scene->groups[i].rows[row].bars);
    free(scene->groups);
    free(scene->weights);
    gau_text_pool_clear(&scene->labels);
    gau_bump_allocator_clear(&scene->heap);
}
