/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_NEAR_H
#define GAUDIT_REPORT_VIEWS_NEAR_H

#include <stddef.h>

/* "did you mean": offer every known name; the nearest is kept if it is near enough. */
struct gau_near {
    const char *wanted;
    const char *best; /* borrowed; NULL: none is near */
    size_t distance;
};

void gau_near_offer(struct gau_near *near, const char *known);

#endif
