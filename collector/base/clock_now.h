/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_CLOCK_NOW_H
#define GAUDIT_COLLECTOR_BASE_CLOCK_NOW_H

#include <stdint.h>
#include <time.h>

/* The reading of a clock in nanoseconds; 0 if there is no such clock. */
static inline uint64_t gau_now(clockid_t clock)
{
    struct timespec now;

    if (clock_gettime(clock, &now) < 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
