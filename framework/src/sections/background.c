/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "framework/src/job/app_state.h"
#include "sections.h"
#include "thread_slots.h"

#include <gaudit/background.h>

#include <errno.h>

/*
 * Items of background work. An open item is a frame among those of sections, as an event is; so is
 * its sub-item. Outside of events and sections its branch is below Background, and the thread is
 * not below Program meanwhile, so that the times of both roots add up.
 */

static bool is_outside(const struct gau_worker *w, gau_branch branch)
{
    return branch == GAU_ROOT_BACKGROUND || gau_is_program(w, branch);
}

/* The frame of the innermost open item of the innermost event or thread, counted from 1; 0: there
 * is none. */
static uint32_t find_item(const struct gau_worker *w)
{
    uint32_t i = w->frames.count;

    while (i > 0 && !(w->frames.items[i - 1].number & GAU_FRAME_ITEM)) {
        if (w->frames.items[i - 1].branch == GAU_ROOT_EVENT)
            return 0;
        i--;
    }
    return i;
}

/* --- frames -------------------------------------------------------------------------------- */

/* Below @p parent; false: no room. */
static bool open_frame(struct gau_worker *w, const char *name, gau_branch parent, uint32_t what,
                       gau_work work)
{
    gau_section_site site = {.name = name};
    struct gau_section_frame frame = {.parent = w->ctx.branch,
                                      .serial = gau_frames_next_serial(&w->frames),
                                      .number = gau_section_number(&site)};

    if (w->frames.count >= w->frames.capacity && !gau_frames_grow(&w->frames)) {
        gau_section_count_dropped(w);
        return false;
    }
    w->ctx.branch = parent;
    frame.branch = gau_branch_table_section(&w->job->branches, parent, frame.number);
    if (frame.branch == GAU_NO_BRANCH)
        frame.branch = gau_section_new_branch(w, &site, &frame.number, work);
    w->ctx.branch = frame.parent;
    frame.number |= what;
    w->frames.items[w->frames.count++] = frame;
    gau_dispatch_announce(&w->dispatch, &w->job->svc, &w->ctx);
    return true;
}

/* The innermost. */
static struct gau_section_frame *frame_of(const struct gau_worker *w)
{
    return &w->frames.items[w->frames.count - 1];
}

/* There is a frame. */
static void end_sub(struct gau_worker *w)
{
    const struct gau_section_frame frame = *frame_of(w);

    if (!(frame.number & GAU_FRAME_SUB_ITEM))
        return;
    w->frames.count--;
    if (frame.branch != GAU_NO_BRANCH) {
        w->ctx.branch = frame.branch;
        gau_audit_after(&w->dispatch, &w->ctx, (gau_outcome){0});
    }
    w->ctx.branch = frame.parent;
}

/* --- items that may be withdrawn ----------------------------------------------------------- */

/* The listeners of the branch that do not want to know of it at once, or those that do. */
static uint64_t later(const struct gau_worker *w, gau_branch branch)
{
    return gau_listener_mask(&w->dispatch, branch) & ~w->dispatch.want_at_once;
}

static uint64_t at_once(const struct gau_worker *w, gau_branch branch)
{
    return gau_listener_mask(&w->dispatch, branch) & w->dispatch.want_at_once;
}

/* Calls the hooks of some listeners for the begin, at the time in w->ctx: the thread leaves Program
 * for it. */
static void call_begin_hooks(struct gau_worker *w,
                             uint64_t (*listeners)(const struct gau_worker *, gau_branch))
{
    const struct gau_section_frame frame = *frame_of(w);
    const uint64_t of_program = gau_is_program(w, frame.parent) ? listeners(w, frame.parent) : 0;
    const uint64_t of_item = listeners(w, frame.branch);

    w->ctx.branch = frame.parent;
    if (of_program)
        gau_audit_after_at(&w->dispatch, &w->ctx, of_program, (gau_outcome){0});
    w->ctx.branch = frame.branch;
    if (of_item)
        gau_audit_before_at(&w->dispatch, &w->ctx, of_item);
}

static void begin_pending(struct gau_worker *w)
{
    const struct gau_section_frame frame = *frame_of(w);
    const uint64_t mask = gau_listener_mask(&w->dispatch, frame.branch) |
                          gau_listener_mask(&w->dispatch, frame.parent);

    gau_take_timestamp(&w->dispatch, &w->ctx, mask);
    w->pending.timestamp = w->ctx.timestamp;
    w->pending.cpu_ns = w->ctx.cpu_ns;
    w->pending.n_work = 0;
    call_begin_hooks(w, at_once);
    w->pending.capacity = w->frames.capacity;
    w->frames.capacity = 0;
}

/* It is not pending any more. */
static void settle(struct gau_worker *w)
{
    w->frames.capacity = w->pending.capacity;
    w->pending.capacity = 0;
}

static void pass_work_on(struct gau_worker *w)
{
    for (uint32_t i = 0; i < w->pending.n_work; i++)
        gau_external_dispatch(w, w->pending.work[i].branch, w->pending.work[i].start_ns,
                              w->pending.work[i].stop_ns);
    w->pending.n_work = 0;
}

void gau_background_commit_pending(struct gau_worker *w)
{
    settle(w);
    w->ctx.timestamp = w->pending.timestamp;
    w->ctx.cpu_ns = w->pending.cpu_ns;
    call_begin_hooks(w, later);
    pass_work_on(w);
}

static void withdraw_pending(struct gau_worker *w)
{
    const struct gau_section_frame frame = *frame_of(w);
    const uint64_t of_item = at_once(w, frame.branch);
    const uint64_t of_program = gau_is_program(w, frame.parent) ? at_once(w, frame.parent) : 0;

    settle(w);
    w->frames.count--;
    if (of_item)
        gau_audit_after_listeners(&w->dispatch, &w->ctx, of_item,
                                  (gau_outcome){.raw = GAU_END, .final = GAU_END});
    w->ctx.branch = frame.parent;
    if (of_program)
        gau_audit_before_listeners(&w->dispatch, &w->ctx, of_program);
    pass_work_on(w);
}

/* --- items --------------------------------------------------------------------------------- */

static void begin_item(struct gau_worker *w, const char *name)
{
    const gau_branch around = w->ctx.branch;

    if (!open_frame(w, name, is_outside(w, around) ? GAU_ROOT_BACKGROUND : around, GAU_FRAME_ITEM,
                    GAU_WORK_OPERATION))
        return;
    if (frame_of(w)->branch != GAU_NO_BRANCH)
        begin_pending(w);
}

void gau_background_close(struct gau_worker *w, gau_outcome outcome)
{
    struct gau_section_frame frame;

    gau_background_commit(w);
    frame = w->frames.items[--w->frames.count];
    if (frame.branch == GAU_NO_BRANCH)
        return;
    w->ctx.branch = frame.branch;
    gau_audit_after(&w->dispatch, &w->ctx, outcome);
    w->ctx.branch = frame.parent;
    if (gau_is_program(w, frame.parent))
        gau_audit_before(&w->dispatch, &w->ctx);
}

static void end_item(struct gau_worker *w)
{
    const uint32_t item = find_item(w);

    if (!item)
        return;
    end_sub(w);
    gau_sections_unwind(w, item);
    w->frames.beyond = 0; /* sections that were begun without a frame are in it */
    gau_background_close(w, (gau_outcome){0});
}

/* Between it and what is innermost there is nothing but its sub-item. */
static bool is_innermost(const struct gau_worker *w, uint32_t item)
{
    const uint32_t count = w->frames.count;

    return item &&
           (item == count || (item + 1 == count && frame_of(w)->number & GAU_FRAME_SUB_ITEM));
}

/* A thread that gets its slot here is a background thread. */
static struct gau_worker *claim(void)
{
    struct gau_worker *w;

    gau_is_background_thread = true;
    w = gau_section_claim();
    gau_is_background_thread = false;
    return w;
}

/* --- calls of the program ------------------------------------------------------------------ */

void gau_background_begin(const char *item)
{
    const int error = errno;
    struct gau_worker *const w = item ? claim() : NULL;

    if (w) {
        if (is_innermost(w, find_item(w)))
            end_item(w);
        begin_item(w, item);
        gau_worker_release(w);
    }
    errno = error;
}

void gau_background_sub(gau_work kind, const char *name)
{
    const int error = errno;
    struct gau_worker *const w = gau_section_claim_own();

    if (w) {
        if (find_item(w)) {
            if (name)
                gau_background_commit(w);
            end_sub(w);
            if (name && open_frame(w, name, w->ctx.branch, GAU_FRAME_SUB_ITEM, kind) &&
                frame_of(w)->branch != GAU_NO_BRANCH) {
                w->ctx.branch = frame_of(w)->branch;
                gau_audit_before(&w->dispatch, &w->ctx);
            }
        }
        gau_worker_release(w);
    }
    errno = error;
}

void gau_background_end(void)
{
    const int error = errno;
    struct gau_worker *const w = gau_section_claim_own();

    if (w) {
        end_item(w);
        gau_worker_release(w);
    }
    errno = error;
}

void gau_background_withdraw(void)
{
    const int error = errno;
    struct gau_worker *const w = gau_section_claim_own();

    if (w) {
        if (w->pending.capacity)
            withdraw_pending(w);
        else
            end_item(w);
        gau_worker_release(w);
    }
    errno = error;
}

void gau_background_own_thread(void)
{
    gau_begins_no_session = true;
}
