/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SECTIONS_SECTIONS_H
#define GAUDIT_SRC_SECTIONS_SECTIONS_H

#include "framework/src/job/worker.h"

/*
 * Sections of a worker: their branches, and the end of those that are left open.
 */

/* Room for more frames. False: there are GAU_MAX_FRAMES, or out of memory. */
bool gau_frames_grow(struct gau_section_frames *frames);

/* Counts a call for which there is no branch or frame. */
void gau_section_count_dropped(struct gau_worker *w);

/* The same, if there is no branch. Names that are too long are counted apart. */
void gau_section_count_unbranched(struct gau_worker *w, const char *name);

/*
 * The branch of a section below the current one; a new one is made if its parent is audited.
 * *number is 0 if it is not known yet.
 */
gau_branch gau_section_new_branch(struct gau_worker *w, gau_section_site *site, uint32_t *number,
                                  gau_work work);

/* The branch of the section of that number, which is made unless another thread was first.
 * GAU_NO_BRANCH: no room. */
gau_branch gau_section_make_branch(struct gau_worker *w, gau_branch parent, uint32_t number,
                                   gau_work work);

/* A root besides Event and Background, made on first use: a job without it has no row for it.
 * GAU_NO_BRANCH: no room. */
gau_branch gau_section_make_root(struct gau_app *app, gau_branch *root, const char *name);

/* Opens one below the current branch, with its hooks if it has a branch; false: no room. */
bool gau_section_push(struct gau_worker *w, gau_section_site *site);

/* Ends the innermost. An event that ends so has had no end. */
void gau_section_pop(struct gau_worker *w);

/* An end without a begin, or left open: of a section, or for NULL of an event. */
void gau_section_note_mismatch(struct gau_worker *w, const char *name);

/* section_by_name.c: frames that are ended by name. */
uint32_t gau_frames_count_named(const struct gau_section_frames *frames);

/* Out of the fast path: the innermost section ends, and the worker is released. The second: all but
 * its statistics is done. */
void gau_section_leave_any(struct gau_worker *w);
void gau_section_end_rare(struct gau_worker *w, struct gau_call_stats *of, uint64_t now);

/* The innermost section, which is audited, ends, and the worker is released. */
static inline __attribute__((__always_inline__)) void gau_section_leave_innermost(
    struct gau_worker *w)
{
    const uint32_t last = w->frames.count - 1;
    const struct gau_section_frame *const frame = &w->frames.items[last];
    struct gau_thread_stats *const statistics = w->dispatch.only_statistics;
    struct gau_call_stats *of;
    uint64_t now;

    if (__builtin_expect(!statistics || frame->branch >= w->dispatch.announced, 0)) {
        gau_section_leave_any(w);
        return;
    }
    of = gau_stats_of(statistics, frame->branch);
    if (__builtin_expect(!of->section, 0)) {
        gau_section_leave_any(w);
        return;
    }
    w->frames.count = last;
    w->ctx.branch = frame->parent;
    now = gau_clock_tsc();
    if (__builtin_expect(gau_stats_end_fast(statistics, of, now), 1))
        gau_worker_release(w);
    else
        gau_section_end_rare(w, of, now);
}

/* The worker of this thread, claimed; NULL: not audited now. */
struct gau_worker *gau_section_claim(void);

/* Frames of background.h, in their number. */
enum { GAU_FRAME_SECTION = 0xffffff, GAU_FRAME_SUB_ITEM = 1 << 24, GAU_FRAME_ITEM = 1 << 25 };

/* background.c: what is opened now is in the pending item, if there is one: it has something to do.
 */
void gau_background_commit_pending(struct gau_worker *w);

static inline void gau_background_commit(struct gau_worker *w)
{
    if (__builtin_expect(w->pending.capacity != 0, 0))
        gau_background_commit_pending(w);
}

/* The worker of this thread, claimed, if it has one. */
struct gau_worker *gau_section_claim_own(void);

/* external_work.c: passes it on. */
void gau_external_dispatch(struct gau_worker *w, gau_branch branch, uint64_t start_ns,
                           uint64_t stop_ns);

/* background.c: ends the item, whose frame is the innermost one. */
void gau_background_close(struct gau_worker *w, gau_outcome outcome);

/* Not by app->program, which another thread may be making. */
static inline bool gau_is_program(const struct gau_worker *w, gau_branch branch)
{
    return branch != GAU_ROOT_EVENT && branch != GAU_ROOT_BACKGROUND &&
           w->job->branches.infos[branch].parent == GAU_NO_BRANCH;
}

/* Closes the frames above the first @p count, which have had no end; that is reported. */
void gau_sections_unwind(struct gau_worker *w, uint32_t count);

/* event.c: closes the event, whose frame is the innermost one. */
void gau_event_close(struct gau_worker *w, gau_outcome outcome);

/* Closes all open sections without counting them as mismatches, also when ends by name follow. */
void gau_sections_close_silently(struct gau_worker *w);

/* Closes the sections that a component left open; they are counted, and reported at the end. */
void gau_sections_close_leftover(struct gau_worker *w);

/* The open sections of @p w belong to this thread, and their ends are not audited. */
void gau_sections_detach(const struct gau_worker *w);

#endif
