/* SPDX-License-Identifier: Apache-2.0 */
#include "grouping_internal.h"
#include "sampling_errors.h"

#include "documents/document.h"

#include <stdlib.h>
#include <string.h>

static const char *const sorts[] = {
    [GAU_HOTSPOTS_BY_TIME] = "time",
    [GAU_HOTSPOTS_BY_SAMPLES] = "samples",
    [GAU_HOTSPOTS_BY_ERROR] = "error",
    [GAU_HOTSPOTS_BY_NAME] = "name",
};

bool gau_hotspots_sort_read(enum gau_hotspots_sort *sort, const char *text, gau_error *error)
{
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        if (strcmp(sorts[i], text) == 0) {
            *sort = (enum gau_hotspots_sort)i;
            return true;
        }
    }
    gau_fail_first(error, GAU_ERR_USAGE,
                   "cannot sort by '%.*s'; there is: time, samples, error, name", GAU_QUOTE(text));
    return false;
}

/* --- sorting ------------------------------------------------------------------------------- */

/* A child, with the state that qsort() could not pass to the comparison. */
struct entry {
    const struct gau_hotspots_state *work;
    uint32_t group;
    bool is_small; /* less than the query's part of the time */
};

static int by_name(const struct gau_hotspots_state *work, const struct gau_hotspots_group *a,
                   const struct gau_hotspots_group *b)
{
    char left[GAU_HOTSPOTS_TEXT_SIZE], right[GAU_HOTSPOTS_TEXT_SIZE];

    return strcmp(gau_hotspots_group_text(work->result, work->query, a, left, sizeof left),
                  gau_hotspots_group_text(work->result, work->query, b, right, sizeof right));
}

double gau_hotspots_sort_value(const struct gau_hotspots_group *group, enum gau_hotspots_sort sort,
                               bool own)
{
    const struct gau_hotspots_measure *const measure = own ? &group->own : &group->total;

    switch (sort) {
    case GAU_HOTSPOTS_BY_TIME: return (double)measure->weight_ns;
    case GAU_HOTSPOTS_BY_SAMPLES: return (double)measure->samples;
    case GAU_HOTSPOTS_BY_ERROR: return measure->error_ns;
    case GAU_HOTSPOTS_BY_NAME: break;
    }
    return 0;
}

static int in_order(const void *a, const void *b)
{
    const struct entry *const left = a, *const right = b;
    const struct gau_hotspots_state *const work = left->work;
    const struct gau_hotspots_group *const first = &work->grouping->groups[left->group];
    const struct gau_hotspots_group *const second = &work->grouping->groups[right->group];
    const double x = gau_hotspots_sort_value(first, work->query->sort, false),
                 y = gau_hotspots_sort_value(second, work->query->sort, false);
    int order = left->is_small - right->is_small;

    if (order == 0)
        order = (x < y) - (x > y);
    if (order == 0)
        order = by_name(work, first, second);
    return order ? order
                 : (first->creation_order > second->creation_order) -
                       (first->creation_order < second->creation_order);
}

/* --- limit --------------------------------------------------------------------------------- */

struct arranging {
    struct gau_hotspots_state *work;
    struct entry *entries; /* the children of all groups, side by side */
    uint32_t *moved;       /* by group: the [others] that has it; 0: it stays */
    uint32_t *kept;        /* by group: how many of its children stay */
    uint32_t group_count;  /* before there were any [others] */
};

/* Makes one group of the children from @p keep on. Returns 0 if out of memory. */
static uint32_t merge_groups(struct arranging *arranging, uint32_t parent, uint32_t keep)
{
    struct gau_hotspots_state *const work = arranging->work;
    const struct gau_hotspots_group group = work->grouping->groups[parent];
    const struct entry *const children = arranging->entries + group.first;
    const uint32_t others = work->grouping->group_count;
    struct gau_hotspots_group merged = {.parent = parent,
                                        .level = work->grouping->groups[children[0].group].level,
                                        .others = true,
                                        .all_count = group.count - keep};

    for (uint32_t i = keep; i < group.count; i++) {
        const struct gau_hotspots_group *const child = &work->grouping->groups[children[i].group];

        merged.own.samples += child->total.samples - child->more_samples;
        merged.own.weight_ns += child->total.weight_ns - child->more_weight_ns;
        arranging->moved[children[i].group] = others;
    }
    if (merged.all_count == 1)
        merged.value = work->grouping->groups[children[keep].group].value;
    merged.total = merged.own;
    return gau_hotspots_work_add(work, &merged);
}

/* Overlapping groups are all right below the root, and so is the one [others]. Many samples share a
 * list, which is changed once. */
static void move_list(const struct arranging *arranging, uint32_t *list, uint32_t own)
{
    bool has_others = own >= arranging->group_count;
    uint32_t count = 0;

    for (uint32_t n = 1; n <= list[0]; n++) {
        const bool known = list[n] < arranging->group_count;
        const uint32_t moved = known ? arranging->moved[list[n]] : 0;

        if (moved && has_others)
            continue;
        has_others = has_others || moved;
        list[++count] = moved ? moved : list[n];
    }
    list[0] = count;
}

/* The samples of a group are shown in it, or in the [others] that it or the first group above it
 * has become part of. Parents have smaller numbers. */
static void move_samples(struct arranging *arranging)
{
    const struct gau_hotspots_state *const work = arranging->work;
    uint32_t *const moved = arranging->moved;

    for (uint32_t i = 1; i < arranging->group_count; i++) {
        const uint32_t above = moved[work->grouping->groups[i].parent];

        if (above)
            moved[i] = above;
    }
    for (uint32_t i = 0; i < work->result->profile->sample_count; i++) {
        if (work->leaves[i] < arranging->group_count && moved[work->leaves[i]])
            work->leaves[i] = moved[work->leaves[i]];
        if (work->more && work->more[i])
            move_list(arranging, work->pool + work->more[i], work->leaves[i]);
    }
}

/* --- order --------------------------------------------------------------------------------- */

/* Returns the time of which the query's least part is a part. */
static double least_time(const struct gau_hotspots_state *work)
{
    const struct gau_hotspots_grouping *const grouping = work->grouping;
    const struct gau_hotspots_measure *const whole =
        work->query->within ? &grouping->whole : &grouping->groups[0].total;

    return work->query->least_percent / 100 * (double)whole->weight_ns;
}

static void sort_children(struct arranging *arranging)
{
    struct gau_hotspots_grouping *const grouping = arranging->work->grouping;
    const double least = least_time(arranging->work);
    uint32_t first = 0;

    for (uint32_t i = 1; i < arranging->group_count; i++)
        grouping->groups[grouping->groups[i].parent].count++;
    for (uint32_t i = 0; i < arranging->group_count; i++) {
        grouping->groups[i].first = first;
        first += grouping->groups[i].count;
        grouping->groups[i].count = 0;
    }
    for (uint32_t i = 1; i < arranging->group_count; i++) {
        struct gau_hotspots_group *const parent = &grouping->groups[grouping->groups[i].parent];

        arranging->entries[parent->first + parent->count++] =
            (struct entry){.work = arranging->work,
                           .group = i,
                           .is_small = (double)grouping->groups[i].total.weight_ns < least};
    }
    for (uint32_t i = 0; i < arranging->group_count; i++) {
        grouping->groups[i].all_count = grouping->groups[i].count;
        if (grouping->groups[i].count > 1)
            qsort(arranging->entries + grouping->groups[i].first, grouping->groups[i].count,
                  sizeof *arranging->entries, in_order);
    }
}

/* Returns how many children of a group may stay. */
static uint32_t count_allowed(const struct arranging *arranging,
                              const struct gau_hotspots_group *group)
{
    const size_t limit = arranging->work->query->limit;
    uint32_t allowed = 0;

    while (allowed < group->count && (limit == 0 || allowed < limit) &&
           !arranging->entries[group->first + allowed].is_small)
        allowed++;
    return allowed;
}

/* Returns the heaviest group that is not taken, below one that is; 0: there is none. Only what is
 * taken has @p allowed children. */
static uint32_t next_group(const struct arranging *arranging, const uint32_t *allowed)
{
    const struct gau_hotspots_group *const groups = arranging->work->grouping->groups;
    uint32_t best = 0;

    for (uint32_t i = 0; i < arranging->group_count; i++) {
        uint32_t child;

        if (arranging->kept[i] >= allowed[i])
            continue;
        child = arranging->entries[groups[i].first + arranging->kept[i]].group;
        if (best == 0 || groups[child].total.weight_ns > groups[best].total.weight_ns)
            best = child;
    }
    return best;
}

/* Takes groups by falling time from all levels, while the rows with [others] are few enough. */
static void keep_heaviest(struct arranging *arranging, uint32_t *allowed)
{
    const struct gau_hotspots_group *const groups = arranging->work->grouping->groups;
    size_t rows = groups[0].count > 0;
    uint32_t next;

    allowed[0] = count_allowed(arranging, &groups[0]);
    while ((next = next_group(arranging, allowed)) != 0) {
        const uint32_t parent = groups[next].parent;
        const bool is_last = arranging->kept[parent] + 1 == groups[parent].count;

        rows += 1 + groups[next].tail_count + (groups[next].count > 0) - is_last;
        if (rows > arranging->work->query->most_rows)
            return;
        arranging->kept[parent]++;
        allowed[next] = count_allowed(arranging, &groups[next]);
    }
}

/* Finds how many children of each group stay. Returns false if out of memory. */
static bool keep_children(struct arranging *arranging)
{
    const struct gau_hotspots_group *const groups = arranging->work->grouping->groups;
    uint32_t *const allowed = calloc(arranging->group_count, sizeof *allowed);

    if (allowed && arranging->work->query->most_rows > 0)
        keep_heaviest(arranging, allowed);
    else if (allowed)
        for (uint32_t i = 0; i < arranging->group_count; i++)
            arranging->kept[i] = count_allowed(arranging, &groups[i]);
    free(allowed);
    return allowed != NULL;
}

/* Returns false if out of memory. */
static bool limit_children(struct arranging *arranging)
{
    struct gau_hotspots_grouping *const grouping = arranging->work->grouping;

    for (uint32_t i = 0; i < arranging->group_count; i++) {
        const uint32_t keep = arranging->kept[i];
        uint32_t others;

        if (grouping->groups[i].count == keep)
            continue;
        others = merge_groups(arranging, i, keep);
        if (!others)
            return false;
        arranging->entries[grouping->groups[i].first + keep].group = others;
        grouping->groups[i].count = keep + 1;
    }
    if (grouping->group_count > arranging->group_count) {
        move_samples(arranging);
        gau_hotspots_work_add_more(arranging->work, arranging->group_count);
    }
    return true;
}

static bool set_order(struct arranging *arranging)
{
    struct gau_hotspots_grouping *const grouping = arranging->work->grouping;

    grouping->order = calloc(arranging->group_count, sizeof *grouping->order);
    if (!grouping->order)
        return false;
    grouping->order_count = arranging->group_count - 1;
    for (uint32_t i = 0; i < grouping->order_count; i++)
        grouping->order[i] = arranging->entries[i].group;
    return true;
}

bool gau_hotspots_work_arrange(struct gau_hotspots_state *work)
{
    const uint32_t count = work->grouping->group_count;
    struct arranging arranging = {.work = work, .group_count = count};
    bool done = work->query->sort != GAU_HOTSPOTS_BY_ERROR || gau_hotspots_work_errors(work);

    arranging.entries = calloc(count, sizeof *arranging.entries);
    arranging.moved = calloc(count, sizeof *arranging.moved);
    arranging.kept = calloc(count, sizeof *arranging.kept);
    done = done && arranging.entries && arranging.moved && arranging.kept;
    if (done) {
        sort_children(&arranging);
        done = keep_children(&arranging) && limit_children(&arranging) && set_order(&arranging) &&
               gau_hotspots_work_errors(work);
    }
    free(arranging.entries);
    free(arranging.moved);
    free(arranging.kept);
    return done;
}
