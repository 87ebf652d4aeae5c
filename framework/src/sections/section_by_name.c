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
    gau_background_commit(w);
    if (gau_section_push(w, site))
        return;
    w->frames.beyond++;
    gau_section_count_dropped(w);
}

void gau_section_begin_with(const char *name, unsigned level, const char *message, bool no_dots)
{
    gau_section_site site = {name, level, 0, message, no_dots, 0};
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
