/* SPDX-License-Identifier: Apache-2.0 */
#include "grouping_internal.h"

#include "sampling_errors.h"

#include "report/documents/document.h"

#include <stdlib.h>
#include <string.h>

/* --- the query ----------------------------------------------------------------------------- */

bool gau_hotspots_query_read(struct gau_hotspots_query *query,
                             const struct gau_hotspots_options *options, const char *keys,
                             const struct gau_symbolized_samples *result,
                             struct gau_view_error *error)
{
    *query = (struct gau_hotspots_query){.limit = options->limit};
    if (!gau_hotspots_keys_read(&query->keys, options->group_by ? options->group_by : keys,
                                error) ||
        !gau_hotspots_filter_read(&query->filter, options->filters, options->filter_count, error))
        return false;
    if (options->time_filter &&
        !gau_hotspots_filter_times(&query->filter, options->time_filter, result, error))
        return false;
    return !options->sort || gau_hotspots_sort_read(&query->sort, options->sort, error);
}

/* --- groups -------------------------------------------------------------------------------- */

uint32_t gau_hotspots_work_add(struct gau_hotspots_state *work,
                               const struct gau_hotspots_group *group)
{
    struct gau_hotspots_grouping *const grouping = work->grouping;

    if (!gau_array_grow(&grouping->groups, grouping->group_count, &work->group_size,
                        sizeof *grouping->groups))
        return 0;
    grouping->groups[grouping->group_count] = *group;
    return grouping->group_count++;
}

static uint64_t key_of(uint32_t parent, uint32_t level, uint64_t value)
{
    return gau_hash_mix((uint64_t)parent << 32 | level, value);
}

uint32_t gau_hotspots_work_find(const struct gau_hotspots_state *work, uint32_t parent,
                                uint32_t level, uint64_t value)
{
    const uint64_t key = key_of(parent, level, value);
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&work->group_map, key, &step))) {
        const struct gau_hotspots_group *const other = &work->grouping->groups[known];

        if (other->parent == parent && other->level == level && other->value == value)
            break;
    }
    return known;
}

bool gau_hotspots_work_enter(struct gau_hotspots_state *work, uint32_t group)
{
    const struct gau_hotspots_group *const made = &work->grouping->groups[group];

    return gau_map_add(&work->group_map, key_of(made->parent, made->level, made->value), group);
}

uint32_t gau_hotspots_work_child(struct gau_hotspots_state *work, uint32_t parent, uint32_t level,
                                 uint64_t value)
{
    const struct gau_hotspots_group group = {.parent = parent,
                                             .level = level,
                                             .depth = level + 1,
                                             .creation_order = work->grouping->group_count,
                                             .value = value};
    uint32_t number = gau_hotspots_work_find(work, parent, level, value);

    if (number)
        return number;
    number = gau_hotspots_work_add(work, &group);
    return number && gau_hotspots_work_enter(work, number) ? number : 0;
}

/* False: out of memory. */
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

    if (work->query->way != GAU_HOTSPOTS_BY_KEYS)
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
static bool number(struct gau_hotspots_state *work)
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

/* What groups have in addition is in the groups above them by other ways. */
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

void gau_hotspots_work_add_more(struct gau_hotspots_state *work, uint32_t first)
{
    const struct gau_samples *const profile = work->result->profile;

    for (uint32_t i = 0; work->more && i < profile->sample_count; i++) {
        const uint32_t *const list = gau_hotspots_work_more(work, i);

        for (uint32_t n = 1; n <= list[0]; n++) {
            struct gau_hotspots_group *const group = &work->grouping->groups[list[n]];

            if (list[n] < first)
                continue;
            group->more_samples++;
            group->more_weight_ns += profile->samples[i].weight_ns;
            group->total.samples++;
            group->total.weight_ns += profile->samples[i].weight_ns;
        }
    }
}

/* State of finding the groups of samples. */
static void clear_places(struct gau_hotspots_state *work)
{
    gau_map_clear(&work->group_map);
    gau_map_clear(&work->stack_map);
    free(work->stacks);
    free(work->chain);
    work->stacks = NULL;
    work->chain = NULL;
}

static bool begin(struct gau_hotspots_state *work)
{
    const size_t count = (size_t)work->result->profile->sample_count + 1;
    const struct gau_hotspots_group root = {.level = GAU_HOTSPOTS_ROOT};
    const bool overlap = work->query->way >= GAU_HOTSPOTS_BY_CALLS;

    work->leaves = calloc(count, sizeof *work->leaves);
    work->more = overlap ? calloc(count, sizeof *work->more) : NULL;
    if (!work->leaves || (overlap && !work->more) ||
        !gau_array_grow(&work->pool, 0, &work->pool_size, sizeof *work->pool))
        return false;
    work->pool[work->pool_count++] = 0;
    gau_hotspots_work_add(work, &root);
    return work->grouping->group_count > 0;
}

static bool build(struct gau_hotspots_state *work)
{
    if (!begin(work))
        return false;
    for (uint32_t i = 0; i < work->result->profile->sample_count; i++)
        if (!add_sample(work, i))
            return false;
    clear_places(work);
    if (!number(work))
        return false;
    add_up(work->grouping);
    gau_hotspots_work_add_more(work, 0);
    return gau_hotspots_work_arrange(work) && !work->result->out_of_memory;
}

bool gau_hotspots_group(struct gau_hotspots_grouping *grouping,
                        struct gau_symbolized_samples *result,
                        const struct gau_hotspots_query *query, struct gau_view_error *error)
{
    struct gau_hotspots_state work = {.grouping = grouping, .result = result, .query = query};
    bool done;

    *grouping = (struct gau_hotspots_grouping){0};
    done = build(&work);
    clear_places(&work);
    free(work.leaves);
    free(work.more);
    free(work.pool);
    free(work.seen);
    if (!done) {
        gau_hotspots_grouping_clear(grouping);
        gau_view_out_of_memory(error, "groups of %u samples", result->profile->sample_count);
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

/* --- reading it ---------------------------------------------------------------------------- */

static const char *call_text(const struct gau_symbolized_samples *result, uint64_t call, char *room,
                             size_t size)
{
    if (call == GAU_HOTSPOTS_NONE)
        return "[no call between modules]";
    snprintf(room, size, "%s -> %s", gau_hotspots_function_name(result, (uint32_t)(call >> 32)),
             gau_hotspots_function_name(result, (uint32_t)call));
    return room;
}

const char *gau_hotspots_group_text(const struct gau_symbolized_samples *result,
                                    const struct gau_hotspots_query *query,
                                    const struct gau_hotspots_group *group, char *room, size_t size)
{
    if (group->level == GAU_HOTSPOTS_ROOT)
        return "[Total]";
    if (group->others)
        return "[others]";
    if (query->way == GAU_HOTSPOTS_BY_CALLS)
        return call_text(result, group->value, room, size);
    if (query->way == GAU_HOTSPOTS_BY_FUNCTIONS && group->value == GAU_HOTSPOTS_NONE)
        return "[other functions]";
    if (query->way == GAU_HOTSPOTS_CALLERS_OF && group->value == GAU_HOTSPOTS_NO_CALLER)
        return "[no caller]";
    return gau_hotspots_text(result, query->keys.items[group->level], group->value, room, size);
}

/* --- all groups ---------------------------------------------------------------------------- */

static const struct gau_hotspots_group *group_at(const struct gau_hotspots_iterator *visit,
                                                 uint32_t depth)
{
    return &visit->grouping->groups[visit->path[depth].group];
}

/* All functions of a group but the last have the next as their only child, and nothing else. */
static bool goes_on(const struct gau_hotspots_iterator *visit, uint32_t depth)
{
    return visit->path[depth].function < group_at(visit, depth)->tail_count;
}

struct gau_hotspots_group gau_hotspots_iterator_at(const struct gau_hotspots_iterator *visit,
                                                   uint32_t depth)
{
    const uint32_t function = visit->path[depth].function;
    struct gau_hotspots_group group = *group_at(visit, depth);

    if (function > 0)
        group.value = visit->grouping->tails[group.tail + function - 1];
    if (goes_on(visit, depth)) {
        group.count = group.all_count = 1;
        group.own = (struct gau_hotspots_measure){0};
    }
    return group;
}

bool gau_hotspots_iterator_next(struct gau_hotspots_iterator *visit)
{
    for (;;) {
        struct gau_hotspots_step *const step = &visit->path[visit->depth];
        const struct gau_hotspots_group *const group = group_at(visit, visit->depth);
        const bool same = goes_on(visit, visit->depth);

        if (step->next < (same ? 1 : group->count)) {
            step[1] = (struct gau_hotspots_step){
                .group = same ? step->group : visit->grouping->order[group->first + step->next],
                .function = same ? step->function + 1 : 0};
            step->next++;
            visit->depth++;
            visit->group = gau_hotspots_iterator_at(visit, visit->depth);
            return true;
        }
        if (visit->depth == 0)
            return false;
        visit->depth--;
    }
}

void gau_hotspots_iterator_skip(struct gau_hotspots_iterator *visit)
{
    visit->path[visit->depth].next = visit->group.count;
}

bool gau_hotspots_iterator_is_same(const struct gau_hotspots_iterator *visit, uint32_t depth)
{
    const struct gau_hotspots_group *const above = group_at(visit, depth - 1);

    if (depth < 2)
        return false;
    return visit->path[depth].function > 0 || (above->count == 1 && above->own.samples == 0);
}

bool gau_hotspots_iterator_is_call(const struct gau_hotspots_iterator *visit, uint32_t depth)
{
    return group_at(visit, depth - 1)->level == group_at(visit, depth)->level;
}

unsigned gau_hotspots_iterator_indent(const struct gau_hotspots_iterator *visit)
{
    unsigned indent = 0;

    for (uint32_t depth = 2; depth <= visit->depth; depth++)
        indent += !gau_hotspots_iterator_is_same(visit, depth) ||
                  !gau_hotspots_iterator_is_call(visit, depth);
    return indent;
}
