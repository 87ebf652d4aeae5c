/* SPDX-License-Identifier: Apache-2.0 */
#include "show_checks.h"

static bool is_clock(uint32_t clock)
{
    return clock <= GAU_TRACE_CLOCK_TIMER;
}

/* Replaces an undefined reference by 0, and counts it. */
static void check_id(struct gau_trace_show_state *s, const struct gau_trace_ids *ids, uint32_t *id)
{
    if (*id && !gau_trace_has_id(ids, *id)) {
        *id = 0;
        s->damage.dangling_references++;
    }
}

/* --- definitions ----------------------------------------------------------------------------- */

static enum gau_trace_verdict show_process(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_process *const p = record;
    const char *const texts = (const char *)(p + 1);

    if (s->process_seen || !is_clock(p->clock) || p->includes_kernel_time > 1 ||
        p->follows_fork > 1 || p->preloaded > 1 || p->paused > 1 ||
        !holds_texts(&p->record, sizeof *p, p->command_size, p->note_size))
        return BAD;
    s->process_seen = true;
    return call_visitor(s, process, s->user, p, copy_text(s, 0, texts, p->command_size),
                        copy_text(s, 1, texts + p->command_size, p->note_size));
}

static enum gau_trace_verdict show_module(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_module *const m = record;
    const uint8_t *const build_id = (const uint8_t *)(m + 1);
    enum gau_trace_verdict verdict;

    if (!is_id(m->module) || m->start >= m->end ||
        !holds_texts(&m->record, sizeof *m, m->build_id_size, m->path_size))
        return BAD;
    if (!is_new(&s->modules, m->module, &verdict))
        return verdict;
    return call_visitor(s, module, s->user, m, build_id,
                        copy_text(s, 0, (const char *)build_id + m->build_id_size, m->path_size));
}

static enum gau_trace_verdict show_module_unloaded(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_module_unloaded *const unloaded = record;

    if (!refers(s, &s->modules, unloaded->module))
        return FINE;
    return call_visitor(s, module_unloaded, s->user, unloaded);
}

struct gau_trace_task_function *gau_trace_function_of(const struct gau_trace_task_type *type)
{
    const size_t at = (sizeof *type + type->domain_size + type->name_size + 7) / 8 * 8;

    if (at + sizeof(struct gau_trace_task_function) > type->record.size)
        return NULL;
    return (struct gau_trace_task_function *)((uintptr_t)type + at);
}

static enum gau_trace_verdict show_task_type(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_task_type *const t = record;
    const char *const texts = (const char *)(t + 1);
    struct gau_trace_task_function *function;
    enum gau_trace_verdict verdict;

    if (!is_id(t->task) || t->kind < GAU_TRACE_EVENT || t->kind > GAU_TRACE_COUNTER ||
        !holds_texts(&t->record, sizeof *t, t->domain_size, t->name_size))
        return BAD;
    if (!is_new(&s->tasks, t->task, &verdict))
        return verdict;
    function = gau_trace_function_of(t);
    if (function)
        check_id(s, &s->modules, &function->module);
    return call_visitor(s, task_type, s->user, t, copy_text(s, 0, texts, t->domain_size),
                        copy_text(s, 1, texts + t->domain_size, t->name_size));
}

static enum gau_trace_verdict show_thread(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_thread *const t = record;

    if (!is_id(t->thread) || !is_clock(t->clock) ||
        !holds_texts(&t->record, sizeof *t, t->name_size, 0) ||
        gau_trace_add_ids(&s->threads, t->thread, t->thread) == GAU_TRACE_IDS_FULL)
        return BAD;
    return call_visitor(s, thread, s->user, t,
                        copy_text(s, 0, (const char *)(t + 1), t->name_size));
}

/* --- stacks and samples ---------------------------------------------------------------------- */

static enum gau_trace_verdict show_stacks(struct gau_trace_show_state *s, void *record)
{
    struct gau_trace_stacks *const list = record;

    if (!is_id(list->first) || !holds_array(&list->record, sizeof *list, list->count, 16) ||
        list->count > GAU_TRACE_ID_MAX - list->first + 1 ||
        gau_trace_add_ids(&s->stacks, list->first, list->first + list->count - 1) !=
            GAU_TRACE_IDS_ADDED)
        return BAD;
    for (uint32_t i = 0; i < list->count; i++) {
        struct gau_trace_stack *const stack = &list->stacks[i];
        const bool has_module = stack->module > 0;

        check_id(s, &s->modules, &stack->module);
        if (has_module && !stack->module)
            stack->address = 0; /* else it would be taken for an address in memory */
        if (stack->caller >= list->first + i)
            stack->caller = UINT32_MAX; /* which is no stack */
        check_id(s, &s->stacks, &stack->caller);
    }
    return call_visitor(s, stacks, s->user, list->first, list->stacks, list->count);
}

static enum gau_trace_verdict forget_stacks(struct gau_trace_show_state *s, uint32_t resets)
{
    s->stacks.n = 0;
    s->resets = resets;
    return call_visitor(s, stacks_reset, s->user);
}

static enum gau_trace_verdict show_stacks_reset(struct gau_trace_show_state *s, void *record)
{
    (void)record;
    return forget_stacks(s, s->resets + 1);
}

static enum gau_trace_verdict show_sample_list(struct gau_trace_show_state *s, void *record)
{
    struct gau_trace_sample_list *const list = record;

    if (!holds_array(&list->record, sizeof *list, list->count, sizeof *list->samples))
        return BAD;
    check_id(s, &s->threads, &list->thread);
    for (uint32_t i = 0; i < list->count; i++) {
        check_id(s, &s->stacks, &list->samples[i].stack);
        check_id(s, &s->tasks, &list->samples[i].task);
    }
    return call_visitor(s, samples, s->user, list->thread, list->samples, list->count);
}

/* --- totals ---------------------------------------------------------------------------------- */

static enum gau_trace_verdict show_thread_totals(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_thread_totals *const totals = record;

    if (totals->ended > 1)
        return BAD;
    if (!refers(s, &s->threads, totals->thread))
        return FINE;
    return call_visitor(s, thread_totals, s->user, totals);
}

static enum gau_trace_verdict show_task_totals(struct gau_trace_show_state *s, void *record)
{
    struct gau_trace_task_totals *const list = record;
    uint32_t n = 0;

    if (!holds_array(&list->record, sizeof *list, list->count, sizeof *list->totals))
        return BAD;
    if (list->thread && !refers(s, &s->threads, list->thread))
        return FINE;
    for (uint32_t i = 0; i < list->count; i++)
        if (refers(s, &s->tasks, list->totals[i].task))
            list->totals[n++] = list->totals[i];
    return n ? call_visitor(s, task_totals, s->user, list->thread, list->totals, n) : FINE;
}

static enum gau_trace_verdict show_pause(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_pause *const pause = record;

    return pause->paused > 1 ? BAD : call_visitor(s, pause, s->user, pause);
}

static enum gau_trace_verdict show_process_totals(struct gau_trace_show_state *s, void *record)
{
    struct gau_trace_process_totals totals = {0};
    const uint32_t size = ((const struct gau_trace_record *)record)->size;

    /* A shorter record, of an earlier version, is extended with zeros. */
    memcpy(&totals, record, size < sizeof totals ? size : sizeof totals);
    totals.record.size = sizeof totals;
    return totals.ended > 1 ? BAD : call_visitor(s, process_totals, s->user, &totals);
}

/* --- events ---------------------------------------------------------------------------------- */

static enum gau_trace_verdict show_event_list(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_event_list *const list = record;

    if (!holds_array(&list->record, sizeof *list, list->count, sizeof *list->events) ||
        list->worker > GAU_TRACE_ID_MAX)
        return BAD;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->events[i].decision > GAU_TRACE_FAILED)
            return BAD;
    return call_visitor(s, events, s->user, list->worker, list->events, list->count);
}

static enum gau_trace_verdict show_event_totals(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_event_totals *const totals = record;
    const bool is_tick = totals->tick_ns > 0 && totals->tick_ns < 1e9;

    return totals->ended > 1 || !is_tick ? BAD : call_visitor(s, event_totals, s->user, totals);
}

/* --- regions --------------------------------------------------------------------------------- */

static enum gau_trace_verdict show_region_name(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_region_name *const region = record;

    if (!is_id(region->region) ||
        !holds_texts(&region->record, sizeof *region, region->name_size, 0))
        return BAD;
    return call_visitor(s, region_name, s->user, region,
                        copy_text(s, 0, (const char *)(region + 1), region->name_size));
}

static enum gau_trace_verdict show_region_event(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_region_event *const event = record;

    if (event->worker > GAU_TRACE_ID_MAX ||
        (event->count > 0 &&
         !holds_array(&event->record, sizeof *event, event->count, sizeof *event->sums)))
        return BAD;
    for (uint32_t i = 0; i < event->count; i++)
        if (event->sums[i].region > GAU_TRACE_ID_MAX ||
            (i > 0 && event->sums[i].region <= event->sums[i - 1].region))
            return BAD;
    return call_visitor(s, region_event, s->user, event);
}

static enum gau_trace_verdict show_region_totals(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_region_totals *const totals = record;

    return totals->tsc > 1 ? BAD : call_visitor(s, region_totals, s->user, totals);
}

static enum gau_trace_verdict show_result(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_result *const result = record;
    const char *const texts = (const char *)(result + 1);

    if (result->first > GAU_TRACE_ID_MAX || result->workers > GAU_TRACE_ID_MAX - result->first ||
        !holds_texts(&result->record, sizeof *result, result->name_size, result->note_size))
        return BAD;
    return call_visitor(s, result, s->user, result, copy_text(s, 0, texts, result->name_size),
                        copy_text(s, 1, texts + result->name_size, result->note_size));
}

/* --- blocks ---------------------------------------------------------------------------------- */

#define show_branch gau_trace_show_branch
#define show_lane gau_trace_show_lane
#define show_entry_list gau_trace_show_entry_list
#define show_timeline_totals gau_trace_show_timeline_totals

#define ROW(constant, number, x, size, least) [number] = {least, show_##x},

static const struct {
    size_t least; /* bytes */
    enum gau_trace_verdict (*show)(struct gau_trace_show_state *, void *record);
} types[] = {GAU_TRACE_RECORDS(ROW)};

#define ONE(...) +1
static_assert(sizeof types / sizeof *types == 1 GAU_TRACE_RECORDS(ONE), "numbers have no gap");

static enum gau_trace_verdict show_record(struct gau_trace_show_state *s, void *memory)
{
    const struct gau_trace_record *const record = memory;

    if (!record->type || record->type >= sizeof types / sizeof *types) {
        s->damage.unknown++;
        return FINE;
    }
    return record->size < types[record->type].least ? BAD : types[record->type].show(s, memory);
}

bool gau_trace_show(struct gau_trace_show_state *state, unsigned char *memory)
{
    const struct gau_trace_block *const block = (const void *)memory;
    uint32_t at = sizeof *block;

    if (block->resets != state->resets && forget_stacks(state, block->resets) == STOP)
        return false; /* a block with a reset was lost */
    while (at < block->size) {
        const struct gau_trace_record *const record = (const void *)(memory + at);
        enum gau_trace_verdict verdict = BAD;

        if (record->size < sizeof *record || record->size % 8 || record->size > block->size - at) {
            state->damage.invalid_records++;
            return true; /* the start of the next one is not known */
        }
        verdict = show_record(state, memory + at);
        state->damage.invalid_records += verdict == BAD;
        if (verdict == STOP)
            return false;
        if (state->visitor->record && !state->visitor->record(state->user, record, verdict == FINE))
            return false;
        at += record->size;
    }
    return true;
}
