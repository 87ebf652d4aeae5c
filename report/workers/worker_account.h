/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_WORKERS_WORKER_ACCOUNT_H
#define GAUDIT_REPORT_WORKERS_WORKER_ACCOUNT_H

#include "worker_times.h"

/* What is open in a lane, which is also the mark of its calls. All below an event, the input or an
 * item is part of that, but for an event in an item; below a section, each of them may begin. */
enum gau_worker_state {
    GAU_WORKER_NOTHING,
    GAU_WORKER_IN_SECTION,
    GAU_WORKER_IN_EVENT,
    GAU_WORKER_IN_INPUT,
    GAU_WORKER_IN_BACKGROUND,
    GAU_WORKER_LOST,
};

/* Adds the time up to @p tick to the category of the state, which becomes @p state. */
void gau_worker_go_on(struct gau_worker_times *times, struct gau_worker_lane *lane, uint64_t tick,
                      enum gau_worker_state state);

/* Adds work of a processor. False: out of memory. */
bool gau_worker_add_work(struct gau_worker_times *times, struct gau_worker_lane *lane,
                         uint64_t begin, uint64_t end);

/* After all entries: adds the time up to the end. */
void gau_worker_finish(struct gau_worker_times *times, struct gau_worker_lane *lane);

static inline uint64_t gau_worker_clip(const struct gau_worker_times *times, uint64_t tick)
{
    return tick < times->from ? times->from : tick > times->to ? times->to : tick;
}

static inline bool gau_worker_is_busy(uint32_t state)
{
    return state == GAU_WORKER_IN_SECTION || state == GAU_WORKER_IN_EVENT;
}

/* Whether a lane in this state works, as gau_worker_working() has it. */
static inline bool gau_worker_is_working(const struct gau_worker_times *times, uint32_t state)
{
    return gau_worker_is_busy(state) || (times->of_background && state == GAU_WORKER_IN_BACKGROUND);
}

#endif
