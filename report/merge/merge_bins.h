/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_BINS_H
#define GAUDIT_REPORT_MERGE_MERGE_BINS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sums of histograms of call times (table/log_histogram.h), whose ticks may differ: clocks are
 * calibrated in each run. All become bins of one tick; calls move to the bin in which the middle of
 * theirs is, the shortest and the longest one to that in which they are.
 */
#define GAU_MERGE_TICK_S 2.5e-10

struct gau_merge_bins {
    int64_t *calls;
    size_t first, n;
};

/* Adds the pairs [bin, calls] of a histogram with this tick. False: they are none, or memory is
 * out. */
bool gau_merge_bins_add(struct gau_merge_bins *bins, const json_t *pairs, double tick_s,
                        double min_s, double max_s);

/* Returns pairs [bin, calls]; NULL: out of memory. */
json_t *gau_merge_bins_pairs(const struct gau_merge_bins *bins);

/* Returns the percentile of the fraction in seconds; 0 without calls. */
double gau_merge_bins_percentile(const struct gau_merge_bins *bins, double fraction, double min_s,
                                 double max_s);

#endif
