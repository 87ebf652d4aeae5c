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

/* The frame of the open item of the innermost event or thread, counted from 1; 0: there is none. */
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
    return true;
}

/* The hooks of the innermost frame, if it has a branch. */
static void audit_before(struct gau_worker *w)
{
    const gau_branch branch = w->frames.items[w->frames.count - 1].branch;

    if (branch == GAU_NO_BRANCH)
        return;
    gau_dispatch_announce(&w->dispatch, &w->job->svc, &w->ctx);
    w->ctx.branch = branch;
    gau_audit_before(&w->dispatch, &w->ctx);
}

static void close_frame(struct gau_worker *w, gau_outcome outcome)
{
    const struct gau_section_frame frame = w->frames.items[--w->frames.count];

    if (frame.branch != GAU_NO_BRANCH) {
        w->ctx.branch = frame.branch;
        gau_audit_after(&w->dispatch, &w->ctx, outcome);
    }
    w->ctx.branch = frame.parent;
}

/* There is a frame. */
static void end_sub(struct gau_worker *w)
{
    if (w->frames.items[w->frames.count - 1].number & GAU_FRAME_SUB_ITEM)
        close_frame(w, (gau_outcome){0});
}

/* --- items --------------------------------------------------------------------------------- */

static void begin_item(struct gau_worker *w, const char *name)
{
    const gau_branch around = w->ctx.branch;
    const bool outside = is_outside(w, around);

    if (!open_frame(w, name, outside ? GAU_ROOT_BACKGROUND : around, GAU_FRAME_ITEM,
                    GAU_WORK_OPERATION))
        return;
    if (gau_is_program(w, around))
        gau_audit_after(&w->dispatch, &w->ctx, (gau_outcome){0});
    audit_before(w);
}

void gau_background_close(struct gau_worker *w, gau_outcome outcome)
{
    close_frame(w, outcome);
    if (gau_is_program(w, w->ctx.branch))
        gau_audit_before(&w->dispatch, &w->ctx);
}

static void end_item(struct gau_worker *w, gau_outcome outcome)
{
    const uint32_t item = find_item(w);

    if (!item)
        return;
    end_sub(w);
    gau_sections_unwind(w, item);
    w->frames.beyond = 0; /* sections that were begun without a frame are in it */
    gau_background_close(w, outcome);
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
        end_item(w, (gau_outcome){0});
        begin_item(w, item);
        gau_worker_release(w);
    }
    errno = error;
}

void gau_background_sub(gau_work kind, const char *name)
{
    const int error = errno;
    struct gau_worker *const w = gau_section_claim();

    if (!w)
        return;
    if (find_item(w)) {
        end_sub(w);
        if (name && open_frame(w, name, w->ctx.branch, GAU_FRAME_SUB_ITEM, kind))
            audit_before(w);
    }
    gau_worker_release(w);
    errno = error;
}

void gau_background_end(void)
{
    const int error = errno;
    struct gau_worker *const w = gau_section_claim();

    if (w) {
        end_item(w, (gau_outcome){0});
        gau_worker_release(w);
    }
    errno = error;
}

/* Whatever was opened in the item has taken a serial number. */
void gau_background_withdraw(void)
{
    const int error = errno;
    struct gau_worker *const w = gau_section_claim();
    uint32_t item;

    if (!w)
        return;
    item = find_item(w);
    if (item && w->frames.items[item - 1].serial == w->frames.serial)
        end_item(w, (gau_outcome){.raw = GAU_END, .final = GAU_END});
    else
        end_item(w, (gau_outcome){0});
    gau_worker_release(w);
    errno = error;
}
