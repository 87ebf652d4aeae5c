/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_FRAMES_H
#define GAUDIT_SRC_FRAMES_H

#include <gaudit/section.h>

/*
 * The sections that are open in a thread, innermost last. An end is matched with its frame, so
 * whatever order ends come in, every before gets its after.
 */

enum { GAU_MAX_FRAMES = 1 << 20 };

struct gau_frame {
    gau_branch branch; /* GAU_NO_BRANCH: nobody was told of it */
    gau_branch parent; /* where this thread is when it has ended */
    uint32_t number;   /* of the section; 0 if it has none */
    uint32_t serial;   /* never that of an earlier frame in this place */
};

struct gau_frames {
    struct gau_frame *items;
    uint32_t count, capacity;
    uint32_t serial;
    uint32_t orphans; /* begun by name, and ended by a close before their end came */
    uint64_t beyond;  /* begun by name when there were GAU_MAX_FRAMES or no memory for one more */
};

struct gau_worker;

static inline bool gau_frames_any(const struct gau_frames *frames)
{
    return (frames->count | frames->beyond) != 0;
}

/* Room for more frames. False: there are GAU_MAX_FRAMES, or there is no memory. */
bool gau_frames_grow(struct gau_frames *frames);

/* Counts a call for which there is no branch or frame. */
void gau_section_refuse(struct gau_worker *w);

/*
 * The branch of a section that is reached for the first time on its way; one that is not there yet
 * is made if somebody hears it. *number is 0 if it is not known yet.
 */
gau_branch gau_section_new_branch(struct gau_worker *w, gau_section_place *place, uint32_t *number);

/* Ends all that is open, with no word about it, also when the ends of what was begun by name
 * come. */
void gau_sections_orphan(struct gau_worker *w);

/* What a component left open when it returned is ended, counted and reported at the end. */
void gau_sections_repair(struct gau_worker *w);

/* The sections of @p w that are open are those of this thread, and nobody hears their ends. */
void gau_sections_abandon(const struct gau_worker *w);

#endif
