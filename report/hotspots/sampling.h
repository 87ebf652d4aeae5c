/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SAMPLING_H
#define GAUDIT_REPORT_HOTSPOTS_SAMPLING_H

#include "result.h"

/**
 * @file sampling.h
 * How good the samples of a result are: the part of the summary that is about them.
 */

/** Sums over all files, but for what is said to be of the first. */
struct gau_hot_sampling {
    const struct gau_profile_process *first; /* the program that was started */
    double elapsed_s;
    double paused_s; /* of the first */
    double user_s, system_s;
    double cpu_s; /* what sampled_s is to be compared with: user time alone if the clock sees no
                     more */
    double sampled_s;
    double interval_s; /* achieved; 0: no samples */
    double nameless_s; /* sampled in functions that nothing names */
    double handler_s, writer_s;
    uint64_t dropped, truncated, by_tables, by_frames, guessed;
    uint64_t threads, sampled_threads, processes, sampled_processes; /* see caches.h */
    uint64_t other_clock, task_types, itt_calls;
    uint64_t unmatched, never_ended, dropped_tasks;
};

/** Asks for all symbols, too. */
void gau_hot_sampling_read(struct gau_hot_sampling *sums, struct gau_hot_result *result);

/** What to distrust, beside what gau_hot_result_notes() knows. */
void gau_hot_sampling_notes(const struct gau_hot_sampling *sums,
                            const struct gau_hot_result *result, struct gau_hot_notes *notes);

#endif
