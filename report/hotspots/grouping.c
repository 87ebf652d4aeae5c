/* SPDX-License-Identifier: Apache-2.0 */
#include "grouping_internal.h"

#include "sampling_errors.h"

#include "documents/document.h"

#include <stdlib.h>
#include <string.h>

/* --- the query ----------------------------------------------------------------------------- */

/* Groups the branches that keys and filters need. */
static bool group_branches(const struct gau_hotspots_query *query,
                           struct gau_symbolized_samples *result, gau_error *error)
{
    enum gau_branch_key_kind kind;
    bool done = true;

    for (size_t i = 0; done && i < query->keys.count; i++)
        if (gau_hotspots_key_is_of_branches(query->keys.items[i], &kind))
            done = gau_hotspots_group_branches(result, &query->keys.branches[kind], error);
    for (size_t i = 0; done && i < query->filter.count; i++)
        if (gau_hotspots_key_is_of_branches(query->filter.conditions[i].key, &kind))
            done =
                gau_hotspots_group_branches(result, &(struct gau_branch_key){.kind = kind}, error);
    return done;
}

bool gau_hotspots_query_read(struct gau_hotspots_query *query,
                             const struct gau_view_options *options, const char *keys,
                             struct gau_symbolized_samples *result, gau_error *error)
{
    *query = (struct gau_hotspots_query){.limit = options->limit, .most_rows = options->most_rows};
    if (!gau_hotspots_keys_read(&query->keys, options->group_by ? options->group_by : keys,
                                error) ||
        !gau_hotspots_filter_read(&query->filter, options->filters, options->filter_count, error) ||
        !group_branches(query, result, error))
        return false;
    if (options->relative_to &&
        !gau_hotspots_tasks_within(&query->within, result, options->relative_to, error))
        return false;
    if (options->time_filter &&
        !gau_hotspots_filter_times(&query->filter, options->time_filter, result, error))
        return false;
    return !options->sort || gau_hotspots_sort_read(&query->sort, options->sort, error);
}

/* --- groups -------------------------------------------------------------------------------- */

/* Returns false if out of memory. */
static bool find_stack(struct gau_hotspots_state *work, uint32_t sample, uint32_t above,
                       uint32_t level)
{
    const struct gau_hotspots_stack_group *const found =
        gau_hotspots_work_stack(work, above, level, work->result->profile->samples[sample].stack);

    if (!found)
        return false;
    work->leaves[sample] = found->group;
    if (work->more)
        work->more[sample] = found->more;
    return true;
}

static bool find_group(struct gau_hotspots_state *work, uint32_t sample,
                       const struct gau_hotspots_place *place)
{
    const struct gau_hotspots_keys *const keys = &work->query->keys;
    uint32_t group = 0;

    if (work->query->direction != GAU_HOTSPOTS_BY_KEYS)
        return find_stack(work, sample, 0, 0);
    for (uint32_t level = 0; level < keys->count; level++) {
        const enum gau_hotspots_key key = keys->items[level];

        if (key == GAU_HOTSPOTS_CALLSTACK)
            return find_stack(work, sample, group, level);
        group = gau_hotspots_work_child(work, group, level,
                                        gau_hotspots_value(work->result, place, key));
        if (!group)
            return false;
    }
    work->leaves[sample] = group;
    return true;
}

/* --- sums ---------------------------------------------------------------------------------- */

static bool add_sample(struct gau_hotspots_state *work, uint32_t number)
{
    const struct gau_samples_sample *const sample = &work->result->profile->samples[number];
    const struct gau_hotspots_place place = {.stack = sample->stack,
                                             .task = sample->task,
                                             .thread = sample->thread};
    const struct gau_hotspots_filter *const filter = &work->query->filter;
    struct gau_hotspots_group *group;

    work->leaves[number] = GAU_HOTSPOTS_NO_TIME;
    if (sample->time_ns < filter->from_ns || sample->time_ns >= filter->to_ns)
        return true;
    work->leaves[number] = GAU_HOTSPOTS_NO_GROUP;
    if (!gau_hotspots_filter_passes(filter, work->result, &place))
        return true;
    if (!find_group(work, number, &place))
        return false;
    if (work->leaves[number] == GAU_HOTSPOTS_NO_GROUP)
        return true;
    group = &work->grouping->groups[work->leaves[number]];
    group->own.samples++;
    group->own.weight_ns += sample->weight_ns;
    return true;
}

/* Numbers groups by their depth, so that children follow their parents. False: out of memory. */
static bool number_groups(struct gau_hotspots_state *work)
{
    struct gau_hotspots_grouping *const grouping = work->grouping;
    uint32_t starts[GAU_HOTSPOTS_DEPTH_MAX + GAU_HOTSPOTS_FRAMES_MAX + 2] = {0};
    uint32_t *const numbers = calloc(grouping->group_count, sizeof *numbers);
    struct gau_hotspots_group *const groups = calloc(grouping->group_count, sizeof *groups);
    const bool done = numbers && groups;

    for (uint32_t i = 0; done && i < grouping->group_count; i++)
        starts[grouping->groups[i].depth + 1]++;
    for (size_t i = 1; i < sizeof starts / sizeof *starts; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; done && i < grouping->group_count; i++)
        numbers[i] = starts[grouping->groups[i].depth]++;
    for (uint32_t i = 0; done && i < grouping->group_count; i++) {
        groups[numbers[i]] = grouping->groups[i];
        groups[numbers[i]].parent = numbers[grouping->groups[i].parent];
    }
    for (uint32_t i = 0; done && i < work->result->profile->sample_count; i++)
        if (work->leaves[i] < grouping->group_count)
            work->leaves[i] = numbers[work->leaves[i]];
    free(numbers);
    if (!done) {
        free(groups);
        return false;
    }
    free(grouping->groups);
    grouping->groups = groups;
    work->group_size = grouping->group_count;
    return true;
}

/* Only own samples are added up: those of overlapping groups (more_samples) are in the groups above
 * them by other ways. */
static void add_up(struct gau_hotspots_grouping *grouping)
{
    for (uint32_t i = grouping->group_count; i-- > 0;) {
        struct gau_hotspots_group *const group = &grouping->groups[i];

        group->total.samples += group->own.samples;
        group->total.weight_ns += group->own.weight_ns;
        if (i > 0) {
            grouping->groups[group->parent].total.samples += group->total.samples;
            grouping->groups[group->parent].total.weight_ns += group->total.weight_ns;
        }
    }
}

/* Frees what only finding the groups of samples needs. */
static void clear_places(struct gau_hotspots_state *work)
{
    gau_map_clear(&work->group_map);
    gau_map_clear(&work->stack_map);
    free(work->stacks);
    free(work->chain);
    work->stacks = NULL;
    work->chain = NULL;
}

static bool begin_grouping(struct gau_hotspots_state *work)
{
    const size_t count = (size_t)work->result->profile->sample_count + 1;
    const struct gau_hotspots_group root = {.level = GAU_HOTSPOTS_ROOT};
    const bool overlap = work->query->direction >= GAU_HOTSPOTS_BY_CALLS;

    work->leaves = calloc(count, sizeof *work->leaves);
    work->more = overlap ? calloc(count, sizeof *work->more) : NULL;
    if (!work->leaves || (overlap && !work->more) ||
        !gau_array_grow(&work->pool, 0, &work->pool_size, sizeof *work->pool))
        return false;
    work->pool[work->pool_count++] = 0;
    gau_hotspots_work_add(work, &root);
    return work->grouping->group_count > 0;
}

static bool build_groups(struct gau_hotspots_state *work)
{
    if (!begin_grouping(work))
        return false;
    for (uint32_t i = 0; i < work->result->profile->sample_count; i++)
        if (!add_sample(work, i))
            return false;
    clear_places(work);
    if (!number_groups(work))
        return false;
    add_up(work->grouping);
    gau_hotspots_work_add_more(work, 0);
    return gau_hotspots_work_whole(work) && gau_hotspots_work_arrange(work) &&
           !work->result->out_of_memory;
}

bool gau_hotspots_group(struct gau_hotspots_grouping *grouping,
                        struct gau_symbolized_samples *result,
                        const struct gau_hotspots_query *query, gau_error *error)
{
    struct gau_hotspots_state work = {.grouping = grouping, .result = result, .query = query};
    bool done;

    *grouping = (struct gau_hotspots_grouping){0};
    done = build_groups(&work);
    clear_places(&work);
    free(work.leaves);
    free(work.more);
    free(work.pool);
    free(work.seen);
    if (!done) {
        gau_hotspots_grouping_clear(grouping);
        gau_fail_memory(error, "groups of %u samples", result->profile->sample_count);
    }
    return done;
}

void gau_hotspots_grouping_clear(struct gau_hotspots_grouping *grouping)
{
    free(grouping->groups);
    free(grouping->order);
    free(grouping->tails);
    *grouping = (struct gau_hotspots_grouping){0};
}
