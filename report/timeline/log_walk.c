/* SPDX-License-Identifier: Apache-2.0 */
#include "log_reader.h"
#include "timeline_layout.h"
#include "timeline_selection.h"

#include "documents/document.h"

#include <math.h>

/* The position of a reading of a log. */
struct position {
    uint32_t first;                         /* group */
    uint32_t run;                           /* of this file */
    uint32_t last;                          /* id */
    struct gau_timeline_instant begin, end; /* of this run so far */
    struct gau_timeline_selection selection;
};

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
    const uint32_t n = at->run - 1 < GAU_TIMELINE_ROWS ? at->first + at->run - 1 : UINT32_MAX;

    if (n == scene->n_groups && n < GAU_TIMELINE_ROWS && !scene->draws)
        scene->groups[scene->n_groups++] =
            (struct gau_timeline_group){.file = file, .run = at->run, .least_depth = UINT32_MAX};
    return n < scene->n_groups && scene->groups[n].file == file ? &scene->groups[n] : NULL;
}

static bool is_wanted(struct gau_timeline *scene, struct position *at,
                      const struct gau_log_entry *entry)
{
    const bool wanted = gau_timeline_select(&at->selection, scene->options, entry);

    scene->event_found |= at->selection.in_event;
    scene->parent_found |= at->selection.found;
    return wanted;
}

/* Names of events are kept when they are drawn. */
static bool make_item(struct gau_timeline_item *item, struct gau_timeline *scene,
                      const struct gau_log_entry *entry)
{
    *item = (struct gau_timeline_item){.depth = entry->depth,
                                       .row = entry->depth,
                                       .start = {entry->start_ticks, entry->start_s},
                                       .end = {entry->end_ticks, entry->end_s},
                                       .is_event = gau_timeline_is_event(entry),
                                       .facts.cpu_ns = UINT64_MAX};
    if (scene->draws || !item->is_event)
        item->facts.label = gau_text_pool_put(&scene->labels, entry->label);
    if (scene->labels.failed)
        gau_fail_memory(scene->error, "picture of '%.*s'",
                        GAU_QUOTE(scene->files->sources->paths[0]));
    return !scene->labels.failed;
}

bool gau_timeline_walk_log(struct gau_timeline *scene, const struct gau_timeline_file *file,
                           gau_timeline_visit *visit)
{
    struct position at = {.first = gau_timeline_first_group(scene, file)};
    struct gau_log_entry entry;
    struct gau_timeline_item item;
    struct gau_log log;
    bool go_on = true;

    if (!gau_log_open(&log, file->path, scene->error))
        return false;
    while (go_on && gau_log_next(&log, &entry, scene->error)) {
        struct gau_timeline_group *group;
        bool wanted;

        follow_entry(&at, &entry);
        group = group_of(scene, &at, file);
        wanted = is_wanted(scene, &at, &entry);
        if (group)
            go_on = make_item(&item, scene, &entry) && visit(scene, group, &item, wanted);
        else
            scene->left_out += wanted;
    }
    scene->cut += log.cut;
    gau_log_close(&log);
    return go_on && scene->error->status == GAU_OK;
}
