/* SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include "report/views/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef bool (*visit_function)(struct gau_timeline *, const struct gau_timeline_visit *);

/* --- groups -------------------------------------------------------------------------------- */

/* Where a reading of all logs is. */
struct position {
    uint32_t groups; /* begun so far */
    uint32_t run;    /* of this file */
    uint32_t last;   /* id */
};

static struct gau_timeline_group *add_group(struct gau_timeline *scene,
                                            const struct gau_timeline_file *file, uint32_t run)
{
    if (scene->n_groups == GAU_TIMELINE_GROUPS)
        return NULL;
    scene->groups[scene->n_groups] = (struct gau_timeline_group){.file = file, .run = run};
    return &scene->groups[scene->n_groups++];
}

/* NULL: it belongs to none of those that are kept. A second reading finds the groups of the first.
 */
static struct gau_timeline_group *group_of(struct gau_timeline *scene, struct position *at,
                                           const struct gau_timeline_file *file, uint32_t id)
{
    if (at->run == 0 || id <= at->last) {
        at->run++;
        if (at->groups <= scene->n_groups)
            at->groups++;
        if (at->groups > scene->n_groups)
            add_group(scene, file, at->run);
    }
    at->last = id;
    return at->groups <= scene->n_groups ? &scene->groups[at->groups - 1] : NULL;
}

/* --- reading ------------------------------------------------------------------------------- */

/* A label keeps its colour in all pictures of a log. Labels of one depth differ, up to ten; depths
 * begin with different ones. */
static void choose_colour(struct gau_timeline *scene, uint32_t label, uint32_t depth)
{
    struct gau_timeline_label *const facts = &scene->label_facts[label];
    const uint32_t cycle = depth % GAU_TIMELINE_CYCLES;

    if (facts->seen)
        return;
    facts->seen = true;
    facts->colour = (uint8_t)((scene->cycles[cycle]++ + 3 * cycle + 7) % GAU_TIMELINE_COLOURS);
}

static bool has_facts(struct gau_timeline *scene, uint32_t label)
{
    while (scene->n_facts <= label) {
        if (!gau_grow(&scene->label_facts, scene->n_facts, &scene->facts_size,
                      sizeof *scene->label_facts))
            return false;
        scene->label_facts[scene->n_facts++] = (struct gau_timeline_label){.seen = false};
    }
    return true;
}

/* False: the visitor has seen enough, or there is no memory. */
static bool visit_entry(struct gau_timeline *scene, struct gau_timeline_group *group,
                        const struct gau_log_entry *entry, visit_function visit)
{
    struct gau_timeline_visit v = {.group = group, .entry = entry};

    v.label = gau_texts_put(&scene->labels, entry->label);
    if (!scene->labels.failed && has_facts(scene, v.label)) {
        choose_colour(scene, v.label, entry->depth);
        return visit(scene, &v);
    }
    gau_view_fail(scene->error, GAU_VIEW_FAILED, "no memory for the names in '%.*s'",
                  GAU_VIEW_QUOTE(group->file->path));
    return false;
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
        struct gau_timeline_group *const group = group_of(scene, at, file, entry.id);

        if (group)
            go_on = visit_entry(scene, group, &entry, visit);
        else
            scene->more_runs++;
    }
    scene->cut += log.cut;
    gau_log_close(&log);
    return go_on && scene->error->status == GAU_VIEW_OK;
}

bool gau_timeline_walk(struct gau_timeline *scene, visit_function visit)
{
    struct position at = {0};

    scene->inside = false;
    scene->more_runs = scene->cut = 0;
    for (size_t i = 0; i < scene->files->count; i++)
        if (!walk_file(scene, &scene->files->items[i], &at, visit))
            break;
    return scene->error->status == GAU_VIEW_OK;
}

/* --- choosing ------------------------------------------------------------------------------ */

static bool is_below(struct gau_timeline *scene, const struct gau_timeline_visit *visit)
{
    const struct gau_timeline_options *const options = scene->options;
    const struct gau_log_entry *const entry = visit->entry;
    const uint32_t group = (uint32_t)(visit->group - scene->groups);

    if (scene->searching && strcmp(entry->label, options->children_of) == 0) {
        scene->searching = false;
        scene->above_group = group;
        scene->above_id = entry->id;
        scene->above_depth = entry->depth;
    }
    if (scene->searching || group != scene->above_group || entry->id <= scene->above_id) {
        scene->inside = !scene->searching && group == scene->above_group;
        return false;
    }
    /* Entries are in the order in which they began: what is not deeper began behind it. */
    scene->inside = scene->inside && entry->depth > scene->above_depth;
    return options->max_depth ? scene->inside : entry->parent == scene->above_id;
}

bool gau_timeline_is_wanted(struct gau_timeline *scene, const struct gau_timeline_visit *visit)
{
    const struct gau_timeline_options *const options = scene->options;
    const uint32_t depth = visit->entry->depth;

    if (options->children_of && !is_below(scene, visit))
        return false;
    return depth >= options->min_depth && (!options->max_depth || depth <= options->max_depth);
}

/* --- times --------------------------------------------------------------------------------- */

double gau_timeline_seconds(const struct gau_timeline_group *group, uint64_t ticks, double s)
{
    const double ticks_known = (double)(group->last.ticks - group->first.ticks);
    const double s_known = group->last.s - group->first.s;
    double exact;

    if (group->last.ticks <= group->first.ticks || s_known <= 0 ||
        group->first.s > 0.5 * group->last.s)
        return s;
    exact = group->last.s + (double)(int64_t)(ticks - group->last.ticks) * (s_known / ticks_known);
    return fabs(exact - s) <= 0.01 * fabs(s) + 1e-3 ? exact : s;
}
