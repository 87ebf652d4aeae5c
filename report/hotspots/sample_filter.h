/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SAMPLE_FILTER_H
#define GAUDIT_REPORT_HOTSPOTS_SAMPLE_FILTER_H

/**
 * @file sample_filter.h
 * Which samples count. "KEY=PATTERN" requires a value that matches a shell pattern, or is the same
 * text; several for one key: one of them. "KEY!=PATTERN" requires one that does not. Samples that
 * pass for all keys count. A call stack matches if one of its functions does. Source files and
 * modules match by their last part or by their path, threads by name or number or as they are
 * shown.
 */

#include "group_keys.h"

#include "report/symbols/text_pool.h"

struct gau_hotspots_condition {
    enum gau_hotspots_key key;
    bool wanted;         /* = or != */
    const char *pattern; /* borrowed from the argument */
};

struct gau_hotspots_filter {
    struct gau_hotspots_condition *conditions;
    size_t count;
    struct gau_map *cache; /* by condition and value: 1, it does not match; 2, it does */
    /* The times of samples in CLOCK_MONOTONIC, [from, to). The run begins at 0 s, whether paused or
     * not; pauses count. */
    uint64_t from_ns, to_ns;
};

/** Reads the texts of --filter. The filter is to be cleared in any case. */
bool gau_hotspots_filter_read(struct gau_hotspots_filter *filter, const char *const *texts,
                              size_t count, gau_error *error);
void gau_hotspots_filter_clear(struct gau_hotspots_filter *filter);

/** Reads "A:B", seconds since the start of the run; each may be left out. */
bool gau_hotspots_filter_times(struct gau_hotspots_filter *filter, const char *text,
                               const struct gau_symbolized_samples *result, gau_error *error);

/** Returns whether samples of that place pass the conditions, whatever their times. */
bool gau_hotspots_filter_passes(const struct gau_hotspots_filter *filter,
                                struct gau_symbolized_samples *result,
                                const struct gau_hotspots_place *place);

/** Writes which condition with "=" no sample passes, and a similar value: ": there is no task
 * 'Fitt'; did you mean 'Fit'?" Without such a condition: when there are samples, if there are none
 * in the times of the filter. Else "". */
void gau_hotspots_filter_hint(char *text, size_t size, const struct gau_hotspots_filter *filter,
                              struct gau_symbolized_samples *result);

#endif
