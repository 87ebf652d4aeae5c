/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SAMPLES_TASK_TIMES_H
#define GAUDIT_REPORT_SAMPLES_TASK_TIMES_H

#include "table/log_histogram.h"

#include "trace/trace_format.h"

#include <stdbool.h>

/**
 * @file task_times.h
 * How long each task of a type took, by the entries of lanes: only of those that the program ended.
 * Memory does not depend on their number. Zeroed: none.
 */

struct gau_task_times {
    uint64_t count, min_ns, max_ns;
    uint64_t bins[GAU_LOG_BINS];
};

void gau_task_times_add(struct gau_task_times *times, uint64_t ns);
void gau_task_times_merge(struct gau_task_times *times, const struct gau_task_times *other);

/** The time of the task at this fraction of all: the middle of its bin. */
double gau_task_times_percentile(const struct gau_task_times *times, double fraction);

/** Calls @p visit for each task that ended in the list, with its type in the file. False: it
 * returned false. @p open has room for GAU_TRACE_DEPTH_MAX. */
bool gau_task_times_read(const struct gau_trace_entry_list *list, struct gau_trace_open *open,
                         bool (*visit)(void *user, uint32_t type, uint64_t ns), void *user);

#endif
