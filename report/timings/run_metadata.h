/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMINGS_ORIGIN_H
#define GAUDIT_REPORT_TIMINGS_ORIGIN_H

#include "timings.h"

/**
 * @file run_metadata.h
 * Differences between the metadata (run.json) of two sets of runs.
 */

/** The values of a field in the runs of a set, such as "[1, 301)" for a window: texts, each once,
 * in the order of the runs; "": not known. Of "versions.kernel", "kernel" inside "versions". NULL:
 * out of memory. */
json_t *gau_origin_read(const struct gau_timer_result_set *set, const char *key);

/** All values with ", " between them, "unknown" for "", and "..." for those beyond @p most. */
void gau_origin_text(char *text, size_t size, const json_t *values, size_t most);

/** The fields that are compared, without the options of the job, which are many lines. */
struct gau_fact {
    const char *key; /**< as of gau_origin_read() */
    const char *what;
};

enum { GAU_FACTS = 14 };
extern const struct gau_fact gau_facts_table[GAU_FACTS];

#endif
