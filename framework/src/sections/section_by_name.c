/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/auditing/section_names.h"
#include "sections.h"

#include <string.h>

/* Sections that are begun and ended by name. */

/* Sections that this thread has begun by name and not ended while it was not audited. Their later
 * ends are no mismatches. */
static __thread int64_t unaudited __attribute__((__tls_model__("initial-exec")));

uint32_t gau_frames_count_named(const struct gau_section_frames *frames)
{
    uint32_t n = (uint32_t)frames->beyond;

    for (uint32_t i = 0; i < frames->count; i++)
        n += frames->items[i].serial == 0;
    return n;
}

void gau_sections_detach(const struct gau_worker *w)
{
    unaudited += gau_frames_count_named(&w->frames) + w->frames.pending_ends;
}

/* Unaudited sections have a frame, too, or their ends would close another one. */
static void begin_section(struct gau_worker *w, gau_section_site *site)
{
    const struct gau_section_frame *frame;
    struct gau_cached_name *cached;

    gau_background_commit(w);
    if (!gau_section_push(w, site)) {
        w->frames.beyond++;
        gau_section_count_dropped(w);
        return;
    }
    frame = &w->frames.items[w->frames.count - 1];
    if (frame->branch == GAU_NO_BRANCH)
        return;
    cached = &w->names[gau_cached_name_index(site->name)];
    cached->text = gau_section_name_at(frame->number)->name;
    cached->number = frame->number;
    cached->branch = frame->branch;
}

static void begin_claimed(struct gau_worker *w, gau_section_site *site)
{
    const struct gau_cached_name *const cached = &w->names[gau_cached_name_index(site->name)];

    if (cached->text && strcmp(cached->text, site->name) == 0)
        site->number = cached->number;
    begin_section(w, site);
    gau_worker_release(w);
}

void gau_section_begin_with(const char *name, unsigned level, const char *message, bool no_dots)
{
    gau_section_site site = {name, level, 0, message, no_dots, 0};
    struct gau_worker *w;

    if (!name)
        return;
    w = gau_section_claim();
    if (w)
        begin_claimed(w, &site);
    else
        unaudited++;
}

static __attribute__((__noinline__)) void begin_slowly(const char *name)
{
    gau_section_begin_with(name, 0, NULL, false);
}

/* The fast path: as that of gau_section_enter(), with what is remembered of the name. */
void gau_section_begin(const char *name)
{
    struct gau_worker *const w = gau_section_worker;
    const struct gau_cached_name *cached;
    struct gau_thread_stats *statistics;
    struct gau_section_frame *frame;
    struct gau_call_stats *of;

    if (__builtin_expect((uintptr_t)w <= 1 || !name || !gau_worker_claim_unguarded(w), 0)) {
        begin_slowly(name);
        return;
    }
    cached = &w->names[gau_cached_name_index(name)];
    statistics = w->dispatch.only_statistics;
    if (__builtin_expect(!statistics || !cached->text || strcmp(cached->text, name) != 0 ||
                             cached->branch >= w->dispatch.announced ||
                             w->frames.count >= w->frames.capacity,
                         0))
        goto slowly;
    of = gau_stats_of(statistics, cached->branch);
    if (__builtin_expect(of->parent != w->ctx.branch || of->section != cached->number, 0))
        goto slowly;
    frame = &w->frames.items[w->frames.count++];
    *frame = (struct gau_section_frame){cached->branch, w->ctx.branch, cached->number, 0};
    w->ctx.branch = frame->branch;
    gau_stats_begin(of, gau_clock_tsc());
    gau_worker_release(w);
    return;
slowly:
    gau_worker_release(w);
    begin_slowly(name);
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
        gau_section_note_mismatch(w, name ? name : "(the innermost)");
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
    gau_section_pop(w);
}

static __attribute__((__noinline__)) void end_slowly(const char *name)
{
    struct gau_worker *const w = gau_section_claim();

    if (w) {
        end_section(w, name);
        gau_worker_release(w);
    } else {
        unaudited--;
    }
}

/* An audited section of that name. */
static inline bool is_innermost(const struct gau_worker *w, const char *name)
{
    const struct gau_section_frames *const frames = &w->frames;

    return frames->count > 0 && frames->beyond == 0 &&
           frames->items[frames->count - 1].branch != GAU_NO_BRANCH &&
           ends(&frames->items[frames->count - 1], name);
}

/* The fast path: the innermost section has that name. */
void gau_section_end(const char *name)
{
    struct gau_worker *const w = gau_section_worker;

    if (__builtin_expect((uintptr_t)w <= 1 || !name || !gau_worker_claim_unguarded(w), 0)) {
        end_slowly(name);
        return;
    }
    if (__builtin_expect(is_innermost(w, name), 1)) {
        gau_section_leave_innermost(w);
    } else {
        gau_worker_release(w);
        end_slowly(name);
    }
}
