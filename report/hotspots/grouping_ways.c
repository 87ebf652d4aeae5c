/* SPDX-License-Identifier: Apache-2.0 */
#include "errors.h"
#include "grouping_work.h"

/* Where the call stack of a sample belongs, other than by keys. */

/* --- of a function ------------------------------------------------------------------------- */

enum { CALLED = 1 }; /* the value of the group of what the subject calls */

/* The callers of the innermost call. */
static uint32_t callers(struct gau_hot_work *work, struct gau_hot_walk *walk)
{
    struct gau_hot_walk rest = *walk;
    struct gau_frame frame;

    if (!gau_hot_walk_next(&rest, work->result, &frame))
        return gau_hot_work_child(work, 0, 0, GAU_HOT_NO_CALLER);
    return gau_hot_work_chain(work, 0, 0, walk);
}

/* What is not in the call stack is in no group, but a neighbour of what is. */
static bool place_subject(struct gau_hot_work *work, struct gau_hot_stack_group *made)
{
    const struct gau_hot_query *const query = work->query;
    struct gau_hot_result *const result = work->result;
    struct gau_hot_walk walk = {.stack = made->stack};
    struct gau_frame frame;
    bool innermost = true, found = false;
    uint64_t line;

    while (!found && gau_hot_walk_next(&walk, result, &frame)) {
        found = gau_hot_function(result, frame.function) == query->subject;
        innermost = innermost && found;
    }
    made->group = GAU_HOT_NO_GROUP;
    if (!found)
        return true;
    if (query->way == GAU_HOT_CALLERS_OF) {
        made->group = callers(work, &walk);
        return made->group != 0;
    }
    line = gau_hot_frame_value(result, &frame, GAU_HOT_SOURCE_LINE);
    made->group = gau_hot_work_child(work, 0, 0, line);
    if (made->group && !innermost)
        made->group = gau_hot_work_child(work, made->group, 1, CALLED);
    return made->group != 0;
}

/* --- groups that overlap ------------------------------------------------------------------- */

/* The group of that value into the list that is being made, unless it is there. False: no memory.
 */
static bool append(struct gau_hot_work *work, uint64_t value)
{
    const uint32_t group = gau_hot_work_child(work, 0, 0, value);

    if (!group)
        return false;
    while (work->seen_count <= group) {
        if (!gau_grow(&work->seen, work->seen_count, &work->seen_size, sizeof *work->seen))
            return false;
        work->seen[work->seen_count++] = 0;
    }
    if (work->seen[group] == work->list_number)
        return true;
    if (!gau_grow(&work->pool, work->pool_count, &work->pool_size, sizeof *work->pool))
        return false;
    work->seen[group] = work->list_number;
    work->pool[work->pool_count++] = group;
    return true;
}

/* From the innermost frame on. */
static bool list_calls(struct gau_hot_work *work, struct gau_hot_walk *walk)
{
    struct gau_hot_result *const result = work->result;
    const struct gau_symbolizer *const symbols = result->symbols;
    struct gau_frame frame;
    uint32_t callee;
    bool done = true, any = false;

    gau_hot_walk_next(walk, result, &frame);
    callee = gau_hot_function(result, frame.function);
    while (done && gau_hot_walk_next(walk, result, &frame)) {
        const uint32_t caller = gau_hot_function(result, frame.function);
        const bool crosses = gau_symbolizer_function(symbols, caller)->module !=
                             gau_symbolizer_function(symbols, callee)->module;

        if (crosses)
            done = append(work, (uint64_t)caller << 32 | callee);
        any = any || crosses;
        callee = caller;
    }
    return done && (any || append(work, GAU_HOT_NONE));
}

static bool list_functions(struct gau_hot_work *work, struct gau_hot_walk *walk)
{
    const unsigned char *const wanted = work->query->wanted;
    struct gau_hot_result *const result = work->result;
    struct gau_frame frame;
    bool done = true;

    for (bool innermost = true; done && gau_hot_walk_next(walk, result, &frame);
         innermost = false) {
        const uint32_t function = gau_hot_function(result, frame.function);

        if (wanted[function])
            done = append(work, function);
        else if (innermost)
            done = append(work, GAU_HOT_NONE);
    }
    return done;
}

/* The first one has the sample as its own: it makes room for the length of the others. */
static bool place_list(struct gau_hot_work *work, struct gau_hot_stack_group *made)
{
    struct gau_hot_walk walk = {.stack = made->stack};

    made->more = work->pool_count;
    work->list_number++;
    if (!(work->query->way == GAU_HOT_BY_CALLS ? list_calls(work, &walk)
                                               : list_functions(work, &walk)))
        return false;
    made->group = work->pool[made->more];
    work->pool[made->more] = work->pool_count - made->more - 1;
    return true;
}

bool gau_hot_work_place(struct gau_hot_work *work, struct gau_hot_stack_group *made)
{
    return work->more ? place_list(work, made) : place_subject(work, made);
}
