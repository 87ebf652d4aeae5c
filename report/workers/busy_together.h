/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_WORKERS_BUSY_TOGETHER_H
#define GAUDIT_REPORT_WORKERS_BUSY_TOGETHER_H

#include <stdbool.h>
#include <stdint.h>

/* For how long no lane was busy, one was, two were, and so on. The lanes of a file come one after
 * another, so that changes are kept until no earlier one can come. What is above the number of
 * lanes counts as that. */

struct gau_busy_together {
    uint64_t *times; /* ticks, by the number of busy lanes */
    uint32_t lanes;
    uint32_t busy; /* at: */
    uint64_t at;
    uint64_t *changes; /* twice the tick, and 1 if a lane becomes busy */
    uint32_t n, size;
    uint32_t next; /* as many as that are looked at again */
};

/* False: out of memory. To be cleared in any case. */
bool gau_busy_together_begin(struct gau_busy_together *together, uint32_t lanes, uint64_t from);
bool gau_busy_together_add(struct gau_busy_together *together, uint64_t tick, bool is_busy);

/* Whether it is time for gau_busy_together_follow(). */
bool gau_busy_together_is_full(const struct gau_busy_together *together);

/* No change before @p until comes any more. */
void gau_busy_together_follow(struct gau_busy_together *together, uint64_t until);
void gau_busy_together_clear(struct gau_busy_together *together);

#endif
