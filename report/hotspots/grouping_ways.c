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

static uint32_t called(struct gau_hot_work *work, uint32_t above, bool innermost)
{
    const uint32_t level = work->grouping->groups[above].depth;

    return innermost ? above : gau_hot_work_child(work, above, level, CALLED);
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
    if (query->way == GAU_HOT_SELF_OF) {
        made->group = called(work, 0, innermost);
        return innermost || made->group != 0;
    }
    line = gau_hot_frame_value(result, &frame, GAU_HOT_SOURCE_LINE);
    made->group = gau_hot_work_child(work, 0, 0, line);
    if (made->group)
        made->group = called(work, made->group, innermost);
    return made->group != 0;
}

/* --- calls between modules ----------------------------------------------------------------- */

/* Into the list that is being made, unless it is there. False: no memory. */
static bool append(struct gau_hot_work *work, uint32_t group)
{
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

/* From the innermost frame on; the first call into another module has the sample as its own, which
 * stands in front of the list until that is complete. */
static bool list_calls(struct gau_hot_work *work, uint32_t stack)
{
    struct gau_hot_result *const result = work->result;
    const struct gau_symbolizer *const symbols = result->symbols;
    struct gau_hot_walk walk = {.stack = stack};
    struct gau_frame frame;
    uint32_t callee;

    gau_hot_walk_next(&walk, result, &frame);
    callee = gau_hot_function(result, frame.function);
    while (gau_hot_walk_next(&walk, result, &frame)) {
        const uint32_t caller = gau_hot_function(result, frame.function);
        const uint64_t call = (uint64_t)caller << 32 | callee;

        if (gau_symbolizer_function(symbols, caller)->module !=
            gau_symbolizer_function(symbols, callee)->module) {
            const uint32_t group = gau_hot_work_child(work, 0, 0, call);

            if (!group || !append(work, group))
                return false;
        }
        callee = caller;
    }
    return true;
}

static bool place_calls(struct gau_hot_work *work, struct gau_hot_stack_group *made)
{
    const uint32_t begin = work->pool_count;

    work->list_number++;
    if (!list_calls(work, made->stack))
        return false;
    if (work->pool_count == begin) {
        made->group = gau_hot_work_child(work, 0, 0, GAU_HOT_NO_CALL);
        return made->group != 0;
    }
    made->group = work->pool[begin];
    work->pool[begin] = work->pool_count - begin - 1;
    made->more = begin;
    return true;
}

bool gau_hot_work_place(struct gau_hot_work *work, struct gau_hot_stack_group *made)
{
    return work->query->way == GAU_HOT_BY_CALLS ? place_calls(work, made)
                                                : place_subject(work, made);
}
