/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SECTIONS_H
#define GAUDIT_SRC_SECTIONS_H

#include "framework/src/job/worker.h"

/*
 * Sections of a worker: their branches, and what happens to those that are left open.
 */

/* Room for more frames. False: there are GAU_MAX_FRAMES, or there is no memory. */
bool gau_frames_grow(struct gau_section_frames *frames);

/* Counts a call for which there is no branch or frame. */
void gau_section_count_dropped(struct gau_worker *w);

/*
 * The branch of a section that is reached for the first time on its way; one that is not there yet
 * is made if somebody hears it. *number is 0 if it is not known yet.
 */
gau_branch gau_section_new_branch(struct gau_worker *w, gau_section_site *site, uint32_t *number);

/* Ends all that is open, with no word about it, also when the ends of what was begun by name
 * come. */
void gau_sections_close_silently(struct gau_worker *w);

/* What a component left open when it returned is ended, counted and reported at the end. */
void gau_sections_close_leftover(struct gau_worker *w);

/* The sections of @p w that are open are those of this thread, and nobody hears their ends. */
void gau_sections_detach(const struct gau_worker *w);

#endif
