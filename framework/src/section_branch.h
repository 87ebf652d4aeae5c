/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SECTION_BRANCH_H
#define GAUDIT_SRC_SECTION_BRANCH_H

#include "frames.h"

/* What a section needs when it is reached for the first time on its way, out of the usual way. */

/* Room for more frames. False: there are GAU_MAX_FRAMES, or there is no memory. */
bool gau_frames_grow(struct gau_frames *frames);

/* Counts a call for which there is no branch or frame. */
void gau_section_refuse(struct gau_worker *w);

/* One that is not there yet is made if somebody hears it. *number is 0 if it is not known yet. */
gau_branch gau_section_new_branch(struct gau_worker *w, gau_section_place *place, uint32_t *number);

#endif
