/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "sections.h"
#include "thread_slots.h"

#include <stdio.h>
#include <string.h>

__thread struct gau_worker *gau_section_worker;
struct gau_worker *gau_section_inactive;

/* Sections that this thread has begun by name and not ended while it was not audited. Their later
 * ends are no mismatches. */
static __thread int64_t unaudited __attribute__((__tls_model__("initial-exec")));

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
    return __builtin_expect(branch == GAU_NO_BRANCH, 0)
               ? gau_section_new_branch(w, site, number, GAU_WORK_OPERATION)
               : branch;
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

/* It has a branch. */
static inline void pop_audited(struct gau_worker *w)
{
    const struct gau_section_frame *const frame = &w->frames.items[--w->frames.count];
    const gau_branch parent = frame->parent;
    const uint64_t mask = gau_listener_mask(&w->dispatch, frame->branch);

    w->ctx.branch = frame->branch;
    if (__builtin_expect(mask != 0, 1))
        gau_audit_after_listeners(&w->dispatch, &w->ctx, mask, (gau_outcome){0});
    w->ctx.branch = parent;
}

/* An event that ends so has had no end. */
static void pop_frame(struct gau_worker *w)
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

/* Of a section, or for NULL of an event. */
static void note_mismatch(struct gau_worker *w, const char *name)
{
    struct gau_branch_table *const branches = &w->job->branches;

    gau_branch_table_lock(branches);
    if (!name)
        branches->endless_events++;
    else if (branches->mismatched++ == 0)
        snprintf(branches->mismatched_name, sizeof branches->mismatched_name, "%s", name);
    gau_branch_table_unlock(branches);
}

/* Frames that are ended by name. */
static uint32_t count_named(const struct gau_section_frames *frames)
{
    uint32_t n = (uint32_t)frames->beyond;

    for (uint32_t i = 0; i < frames->count; i++)
        n += frames->items[i].serial == 0;
    return n;
}

void gau_sections_close_silently(struct gau_worker *w)
{
    w->frames.pending_ends += count_named(&w->frames);
    w->frames.beyond = 0;
    while (w->frames.count > 0)
        pop_frame(w);
}

void gau_sections_detach(const struct gau_worker *w)
{
    unaudited += count_named(&w->frames) + w->frames.pending_ends;
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

__attribute__((__noinline__)) void gau_sections_unwind(struct gau_worker *w, uint32_t count)
{
    while (w->frames.count > count) {
        note_mismatch(w, name_of(&w->frames.items[w->frames.count - 1]));
        pop_frame(w);
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

/*
 * The fast path: the thread has a worker, and the section a known branch. All other cases are tail
 * calls, so that this path saves hardly a register and has half the instructions. That matters with
 * two threads per core.
 */
gau_section gau_section_enter(gau_section_site *site)
{
    struct gau_worker *const w = gau_section_worker;
    struct gau_section_frames *frames;
    struct gau_section_frame *frame;
    gau_section section;
    gau_branch branch;
    uint32_t number;
    uint64_t mask;

    if (__builtin_expect((uintptr_t)w <= 1 || !gau_worker_claim_unguarded(w), 0))
        return enter_slowly(site);
    number = __atomic_load_n(&site->number, __ATOMIC_ACQUIRE);
    branch = gau_branch_table_section_first(&w->job->branches, w->ctx.branch, number);
    frames = &w->frames;
    if (__builtin_expect(branch >= w->dispatch.announced || frames->count >= frames->capacity, 0))
        return enter_claimed(w, site);
    frame = &frames->items[frames->count++];
    frame->number = number;
    frame->serial = gau_frames_next_serial(frames);
    frame->branch = branch;
    frame->parent = w->ctx.branch;
    w->ctx.branch = branch;
    mask = gau_listener_mask(&w->dispatch, branch);
    if (__builtin_expect(mask != 0, 1))
        gau_audit_before_listeners(&w->dispatch, &w->ctx, mask);
    section = innermost(w); /* before others may close this worker */
    gau_worker_release(w);
    return section;
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
        pop_frame(w);
    }
    gau_worker_release(w);
}

/* The fast path: it is the innermost one. */
void gau_section_leave(const gau_section *section)
{
    struct gau_worker *const w = section->worker;

    if (__builtin_expect(w != gau_section_worker, 0))
        return;
    if (__builtin_expect(!gau_worker_claim_unguarded(w), 0)) {
        leave_slowly(section);
    } else if (__builtin_expect(section->frame + 1 != w->frames.count ||
                                    w->frames.items[section->frame].serial != section->serial,
                                0)) {
        gau_worker_release(w);
        leave_slowly(section);
    } else {
        pop_audited(w);
        gau_worker_release(w);
    }
}

/* --- sections by name ---------------------------------------------------------------------- */

/* Unaudited sections have a frame, too, or their ends would close another one. */
static void begin_section(struct gau_worker *w, gau_section_site *site)
{
    struct gau_section_frame frame;

    gau_background_commit(w);
    frame = (struct gau_section_frame){.parent = w->ctx.branch};
    if (!has_room(&w->frames)) {
        w->frames.beyond++;
        gau_section_count_dropped(w);
        return;
    }
    frame.branch = branch_of(w, site, &frame.number);
    push_frame(w, frame);
}

void gau_section_begin_with(const char *name, unsigned level, const char *message, bool no_dots)
{
    gau_section_site site = {name, level, message, no_dots, 0};
    struct gau_worker *w;

    if (!name)
        return;
    w = gau_section_claim();
    if (w) {
        begin_section(w, &site);
        gau_worker_release(w);
    } else {
        unaudited++;
    }
}

void gau_section_begin(const char *name)
{
    gau_section_begin_with(name, 0, NULL, false);
}

static bool ends(const struct gau_section_frame *frame, const char *name)
{
    return frame->serial == 0 && frame->number &&
           strcmp(gau_section_name_at(frame->number)->name, name) == 0;
}

/* The frame that @p name ends, counted from 1; 0: none. Mostly it is the innermost. */
static uint32_t find_frame(const struct gau_section_frames *frames, const char *name)
{
    uint32_t i = frames->count, number;

    if (name && i > 0 && ends(&frames->items[i - 1], name))
        return i;
    number = name ? gau_section_find(name) : 0;
    while (i > 0 &&
           !(frames->items[i - 1].serial == 0 && (!name || frames->items[i - 1].number == number)))
        i--;
    return i;
}

/* Its begin was unaudited, or was closed with an earlier session, or is missing. */
static void end_unaudited(struct gau_worker *w, const char *name)
{
    if (w->frames.pending_ends > 0)
        w->frames.pending_ends--;
    else if (unaudited > 0)
        unaudited--;
    else
        note_mismatch(w, name ? name : "(the innermost)");
}

static void end_section(struct gau_worker *w, const char *name)
{
    uint32_t frame;

    if (w->frames.beyond) { /* the innermost ones have no frames */
        w->frames.beyond--;
        return;
    }
    frame = find_frame(&w->frames, name);
    if (frame == 0) {
        end_unaudited(w, name);
        return;
    }
    if (frame != w->frames.count)
        gau_sections_unwind(w, frame);
    pop_frame(w);
}

void gau_section_end(const char *name)
{
    struct gau_worker *w;

    w = gau_section_claim();
    if (w) {
        end_section(w, name);
        gau_worker_release(w);
    } else {
        unaudited--;
    }
}
