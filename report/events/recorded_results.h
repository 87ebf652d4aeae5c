/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_RECORDED_RESULTS_H
#define GAUDIT_REPORT_EVENTS_RECORDED_RESULTS_H

#include "recorded_file.h"

/**
 * @file recorded_results.h
 * The results that a merged file is of: each has a range of the workers.
 */

struct gau_recorded_result {
    uint32_t first, workers;
    char *name;
};

struct gau_recorded_results {
    struct gau_recorded_result *items; /**< ranges rise */
    uint32_t n, size;
    char missing[400]; /**< of which some events are missing, and why: the first ones */
    uint32_t n_missing;
};

/** For a visitor. False: out of memory. */
bool gau_recorded_results_add(struct gau_recorded_results *results,
                              const struct gau_trace_result *record, struct gau_trace_text name,
                              struct gau_trace_text note);

/** Returns that of a worker; NULL: the file is not merged, or does not say. */
const struct gau_recorded_result *gau_recorded_results_find(
    const struct gau_recorded_results *results, uint32_t worker);

/** Says in one line what is missing. */
void gau_recorded_results_missing(const struct gau_recorded_results *results,
                                  gau_recorded_file_say *say, void *user);

void gau_recorded_results_clear(struct gau_recorded_results *results);

#endif
