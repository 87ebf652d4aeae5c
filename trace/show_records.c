/* SPDX-License-Identifier: Apache-2.0 */
#include "show_records.h"

#include <string.h>

enum verdict { FINE, BAD, STOP };

/* Calls the visitor with a record. */
#define call_visitor(state, callback, ...) \
    (!(state)->visitor->callback || (state)->visitor->callback(__VA_ARGS__) ? FINE : STOP)

/* --- what may go wrong in a record ----------------------------------------------------------- */

static bool is_id(uint32_t id)
{
    return id > 0 && id <= GAU_TRACE_ID_MAX;
}

static bool is_clock(uint32_t clock)
{
    return clock <= GAU_TRACE_CLOCK_TIMER;
}

/* True if two texts of these sizes follow the first `fixed` bytes. */
static bool holds_texts(const struct gau_trace_record *record, size_t fixed, uint32_t a, uint32_t b)
{
    return a <= GAU_TRACE_TEXT_MAX && b <= GAU_TRACE_TEXT_MAX && fixed + a + b <= record->size;
}

static bool holds_array(const struct gau_trace_record *record, size_t fixed, uint32_t count,
                        size_t item)
{
    return count > 0 && count <= (record->size - fixed) / item;
}

/* A copy, since texts in the file do not end with NUL. */
static struct gau_trace_text copy_text(struct gau_trace_show_state *s, int i, const char *text,
                                       uint32_t size)
{
    memcpy(s->texts[i], text, size);
    s->texts[i][size] = '\0';
    return (struct gau_trace_text){s->texts[i], size};
}

/* Replaces an undefined reference by 0, and counts it. */
static void check_id(struct gau_trace_show_state *s, const struct gau_trace_ids *ids, uint32_t *id)
{
    if (*id && !gau_trace_has_id(ids, *id)) {
        *id = 0;
        s->damage.dangling_references++;
    }
}

/* For records that are useless without what they refer to. */
static bool refers(struct gau_trace_show_state *s, const struct gau_trace_ids *ids, uint32_t id)
{
    const bool known = gau_trace_has_id(ids, id);

    s->damage.dangling_references += !known;
    return known;
}

/* --- definitions ----------------------------------------------------------------------------- */

static enum verdict show_process(struct gau_trace_show_state *s, void *record)
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

static enum verdict show_module(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_module *const m = record;
    const uint8_t *const build_id = (const uint8_t *)(m + 1);

    if (!is_id(m->module) || m->start >= m->end ||
        !holds_texts(&m->record, sizeof *m, m->build_id_size, m->path_size))
        return BAD;
    switch (gau_trace_add_ids(&s->modules, m->module, m->module)) {
    case GAU_TRACE_IDS_KNOWN: return FINE;
    case GAU_TRACE_IDS_FULL: return BAD;
    case GAU_TRACE_IDS_ADDED: break;
    }
    return call_visitor(s, module, s->user, m, build_id,
                        copy_text(s, 0, (const char *)build_id + m->build_id_size, m->path_size));
}

static enum verdict show_module_unloaded(struct gau_trace_show_state *s, void *record)
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

static enum verdict show_task_type(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_task_type *const t = record;
    const char *const texts = (const char *)(t + 1);
    struct gau_trace_task_function *function;

    if (!is_id(t->task) || t->kind < GAU_TRACE_EVENT || t->kind > GAU_TRACE_COUNTER ||
        !holds_texts(&t->record, sizeof *t, t->domain_size, t->name_size))
        return BAD;
    switch (gau_trace_add_ids(&s->tasks, t->task, t->task)) {
    case GAU_TRACE_IDS_KNOWN: return FINE;
    case GAU_TRACE_IDS_FULL: return BAD;
    case GAU_TRACE_IDS_ADDED: break;
    }
    function = gau_trace_function_of(t);
    if (function)
        check_id(s, &s->modules, &function->module);
    return call_visitor(s, task_type, s->user, t, copy_text(s, 0, texts, t->domain_size),
                        copy_text(s, 1, texts + t->domain_size, t->name_size));
}

static enum verdict show_thread(struct gau_trace_show_state *s, void *record)
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

static enum verdict show_stacks(struct gau_trace_show_state *s, void *record)
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

static enum verdict forget_stacks(struct gau_trace_show_state *s, uint32_t resets)
{
    s->stacks.n = 0;
    s->resets = resets;
    return call_visitor(s, stacks_reset, s->user);
}

static enum verdict show_stacks_reset(struct gau_trace_show_state *s, void *record)
{
    (void)record;
    return forget_stacks(s, s->resets + 1);
}

static enum verdict show_sample_list(struct gau_trace_show_state *s, void *record)
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

static enum verdict show_thread_totals(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_thread_totals *const totals = record;

    if (totals->ended > 1)
        return BAD;
    if (!refers(s, &s->threads, totals->thread))
        return FINE;
    return call_visitor(s, thread_totals, s->user, totals);
}

static enum verdict show_task_totals(struct gau_trace_show_state *s, void *record)
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

static enum verdict show_pause(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_pause *const pause = record;

    return pause->paused > 1 ? BAD : call_visitor(s, pause, s->user, pause);
}

static enum verdict show_process_totals(struct gau_trace_show_state *s, void *record)
{
    struct gau_trace_process_totals totals = {0};
    const uint32_t size = ((const struct gau_trace_record *)record)->size;

    /* A shorter record, of an earlier version, is extended with zeros. */
    memcpy(&totals, record, size < sizeof totals ? size : sizeof totals);
    totals.record.size = sizeof totals;
    return totals.ended > 1 ? BAD : call_visitor(s, process_totals, s->user, &totals);
}

/* --- events ---------------------------------------------------------------------------------- */

static enum verdict show_event_list(struct gau_trace_show_state *s, void *record)
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

static enum verdict show_event_totals(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_event_totals *const totals = record;
    const bool is_tick = totals->tick_ns > 0 && totals->tick_ns < 1e9;

    return totals->ended > 1 || !is_tick ? BAD : call_visitor(s, event_totals, s->user, totals);
}

/* --- regions --------------------------------------------------------------------------------- */

static enum verdict show_region_name(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_region_name *const region = record;

    if (!is_id(region->region) ||
        !holds_texts(&region->record, sizeof *region, region->name_size, 0))
        return BAD;
    return call_visitor(s, region_name, s->user, region,
                        copy_text(s, 0, (const char *)(region + 1), region->name_size));
}

static enum verdict show_region_event(struct gau_trace_show_state *s, void *record)
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

static enum verdict show_region_totals(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_region_totals *const totals = record;

    return totals->tsc > 1 ? BAD : call_visitor(s, region_totals, s->user, totals);
}

/* --- blocks ---------------------------------------------------------------------------------- */

#define ROW(constant, number, x, size, least) [number] = {least, show_##x},

static const struct {
    size_t least; /* bytes */
    enum verdict (*show)(struct gau_trace_show_state *, void *record);
} types[] = {GAU_TRACE_RECORDS(ROW)};

#define ONE(...) +1
static_assert(sizeof types / sizeof *types == 1 GAU_TRACE_RECORDS(ONE), "numbers have no gap");

static enum verdict show_record(struct gau_trace_show_state *s, void *memory)
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

    if (block->codec) {
        state->damage.unknown++;
        return true;
    }
    if (block->resets != state->resets && forget_stacks(state, block->resets) == STOP)
        return false; /* a block with a reset was lost */
    while (at < block->size) {
        const struct gau_trace_record *const record = (const void *)(memory + at);
        enum verdict verdict = BAD;

        if (record->size < sizeof *record || record->size % 8 || record->size > block->size - at) {
            state->damage.invalid_records++;
            return true; /* the start of the next one is not known */
        }
        verdict = show_record(state, memory + at);
        state->damage.invalid_records += verdict == BAD;
        if (verdict == STOP)
            return false;
        at += record->size;
    }
    return true;
}
