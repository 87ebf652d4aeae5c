/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_account.h"

static void add_ticks(struct gau_worker_times *times, struct gau_worker_lane *lane,
                      enum gau_worker_category category, uint64_t begin, uint64_t end)
{
    lane->ticks[category] += end - begin;
    if (!lane->counts)
        return;
    while (begin < end) {
        const uint64_t bin = (begin - times->from) / times->width;
        const uint64_t next = times->from + (bin + 1) * times->width;
        const uint64_t stop = next < end ? next : end;

        times->bins[bin][category] += stop - begin;
        begin = stop;
    }
}

/* Where nothing is open, a lane waits inside its event loop, and is idle outside of it. */
static void add_nothing(struct gau_worker_times *times, struct gau_worker_lane *lane,
                        uint64_t begin, uint64_t end)
{
    uint64_t from = lane->loop_from, to = lane->loop_to;

    from = from < begin ? begin : from > end ? end : from;
    to = to < from ? from : to > end ? end : to;
    add_ticks(times, lane, GAU_WORKER_IDLE, begin, from);
    add_ticks(times, lane, GAU_WORKER_WAITING, from, to);
    add_ticks(times, lane, GAU_WORKER_IDLE, to, end);
}

static void add_time(struct gau_worker_times *times, struct gau_worker_lane *lane, uint64_t end)
{
    static const enum gau_worker_category categories[] = {
        [GAU_WORKER_IN_SECTION] = GAU_WORKER_BUSY,
        [GAU_WORKER_IN_EVENT] = GAU_WORKER_BUSY,
        [GAU_WORKER_IN_INPUT] = GAU_WORKER_INPUT,
        [GAU_WORKER_IN_BACKGROUND] = GAU_WORKER_BACKGROUND,
        [GAU_WORKER_LOST] = GAU_WORKER_UNKNOWN,
    };
    const uint64_t begin = lane->at;

    if (end <= begin)
        return;
    if (lane->state == GAU_WORKER_IN_INPUT)
        lane->stall_input += end - begin;
    if (lane->state == GAU_WORKER_NOTHING)
        add_nothing(times, lane, begin, end);
    else
        add_ticks(times, lane, categories[lane->state], begin, end);
    lane->at = end;
}

/* Returns the time of the lane that is read least far, of those that have not ended. */
static uint64_t known_until(const struct gau_worker_times *times)
{
    uint64_t until = times->to;

    for (uint32_t i = 0; i < times->n_lanes; i++) {
        const struct gau_worker_lane *const lane = &times->lanes[i];

        if (lane->counts && lane->at < until &&
            (lane->state != GAU_WORKER_NOTHING || lane->at < lane->last))
            until = lane->at;
    }
    return until;
}

static void change_busy(struct gau_worker_times *times, struct gau_worker_lane *lane, bool is_busy)
{
    if (!gau_busy_together_add(&times->together, lane->at, is_busy))
        times->out_of_memory = true;
    else if (gau_busy_together_is_full(&times->together))
        gau_busy_together_follow(&times->together, known_until(times));
}

void gau_worker_go_on(struct gau_worker_times *times, struct gau_worker_lane *lane, uint64_t tick,
                      enum gau_worker_state state)
{
    const bool was_busy = gau_worker_is_working(times, lane->state),
               is_busy = gau_worker_is_working(times, state);

    add_time(times, lane, gau_worker_clip(times, tick));
    lane->state = state;
    if (lane->counts && was_busy != is_busy)
        change_busy(times, lane, is_busy);
}

/* Work of a processor may overlap, and comes in any order. */
bool gau_worker_add_work(struct gau_worker_times *times, struct gau_worker_lane *lane,
                         uint64_t begin, uint64_t end)
{
    if (begin >= end)
        return true;
    if (!lane->work.times && !gau_busy_together_begin(&lane->work, 1, times->from))
        return false;
    return gau_busy_together_add(&lane->work, gau_worker_clip(times, begin), true) &&
           gau_busy_together_add(&lane->work, gau_worker_clip(times, end), false);
}

void gau_worker_finish(struct gau_worker_times *times, struct gau_worker_lane *lane)
{
    if (lane->work.times) {
        gau_busy_together_follow(&lane->work, times->to);
        lane->ticks[GAU_WORKER_BUSY] = lane->work.times[1];
        lane->ticks[lane->has_gaps ? GAU_WORKER_UNKNOWN : GAU_WORKER_IDLE] = lane->work.times[0];
        return;
    }
    add_time(times, lane, times->to);
    for (size_t i = 0; lane->counts && i < GAU_WORKER_CATEGORIES; i++)
        times->all.ticks[i] += lane->ticks[i];
    times->all.events += lane->counts ? lane->events : 0;
    times->all.cpu_s += lane->counts ? lane->cpu_s : 0;
    times->all.cpu_ticks += lane->counts ? lane->cpu_ticks : 0;
}
