/* SPDX-License-Identifier: Apache-2.0 */
#include "auditor_service.h"

#include <string.h>

gau_status gau_auditor_service_init(struct gau_auditor_service *svc,
                                    struct gau_branch_table *branches, gau_error *err)
{
    svc->branches = branches;
    svc->listening = gau_address_space_reserve(branches->max, sizeof *svc->listening);
    svc->excluded_roots = gau_address_space_reserve(branches->max, sizeof *svc->excluded_roots);
    svc->excluded_branch = gau_address_space_reserve(branches->max, sizeof *svc->excluded_branch);
    svc->clock = gau_clock_choose();
    if (!svc->listening || !svc->excluded_roots || !svc->excluded_branch)
        return gau_fail(err, GAU_ERR_MEMORY, "no address space for %u branches", branches->max);
    return GAU_OK;
}

void gau_auditor_service_clear(struct gau_auditor_service *svc)
{
    if (!svc->branches)
        return;
    for (uint32_t i = 0; i < svc->count; i++)
        gau_address_space_release(svc->auditors[i].states, svc->branches->max, 1);
    gau_address_space_release(svc->listening, svc->branches->max, sizeof *svc->listening);
    gau_address_space_release(svc->excluded_roots, svc->branches->max, sizeof *svc->excluded_roots);
    gau_address_space_release(svc->excluded_branch, svc->branches->max,
                              sizeof *svc->excluded_branch);
    *svc = (struct gau_auditor_service){0};
}

/* An auditor without hooks is never a listener. */
static bool has_hooks(const gau_auditor_ops *ops)
{
    return ops->before || ops->after || ops->not_called || ops->begin_event || ops->end_event ||
           ops->step || ops->track_begin || ops->track_end;
}

gau_status gau_auditor_service_add(struct gau_auditor_service *svc, uint32_t *index,
                                   const gau_auditor_ops *ops,
                                   const struct gau_auditor_filter *filter, void *shared,
                                   gau_error *err)
{
    const uint32_t i = svc->count;
    uint8_t *states;

    if (i == GAU_MAX_AUDITORS)
        return gau_fail(err, GAU_ERR_RANGE, "more than %d auditors", GAU_MAX_AUDITORS);
    states = gau_address_space_reserve(svc->branches->max, 1);
    if (!states)
        return gau_fail(err, GAU_ERR_MEMORY, "no address space for %u branches",
                        svc->branches->max);
    svc->auditors[i] = (struct gau_registered_auditor){
        .ops = ops, .filter = filter, .shared = shared, .states = states};
    svc->count++;
    *index = i;
    for (unsigned phase = 0; has_hooks(ops) && phase < GAU_PHASE_COUNT; phase++)
        if (filter->phase_bits & (1u << phase))
            svc->phases[phase] |= gau_listener_bit(i);
    if (ops->wants_timestamps)
        svc->want_timestamps |= gau_listener_bit(i);
    return GAU_OK;
}

/* The child "[excluded]" of the parent of @p branch, which is its last one; without room the time
 * stays with the parent. */
static gau_branch excluded_beside(struct gau_branch_table *branches, gau_branch branch)
{
    const gau_branch parent = branches->infos[branch].parent;
    const gau_branch last = branches->last_child[parent];
    gau_branch excluded;

    if (branches->infos[last].kind == GAU_BRANCH_EXCLUDED)
        return last;
    excluded =
        gau_branch_table_add(branches, parent, "[excluded]", GAU_NO_COMPONENT, GAU_BRANCH_EXCLUDED);
    branches->unnumbered += excluded == GAU_NO_BRANCH;
    return excluded;
}

void gau_auditor_service_remove(struct gau_auditor_service *svc, uint32_t index)
{
    for (unsigned phase = 0; phase < GAU_PHASE_COUNT; phase++)
        svc->phases[phase] &= ~gau_listener_bit(index);
    svc->want_timestamps &= ~gau_listener_bit(index);
}

gau_status gau_auditor_service_apply_filter(struct gau_auditor_service *svc, uint32_t index,
                                            gau_error *err)
{
    struct gau_registered_auditor *const a = &svc->auditors[index];
    const uint32_t count = svc->branches->count;

    GAU_TRY(gau_auditor_filter_apply(a->filter, svc->branches, a->states, err));
    for (uint32_t b = 0; b < count; b++) {
        if (a->ops->only_events && b != GAU_ROOT_EVENT)
            continue;
        if (a->states[b] == GAU_FILTER_INCLUDED || a->states[b] == GAU_FILTER_ANCESTOR)
            svc->listening[b] |= gau_listener_bit(index);
        if (a->states[b] != GAU_FILTER_EXCLUDED_ROOT)
            continue;
        svc->excluded_branch[b] = excluded_beside(svc->branches, b);
        if (svc->excluded_branch[b] == GAU_NO_BRANCH)
            continue;
        svc->listening[b] |= gau_listener_bit(index);
        svc->excluded_roots[b] |= gau_listener_bit(index);
    }
    return GAU_OK;
}

void gau_auditor_service_inherit_filter(struct gau_auditor_service *svc, gau_branch parent)
{
    const gau_branch section = svc->branches->count;
    const bool root = parent == GAU_NO_BRANCH;
    const uint32_t depth = root ? 0 : svc->branches->infos[parent].depth + 1;
    uint64_t listening = 0;

    if (section == svc->branches->max)
        return;
    for (uint32_t i = 0; i < svc->count; i++) {
        struct gau_registered_auditor *const a = &svc->auditors[i];
        const enum gau_filter_state state =
            root ? gau_auditor_filter_for_program(a->filter)
                 : gau_auditor_filter_inherit(a->filter, a->states[parent], depth);

        a->states[section] = (uint8_t)state;
        if (state == GAU_FILTER_INCLUDED && !a->ops->only_events)
            listening |= gau_listener_bit(i);
    }
    svc->listening[section] = listening;
}

/* --- of a worker --------------------------------------------------------------------------- */

static void no_before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

static void no_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self, (void)ctx, (void)outcome;
}

void gau_dispatch_init(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc)
{
    *dispatch = (struct gau_dispatch){
        .listening = svc->listening,
        .excluded_roots = svc->excluded_roots,
        .excluded_branch = svc->excluded_branch,
        .clock = svc->clock,
        .want_timestamps = svc->want_timestamps,
    };
}

static bool wants_cpu(const gau_auditor_ops *ops, const void *self)
{
    return ops->cpu_size && *((const bool *)self + ops->cpu_offset);
}

void gau_dispatch_add(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                      uint32_t index, void *self)
{
    const gau_auditor_ops *const ops = svc->auditors[index].ops;
    const void *const shared = svc->auditors[index].shared;

    dispatch->listeners[index] = (struct gau_listener){
        .before = ops->before ? ops->before : no_before,
        .after = ops->after ? ops->after : no_after,
        .not_called = ops->not_called ? ops->not_called : no_after,
        .self = self,
        .statistics =
            ops->statistics_size
                ? (struct gau_thread_stats *)(void *)((char *)self + ops->statistics_offset)
                : NULL,
    };
    if (wants_cpu(ops, shared ? shared : self))
        dispatch->want_cpu |= gau_listener_bit(index);
    if (ops->begin_event || ops->end_event)
        dispatch->want_bounds |= gau_listener_bit(index);
    dispatch->want_steps |= ops->step ? gau_listener_bit(index) : 0;
    dispatch->want_track_begins |= ops->track_begin ? gau_listener_bit(index) : 0;
    dispatch->want_external |= ops->external_work ? gau_listener_bit(index) : 0;
    dispatch->want_at_once |= ops->at_once ? gau_listener_bit(index) : 0;
    dispatch->want_track_ends |= ops->track_end ? gau_listener_bit(index) : 0;
    if (ops->every_event)
        dispatch->want_every |=
            dispatch->want_bounds & svc->phases[GAU_EXECUTE] & gau_listener_bit(index);
}

static void announce(const struct gau_registered_auditor *a, void *self, uint32_t from, uint32_t to)
{
    for (gau_branch b = from; a->ops->branch_added && b < to; b++)
        a->ops->branch_added(self, b);
}

void gau_dispatch_announce(struct gau_dispatch *dispatch, struct gau_auditor_service *svc,
                           const gau_context *ctx)
{
    const uint32_t count = gau_branch_table_count(svc->branches);

    for (uint32_t i = 0; i < svc->count; i++) {
        struct gau_registered_auditor *const a = &svc->auditors[i];
        void *const self = dispatch->listeners[i].self;

        if (!self)
            continue;
        if (a->shared) {
            gau_branch_table_lock(svc->branches);
            announce(a, a->shared, a->announced, count);
            if (count > a->announced)
                a->announced = count;
            gau_branch_table_unlock(svc->branches);
        } else {
            announce(a, self, dispatch->announced, count);
        }
        if (dispatch->listeners[i].statistics)
            gau_dispatch_place_statistics(dispatch, svc, i, count);
        if (dispatch->announced == 0 && a->ops->thread_begin)
            a->ops->thread_begin(self, ctx);
    }
    dispatch->announced = count;
}

void gau_dispatch_select_phase(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                               gau_phase phase)
{
    dispatch->mask = svc->phases[phase];
    dispatch->until = 0;
    gau_dispatch_select_statistics(dispatch);
}

void gau_dispatch_select_event(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                               uint64_t event)
{
    uint64_t mask = 0, until = UINT64_MAX;

    for (uint32_t i = 0; i < svc->count; i++)
        if (gau_auditor_filter_has_event(svc->auditors[i].filter, event, &until))
            mask |= gau_listener_bit(i);
    dispatch->mask = mask & svc->phases[GAU_EXECUTE];
    dispatch->until = until;
    gau_dispatch_select_statistics(dispatch);
}
