/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "sections.h"
#include "thread_slots.h"

#include <stdio.h>
#include <string.h>

__thread struct gau_worker *gau_section_worker;
struct gau_worker *gau_section_inactive;

static bool is_audited(void)
{
    return gau_section_worker != __atomic_load_n(&gau_section_inactive, __ATOMIC_RELAXED);
}

/* The worker of this thread, claimed; NULL: not audited now. A thread without a worker, or whose
 * worker was closed, acquires a slot. */
static inline struct gau_worker *claim_worker(void)
{
    struct gau_worker *w = gau_section_worker;

    if (__builtin_expect((uintptr_t)w > 1, 1)) {
        if (__builtin_expect(gau_worker_claim(w), 1))
            return w;
        if (__atomic_load_n(&w->guard, __ATOMIC_RELAXED) != GAU_CLOSED)
            return NULL;
    }
    w = gau_thread_slot_acquire();
    return w && gau_worker_claim(w) ? w : NULL;
}

struct gau_worker *gau_section_claim(void)
{
    return is_audited() ? claim_worker() : NULL;
}

struct gau_worker *gau_section_claim_own(void)
{
    struct gau_worker *const w = gau_section_worker;

    return (uintptr_t)w > 1 && gau_worker_claim(w) ? w : NULL;
}

/* --- branches and frames ------------------------------------------------------------------- */

/* Room for one more frame. */
static inline bool has_room(struct gau_section_frames *frames)
{
    return __builtin_expect(frames->count < frames->capacity, 1) || gau_frames_grow(frames);
}

/* The branch of the section below the current one, or none. No section has number 0. */
static inline gau_branch branch_of(struct gau_worker *w, gau_section_site *site, uint32_t *number)
{
    gau_branch branch;

    *number = __atomic_load_n(&site->number, __ATOMIC_ACQUIRE);
    branch = gau_branch_table_section(&w->job->branches, w->ctx.branch, *number);
    if (__builtin_expect(branch == GAU_NO_BRANCH, 0))
        branch = gau_section_new_branch(w, site, number, GAU_WORK_OPERATION);
    if (branch != GAU_NO_BRANCH && branch != __atomic_load_n(&site->branch, __ATOMIC_RELAXED))
        __atomic_store_n(&site->branch, branch, __ATOMIC_RELAXED);
    return branch;
}

/* There is room. Calls the hooks if there is a branch. */
static void push_frame(struct gau_worker *w, struct gau_section_frame frame)
{
    w->frames.items[w->frames.count++] = frame;
    if (frame.branch == GAU_NO_BRANCH)
        return;
    if (__builtin_expect(frame.branch >= w->dispatch.announced, 0))
        gau_dispatch_announce(&w->dispatch, &w->job->svc, &w->ctx);
    w->ctx.branch = frame.branch;
    gau_audit_before(&w->dispatch, &w->ctx);
}

bool gau_section_push(struct gau_worker *w, gau_section_site *site)
{
    struct gau_section_frame frame = {.parent = w->ctx.branch};

    if (!has_room(&w->frames))
        return false;
    frame.branch = branch_of(w, site, &frame.number);
    push_frame(w, frame);
    return true;
}

/* It has a branch. */
static inline void pop_audited(struct gau_worker *w)
{
    const struct gau_section_frame *const frame = &w->frames.items[--w->frames.count];
    const gau_branch parent = frame->parent;
    const struct gau_listener *single;
    uint64_t mask;

    w->ctx.branch = frame->branch;
    if (w->dispatch.statistics) {
        gau_audit_after_statistics(&w->dispatch, &w->ctx, (gau_outcome){0});
    } else if ((mask = gau_listener_mask(&w->dispatch, w->ctx.branch)) != 0) {
        single = gau_single_listener(&w->dispatch, &w->ctx, mask);
        if (single)
            single->after(single->self, &w->ctx, (gau_outcome){0});
        else
            gau_audit_after_slow(&w->dispatch, &w->ctx, mask, (gau_outcome){0});
    }
    w->ctx.branch = parent;
}

void gau_section_pop(struct gau_worker *w)
{
    const gau_branch branch = w->frames.items[w->frames.count - 1].branch;
    const uint32_t number = w->frames.items[w->frames.count - 1].number;

    if (number & GAU_FRAME_ITEM)
        gau_background_close(w, (gau_outcome){0});
    else if (branch == GAU_NO_BRANCH)
        w->frames.count--;
    else if (branch == GAU_ROOT_EVENT)
        gau_event_close(w, (gau_outcome){GAU_REJECT, GAU_REJECT, GAU_OUTCOME_UNFINISHED});
    else
        pop_audited(w);
}

/* --- mismatches ---------------------------------------------------------------------------- */

void gau_section_note_mismatch(struct gau_worker *w, const char *name)
{
    struct gau_branch_table *const branches = &w->job->branches;

    gau_branch_table_lock(branches);
    if (!name)
        branches->endless_events++;
    else if (branches->mismatched++ == 0)
        snprintf(branches->mismatched_name, sizeof branches->mismatched_name, "%s", name);
    gau_branch_table_unlock(branches);
}

void gau_sections_close_silently(struct gau_worker *w)
{
    w->frames.pending_ends += gau_frames_count_named(&w->frames);
    w->frames.beyond = 0;
    while (w->frames.count > 0)
        gau_section_pop(w);
}

/* NULL: an event. */
static const char *name_of(const struct gau_section_frame *frame)
{
    uint32_t number;

    if (frame->branch == GAU_ROOT_EVENT)
        return NULL;
    number = frame->number & GAU_FRAME_SECTION;
    return number ? gau_section_name_at(number)->name : "(a name that is too long)";
}

/* Sub-items of background work end with what they are in. */
__attribute__((__noinline__)) void gau_sections_unwind(struct gau_worker *w, uint32_t count)
{
    while (w->frames.count > count) {
        const struct gau_section_frame *const frame = &w->frames.items[w->frames.count - 1];

        if (!(frame->number & GAU_FRAME_SUB_ITEM))
            gau_section_note_mismatch(w, name_of(frame));
        gau_section_pop(w);
    }
}

void gau_sections_close_leftover(struct gau_worker *w)
{
    gau_sections_unwind(w, 0);
    w->frames.beyond = 0;
}

/* --- sections of a block ------------------------------------------------------------------- */

/* The innermost one. */
static inline gau_section innermost(struct gau_worker *w)
{
    return (gau_section){.worker = w, .frame = w->frames.count - 1, .serial = w->frames.serial};
}

static gau_section enter_section(struct gau_worker *w, gau_section_site *site)
{
    struct gau_section_frame frame;

    gau_background_commit(w);
    frame = (struct gau_section_frame){.parent = w->ctx.branch};
    frame.branch = branch_of(w, site, &frame.number);
    if (frame.branch == GAU_NO_BRANCH)
        return (gau_section){0};
    if (!has_room(&w->frames)) {
        gau_section_count_dropped(w);
        return (gau_section){0};
    }
    frame.serial = gau_frames_next_serial(&w->frames);
    push_frame(w, frame);
    return innermost(w);
}

static __attribute__((__noinline__)) gau_section enter_claimed(struct gau_worker *w,
                                                               gau_section_site *site)
{
    const gau_section section = enter_section(w, site);

    gau_worker_release(w);
    return section;
}

static __attribute__((__noinline__)) gau_section enter_slowly(gau_section_site *site)
{
    struct gau_worker *const w = claim_worker();

    return w ? enter_claimed(w, site) : (gau_section){0};
}

/* Other listeners than call statistics alone, or a branch that the site did not have last. */
static __attribute__((__noinline__)) gau_section enter_any(struct gau_worker *w,
                                                           gau_section_site *site)
{
    const uint32_t number = __atomic_load_n(&site->number, __ATOMIC_ACQUIRE);
    const gau_branch branch =
        gau_branch_table_section_first(&w->job->branches, w->ctx.branch, number);
    struct gau_section_frames *const frames = &w->frames;
    struct gau_section_frame *frame;
    gau_section section;

    if (__builtin_expect(branch >= w->dispatch.announced || frames->count >= frames->capacity, 0))
        return enter_claimed(w, site);
    if (branch != __atomic_load_n(&site->branch, __ATOMIC_RELAXED))
        __atomic_store_n(&site->branch, branch, __ATOMIC_RELAXED);
    frame = &frames->items[frames->count++];
    frame->number = number;
    frame->serial = gau_frames_next_serial(frames);
    frame->branch = branch;
    frame->parent = w->ctx.branch;
    w->ctx.branch = branch;
    gau_audit_before(&w->dispatch, &w->ctx);
    section = innermost(w); /* before others may close this worker */
    gau_worker_release(w);
    return section;
}

/*
 * The fast path: the thread has a worker, its only listener has call statistics, and the site has
 * the same branch as before, as the key in its statistics proves. All other cases are tail calls,
 * so that this path saves hardly a register. That matters with two threads per core.
 */
gau_section gau_section_enter(gau_section_site *site)
{
    struct gau_worker *const w = gau_section_worker;
    struct gau_thread_stats *statistics;
    struct gau_section_frame *frame;
    struct gau_call_stats *of;
    gau_branch branch;
    uint32_t number, count, serial;

    if (__builtin_expect((uintptr_t)w <= 1 || !gau_worker_claim_unguarded(w), 0))
        return enter_slowly(site);
    statistics = w->dispatch.only_statistics;
    if (__builtin_expect(!statistics, 0))
        return enter_any(w, site);
    branch = __atomic_load_n(&site->branch, __ATOMIC_RELAXED);
    number = __atomic_load_n(&site->number, __ATOMIC_RELAXED);
    count = w->frames.count;
    if (__builtin_expect(branch >= w->dispatch.announced || count >= w->frames.capacity, 0))
        return enter_any(w, site);
    of = gau_stats_of(statistics, branch);
    if (__builtin_expect(of->parent != w->ctx.branch || of->section != number, 0))
        return enter_any(w, site);
    serial = gau_frames_next_serial(&w->frames);
    frame = &w->frames.items[count];
    /* Atomic only so that the compiler does not pack them first. */
    __atomic_store_n(&frame->branch, branch, __ATOMIC_RELAXED);
    __atomic_store_n(&frame->parent, w->ctx.branch, __ATOMIC_RELAXED);
    __atomic_store_n(&frame->number, number, __ATOMIC_RELAXED);
    __atomic_store_n(&frame->serial, serial, __ATOMIC_RELAXED);
    w->frames.count = count + 1;
    w->ctx.branch = branch;
    gau_stats_begin(of, gau_clock_tsc());
    gau_worker_release(w);
    return (gau_section){w, count, serial};
}

static bool is_open(const struct gau_section_frames *frames, const gau_section *section)
{
    return section->frame < frames->count &&
           frames->items[section->frame].serial == section->serial;
}

/* A section that is no longer open was closed with its parent, and counted then. */
static __attribute__((__noinline__)) void leave_slowly(const gau_section *section)
{
    struct gau_worker *const w = section->worker;

    if (!gau_worker_claim(w))
        return;
    if (is_open(&w->frames, section)) {
        gau_sections_unwind(w, section->frame + 1);
        gau_section_pop(w);
    }
    gau_worker_release(w);
}

__attribute__((__noinline__)) void gau_section_leave_any(struct gau_worker *w)
{
    pop_audited(w);
    gau_worker_release(w);
}

__attribute__((__noinline__)) void gau_section_end_rare(struct gau_worker *w,
                                                        struct gau_call_stats *of, uint64_t now)
{
    gau_stats_end_slowly(w->dispatch.statistics, of, now, w->ctx.event);
    gau_worker_release(w);
}

/* The fast path: it is the innermost one, and the only listener has call statistics. */
void gau_section_leave(const gau_section *section)
{
    struct gau_worker *const w = section->worker;
    const struct gau_section_frame *frame;

    if (__builtin_expect(w != gau_section_worker, 0))
        return;
    if (__builtin_expect(!gau_worker_claim_unguarded(w), 0)) {
        leave_slowly(section);
        return;
    }
    frame = &w->frames.items[section->frame];
    if (__builtin_expect(section->frame + 1 != w->frames.count || frame->serial != section->serial,
                         0)) {
        gau_worker_release(w);
        leave_slowly(section);
        return;
    }
    gau_section_leave_innermost(w);
}
