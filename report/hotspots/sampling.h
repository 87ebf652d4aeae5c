/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SAMPLING_H
#define GAUDIT_REPORT_HOTSPOTS_SAMPLING_H

#include "result.h"

#include "report/profile/quality.h"

/**
 * @file sampling.h
 * How good the samples of a result are: the part of the summary that is about them.
 */

struct gau_hot_sampling {
    struct gau_quality quality;              /* of all files */
    const struct gau_quality_process *first; /* the program that was started */
    double elapsed_s;
    double paused_s; /* of the first */
    double system_s;
    double cpu_s; /* what sampled_s is to be compared with: user time alone if the clock sees no
                     more */
    double sampled_s;
    double interval_s;  /* achieved; 0: no samples */
    double nameless_s;  /* sampled in functions that nothing names */
    double collector_s; /* what it took */
    uint64_t threads, sampled_threads, processes, sampled_processes; /* see caches.h */
};

/** Asks for all symbols, too. False: no memory. Free it with the next in any case. */
bool gau_hot_sampling_read(struct gau_hot_sampling *sums, struct gau_hot_result *result);
void gau_hot_sampling_clear(struct gau_hot_sampling *sums);

/** What to distrust, beside what gau_hot_result_notes() knows. */
void gau_hot_sampling_notes(const struct gau_hot_sampling *sums,
                            const struct gau_hot_result *result, struct gau_hot_notes *notes);

#endif
