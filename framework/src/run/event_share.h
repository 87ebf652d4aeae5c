/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_RUN_EVENT_SHARE_H
#define GAUDIT_SRC_RUN_EVENT_SHARE_H

#include "framework/src/job/app_state.h"

/* The events of a process that has some of those of a job: blocks with rising numbers. The lock of
 * the input is held. */

/* Returns the next event behind @p last; UINT64_MAX: there is none. */
uint64_t gau_event_share_next(struct gau_app *app, uint64_t last);

/* Returns how many there are from @p event, which is one of them, to the end of its block. */
uint64_t gau_event_share_left(const struct gau_app *app, uint64_t event);

/* Takes at most @p most of them: returns the first, and sets *end; UINT64_MAX: there is none. For
 * jobs without an input. */
uint64_t gau_event_share_take(struct gau_app *app, uint64_t most, uint64_t *end);

static inline uint64_t gau_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

#endif
