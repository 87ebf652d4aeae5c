/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMINGS_RUN_METADATA_H
#define GAUDIT_REPORT_TIMINGS_RUN_METADATA_H

#include "timings.h"

/**
 * @file run_metadata.h
 * Differences between the metadata (run.json) of two sets of runs.
 */

/** Returns the values of a field in the runs of a set, such as "[1, 301)" for a window: texts, each
 * once, in the order of the runs; "": not known. "versions.kernel" is "kernel" inside "versions".
 * NULL: out of memory. */
json_t *gau_run_metadata_read(const struct gau_timer_result_set *set, const char *key);

/** Writes all values with ", " between them, "unknown" for "", and "..." for more than @p most. */
void gau_run_metadata_text(char *text, size_t size, const json_t *values, size_t most);

/** The fields that are compared, without the options of the job, which are many lines. */
struct gau_run_metadata_field {
    const char *key; /**< as of gau_run_metadata_read() */
    const char *what;
};

enum { GAU_RUN_METADATA_FIELDS = 14 };
extern const struct gau_run_metadata_field gau_run_metadata_fields[GAU_RUN_METADATA_FIELDS];

#endif
