/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_times.h"

#include "table/number_format.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#define LEAST_LOSS 0.05 /* of the time of all: less is not named */

static bool has_workers(const struct gau_worker_times *times)
{
    const struct gau_lanes *const lanes = &times->trace->lanes;

    for (uint32_t i = 0; i < times->n_lanes && i < lanes->n_lanes; i++)
        if (times->lanes[i].counts && lanes->lanes[i].kind == GAU_TRACE_LANE_WORKER)
            return true;
    return false;
}

const char *gau_worker_noun(const struct gau_worker_times *times)
{
    return has_workers(times) ? "worker" : "thread";
}

/* The part of the idle time that no lane's event loop is in. */
static uint64_t idle_outside(const struct gau_worker_times *times)
{
    const uint64_t idle = times->all.ticks[GAU_WORKER_IDLE];
    uint64_t from = times->to, to = times->from, outside;

    for (uint32_t i = 0; i < times->n_lanes; i++) {
        const struct gau_worker_lane *const lane = &times->lanes[i];

        if (!lane->counts || lane->loop_to == 0)
            continue;
        from = lane->loop_from < from ? lane->loop_from : from;
        to = lane->loop_to > to ? lane->loop_to : to;
    }
    from = from < times->from ? times->from : from;
    to = to > times->to ? times->to : to;
    outside = from < to ? times->to - times->from - (to - from) : 0;
    return outside * times->n < idle ? outside * times->n : idle;
}

static void append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

/* Appends the largest loss, if it is not small. */
static void add_loss(char *text, size_t size, const struct gau_worker_times *times, double whole)
{
    const uint64_t outside = idle_outside(times), idle = times->all.ticks[GAU_WORKER_IDLE];
    const struct loss {
        uint64_t ticks;
        const char *what;
    } losses[] = {
        {times->all.ticks[GAU_WORKER_WAITING],
         times->input == UINT32_MAX ? "between events" : "wait for input"},
        {times->all.ticks[GAU_WORKER_INPUT], "read input"},
        {times->of_background ? 0 : times->all.ticks[GAU_WORKER_BACKGROUND], "background work"},
        {idle - outside, times->has_events ? "idle while others work" : "idle"},
        {outside, "before and after the event loop"},
        {times->all.ticks[GAU_WORKER_UNKNOWN], "not known, as entries are missing"},
    };
    const struct loss *most = losses;

    for (size_t i = 1; i < sizeof losses / sizeof *losses; i++)
        if (losses[i].ticks > most->ticks)
            most = &losses[i];
    if ((double)most->ticks >= LEAST_LOSS * whole)
        append(text, size, ": %.0f %% %s", 100 * (double)most->ticks / whole, most->what);
}

/* Appends the item of background work that takes the most time. */
static void add_item(char *text, size_t size, const struct gau_worker_times *times, double whole)
{
    const struct gau_lanes *const lanes = &times->trace->lanes;
    uint32_t most = 0;

    for (uint32_t i = 1; i < times->n_item_ticks; i++)
        if (times->item_ticks[i] > times->item_ticks[most])
            most = i;
    if (times->n_item_ticks > 0 && times->item_ticks[most] > 0 && lanes->branches[most].name)
        append(text, size, "%s most in '%.60s' %.0f %%", strchr(text, ':') ? ";" : ":",
               lanes->texts->items[lanes->branches[most].name],
               100 * (double)times->item_ticks[most] / whole);
}

void gau_worker_sentence(char *text, size_t size, const struct gau_worker_times *times)
{
    const double run = (double)(times->to - times->from);
    char working[GAU_NUMBER_SIZE];

    if (times->n == 0) {
        snprintf(text, size, "no worker or thread was busy");
        return;
    }
    gau_number_digits_text(working, times->n < 10 ? 3 : 4,
                           (double)times->all.ticks[gau_worker_working(times)] / run);
    snprintf(text, size, "%" PRIu32 " %s%s, %s %s", times->n, gau_worker_noun(times),
             times->n == 1 ? "" : "s", working,
             times->of_background ? "in background work" : "busy");
    add_loss(text, size, times, times->n * run);
    add_item(text, size, times, times->n * run);
}
