/* SPDX-License-Identifier: Apache-2.0 */
#include "process_state.h"

#include "collector/base/mmap_arena.h"

#include <string.h>

enum { MAX_OPEN = 1 << 16 }; /* open marks per thread, for programs that never end any */

static const uint64_t second = 1000000000u, millisecond = 1000000u;

/* --- names --------------------------------------------------------------------------------- */

void gau_lint_shown(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name)
{
    if (name->length > GAU_LINT_LONGEST_NAME)
        gau_lint_violation(call, GAU_LINT_LONG_NAME, "%s '%.*s...' of %zu bytes", what,
                           GAU_LINT_CLIP(name), name->length);
}

void gau_lint_named(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name)
{
    if (call->thread->in_loop)
        gau_lint_violation(call, GAU_LINT_NAME_IN_LOOP, "%s '%.*s'", what, GAU_LINT_CLIP(name));
    gau_lint_shown(call, what, name);
}

void gau_lint_check_flags(const struct gau_lint_call *call, struct gau_lint_domain *own,
                          const gau_itt_domain *domain)
{
    /* Not the caller: it notices what was written anywhere before. */
    const struct gau_lint_call noticed = {.thread = call->thread, .now = call->now};

    if (own->touched || domain->extra1 != GAU_LINT_FLAGS || domain->flags == GAU_LINT_FLAGS)
        return;
    own->touched = true;
    gau_lint_violation(&noticed, GAU_LINT_DOMAIN_FLAGS, "domain '%.*s'", GAU_LINT_CLIP(own->name));
}

void gau_lint_rename(const struct gau_lint_call *call, const struct gau_lint_name *name)
{
    const struct gau_lint_name *const old = call->thread->name;

    if (old && old != name)
        gau_lint_violation(call, GAU_LINT_THREAD_RENAMED, "thread '%.*s', then '%.*s'",
                           GAU_LINT_CLIP(old), GAU_LINT_CLIP(name));
    call->thread->name = name;
}

/* --- marks --------------------------------------------------------------------------------- */

static void violation_of(const struct gau_lint_call *call, enum gau_lint_rule rule,
                         const struct gau_lint_mark *mark)
{
    if (mark->domain)
        gau_lint_violation(call, rule, "task '%.*s' of domain '%.*s'", GAU_LINT_CLIP(mark->name),
                           GAU_LINT_CLIP(mark->domain->name));
    else
        gau_lint_violation(call, rule, "event '%.*s'", GAU_LINT_CLIP(mark->name));
}

static bool grow_marks(struct gau_lint_marks *marks)
{
    const size_t capacity = marks->capacity ? 2 * marks->capacity : 16;
    struct gau_lint_mark *const items =
        capacity <= MAX_OPEN ? gau_mmap_arena_alloc(capacity * sizeof *items) : NULL;

    if (!items)
        return false;
    if (marks->n > 0)
        memcpy(items, marks->items, marks->n * sizeof *items);
    marks->items = items;
    marks->capacity = capacity;
    return true;
}

void gau_lint_begin(const struct gau_lint_call *call, const struct gau_lint_domain *domain,
                    const struct gau_lint_name *name)
{
    struct gau_lint_marks *const marks = domain ? &call->thread->tasks : &call->thread->events;
    const struct gau_lint_mark mark = {
        .name = name, .domain = domain, .caller = call->caller, .dropped = gau_lint.paused};

    if (gau_lint.paused)
        violation_of(call, GAU_LINT_WHILE_PAUSED, &mark);
    else
        call->thread->in_loop = true;
    if (marks->n < marks->capacity || grow_marks(marks))
        marks->items[marks->n++] = mark;
    else
        violation_of(call, GAU_LINT_NEVER_ENDED, &mark);
}

static void remove_mark(const struct gau_lint_call *call, struct gau_lint_marks *marks, size_t at)
{
    const struct gau_lint_mark *const mark = &marks->items[at];

    if (gau_lint.paused && !mark->dropped)
        violation_of(call, GAU_LINT_END_WHILE_PAUSED, mark);
    marks->n--;
    memmove(marks->items + at, marks->items + at + 1, (marks->n - at) * sizeof *marks->items);
}

void gau_lint_end_event(const struct gau_lint_call *call, const struct gau_lint_name *name)
{
    struct gau_lint_marks *const marks = &call->thread->events;
    size_t at = marks->n;

    while (at > 0 && marks->items[at - 1].name != name)
        at--;
    if (at == 0) {
        violation_of(call, GAU_LINT_END_WITHOUT_START, &(struct gau_lint_mark){.name = name});
        return;
    }
    if (at < marks->n)
        gau_lint_violation(call, GAU_LINT_OUT_OF_ORDER, "event '%.*s', ended before '%.*s'",
                           GAU_LINT_CLIP(name), GAU_LINT_CLIP(marks->items[marks->n - 1].name));
    remove_mark(call, marks, at - 1);
}

/* Its index plus 1; 0 if none is open in the domain. */
static size_t find_task(const struct gau_lint_marks *marks, const struct gau_lint_domain *domain)
{
    size_t at = marks->n;

    while (at > 0 && marks->items[at - 1].domain != domain)
        at--;
    return at;
}

const char *gau_lint_task_on(const struct gau_lint_call *call, const struct gau_lint_domain *domain)
{
    const struct gau_lint_marks *const marks = &call->thread->tasks;
    const size_t at = find_task(marks, domain);

    return at ? marks->items[at - 1].name->text : "";
}

void gau_lint_end_task(const struct gau_lint_call *call, const struct gau_lint_domain *domain)
{
    struct gau_lint_marks *const marks = &call->thread->tasks;
    const size_t at = find_task(marks, domain);

    if (at)
        remove_mark(call, marks, at - 1);
    else
        gau_lint_violation(call, GAU_LINT_TASK_END_WITHOUT_BEGIN, "domain '%.*s'",
                           GAU_LINT_CLIP(domain->name));
}

void gau_lint_point(const struct gau_lint_call *call, const char *what,
                    const struct gau_lint_name *name)
{
    if (gau_lint.paused)
        gau_lint_violation(call, GAU_LINT_WHILE_PAUSED, "%s '%.*s'", what, GAU_LINT_CLIP(name));
}

void gau_lint_span(const struct gau_lint_call *call, const char *what,
                   const struct gau_lint_name *name)
{
    gau_lint_point(call, what, name);
    call->thread->in_loop |= !gau_lint.paused;
}

/* True if one more is within the rate of one per @p interval, with @p burst at once allowed. Others
 * do not count against the rate. */
static bool keeps_rate(struct gau_lint_rate_limit *rate, uint64_t now, uint64_t interval,
                       unsigned burst)
{
    const uint64_t from = rate->busy_until > now ? rate->busy_until : now;

    if (from - now > (burst - 1) * interval)
        return false;
    rate->busy_until = from + interval;
    return true;
}

/* --- control ------------------------------------------------------------------------------- */

void gau_lint_control(const struct gau_lint_call *call, bool pause)
{
    if (!keeps_rate(&gau_lint.control, call->now, second, 4))
        gau_lint_violation(call, GAU_LINT_CONTROL_RATE, "pause and resume");
    if (gau_lint.controlled && gau_lint.paused == pause)
        gau_lint_violation(call, pause ? GAU_LINT_DOUBLE_PAUSE : GAU_LINT_DOUBLE_RESUME, "%s",
                           pause ? "pause" : "resume");
    gau_lint.controlled = true;
    gau_lint.paused = pause;
}

/* --- frames -------------------------------------------------------------------------------- */

static void violation_of_frame(const struct gau_lint_call *call, enum gau_lint_rule rule,
                               const struct gau_lint_domain *domain)
{
    if (domain->is_frame)
        gau_lint_violation(call, rule, "frame '%.*s'", GAU_LINT_CLIP(domain->name));
    else
        gau_lint_violation(call, rule, "frame of domain '%.*s'", GAU_LINT_CLIP(domain->name));
}

void gau_lint_submit_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain)
{
    if (gau_lint.paused)
        violation_of_frame(call, GAU_LINT_WHILE_PAUSED, domain);
    else
        call->thread->in_loop = true;
    if (!keeps_rate(&domain->rate, call->now, millisecond, 100))
        violation_of_frame(call, GAU_LINT_FRAME_RATE, domain);
}

static bool same_id(const gau_itt_id *a, const gau_itt_id *b)
{
    return a->d1 == b->d1 && a->d2 == b->d2 && a->d3 == b->d3;
}

/* Its index; n_frames if it is not open. */
static unsigned find_frame(const struct gau_lint_domain *domain, const gau_itt_id *id)
{
    const gau_itt_id none = {0};
    unsigned i = 0;

    while (i < domain->n_frames && !same_id(&domain->frames[i].id, id ? id : &none))
        i++;
    return i;
}

void gau_lint_begin_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain,
                          const gau_itt_id *id)
{
    struct gau_lint_frame *frame;

    gau_lint_submit_frame(call, domain);
    if (domain->n_frames > 0)
        violation_of_frame(call, GAU_LINT_OVERLAPPING_FRAMES, domain);
    if (domain->n_frames == sizeof domain->frames / sizeof *domain->frames ||
        find_frame(domain, id) < domain->n_frames)
        return;
    frame = &domain->frames[domain->n_frames++];
    *frame = (struct gau_lint_frame){.caller = call->caller, .dropped = gau_lint.paused};
    if (id)
        frame->id = *id;
}

void gau_lint_end_frame(const struct gau_lint_call *call, struct gau_lint_domain *domain,
                        const gau_itt_id *id)
{
    const unsigned at = find_frame(domain, id);

    if (at == domain->n_frames) {
        violation_of_frame(call, GAU_LINT_END_WITHOUT_START, domain);
        return;
    }
    if (gau_lint.paused && !domain->frames[at].dropped)
        violation_of_frame(call, GAU_LINT_END_WHILE_PAUSED, domain);
    domain->frames[at] = domain->frames[--domain->n_frames];
}

/* --- the end ------------------------------------------------------------------------------- */

/* As if the call that began a mark had been checked now. */
static struct gau_lint_call begun_by(const struct gau_lint_call *call, uintptr_t caller)
{
    return (struct gau_lint_call){.thread = call->thread, .now = call->now, .caller = caller};
}

static void check_marks(const struct gau_lint_call *call, const struct gau_lint_marks *marks)
{
    for (size_t i = 0; i < marks->n; i++) {
        const struct gau_lint_call begin = begun_by(call, marks->items[i].caller);

        if (!marks->items[i].inherited)
            violation_of(&begin, GAU_LINT_NEVER_ENDED, &marks->items[i]);
    }
}

void gau_lint_check_thread_end(const struct gau_lint_call *call)
{
    check_marks(call, &call->thread->events);
    check_marks(call, &call->thread->tasks);
}

void gau_lint_check_process_end(const struct gau_lint_call *call)
{
    for (struct gau_lint_domain *domain = gau_lint_names_domains(); domain; domain = domain->next) {
        for (unsigned i = 0; i < domain->n_frames; i++) {
            const struct gau_lint_call begin = begun_by(call, domain->frames[i].caller);

            if (!domain->frames[i].inherited)
                violation_of_frame(&begin, GAU_LINT_NEVER_ENDED, domain);
        }
        gau_lint_check_flags(call, domain, &domain->object);
    }
}
