/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_TIMING_DOUBTS_H
#define GAUDIT_REPORT_VIEWS_TIMING_DOUBTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a timer says of the calls of a branch, in seconds; NaN: not known. */
struct gau_timing_values {
    int64_t calls;
    double total, min, max, stddev;
};

/*
 * Says in @p text what of it cannot be true; false: nothing. @p all_ended: the total has no calls
 * that were still open, as snapshots of programs have.
 */
bool gau_timing_doubt(char *text, size_t size, const struct gau_timing_values *values,
                      bool all_ended);

#endif
