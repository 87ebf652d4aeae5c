/* SPDX-License-Identifier: Apache-2.0 */
#include "timestamp_clock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t read_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t gau_clock_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

uint64_t gau_clock_thread_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* CPUID leaf 0x80000007, EDX bit 8: the TSC runs at a constant rate in all power states. */
static bool has_invariant_tsc(void)
{
#ifdef GAU_HAS_TSC
    unsigned a, b, c, d;

    return __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8));
#else
    return false;
#endif
}

struct gau_clock gau_clock_choose(void)
{
    const char *requested = getenv("GAUDIT_CLOCK");

    return (struct gau_clock){.tsc = has_invariant_tsc() &&
                                     !(requested && strcmp(requested, "monotonic") == 0)};
}

/* The reading with the least time around it: a stall between the two clocks would spoil it. */
struct gau_clock_point gau_clock_point(const struct gau_clock *clock)
{
    struct gau_clock_point best = {0};
    uint64_t width = UINT64_MAX;

    for (int i = 0; i < 8; i++) {
        const uint64_t before = gau_clock_ns();
        const uint64_t ticks = gau_clock_ticks(clock);
        const uint64_t after = gau_clock_ns();

        if (after - before < width) {
            width = after - before;
            best = (struct gau_clock_point){.ticks = ticks, .ns = before + width / 2};
        }
    }
    return best;
}

double gau_clock_rate(const struct gau_clock *clock, struct gau_clock_point from,
                      struct gau_clock_point to)
{
    if (!clock->tsc || to.ticks <= from.ticks)
        return 1e-9;
    return 1e-9 * (double)(to.ns - from.ns) / (double)(to.ticks - from.ticks);
}
