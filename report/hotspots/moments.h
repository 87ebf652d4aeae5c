/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_MOMENTS_H
#define GAUDIT_REPORT_HOTSPOTS_MOMENTS_H

/**
 * @file moments.h
 * Samples as errors of them need them: thread by thread, in the order of time.
 */

#include "report/profile/profile.h"

struct gau_hot_moment {
    uint64_t time_ns, weight_ns;
    uint32_t value; /**< what the sample stands for: a group, a list of rows */
};

/** Those of thread t are from starts[t] to starts[t + 1]. */
struct gau_hot_moments {
    struct gau_hot_moment *items;
    size_t *starts;
};

/** @p values: one for each sample; NULL: its number. False: no memory. Free it with the next in any
 * case. */
bool gau_hot_moments_make(struct gau_hot_moments *moments, const struct gau_profile *profile,
                          const uint32_t *values);
void gau_hot_moments_clear(struct gau_hot_moments *moments);

#endif
