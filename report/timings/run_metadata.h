/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMINGS_ORIGIN_H
#define GAUDIT_REPORT_TIMINGS_ORIGIN_H

#include "timings.h"

/**
 * @file origin.h
 * What is not the same in the records (run.json) of two sets of runs.
 */

/** What the runs of a set have in a field, such as "[1, 301)" for a window: texts, each once, in
 * the order of the runs; "": not known. Of "versions.kernel", "kernel" inside "versions". NULL: no
 * memory. */
json_t *gau_origin_read(const struct gau_timer_result_set *set, const char *key);

/** All values with ", " between them, "unknown" for "", and "..." for those beyond @p most. */
void gau_origin_text(char *text, size_t size, const json_t *values, size_t most);

/** What results are told from each other by, before any time is looked at; the options of the job,
 * which are many lines, are not among it. */
struct gau_fact {
    const char *key; /**< as of gau_origin_read() */
    const char *what;
};

enum { GAU_FACTS = 14 };
extern const struct gau_fact gau_facts_table[GAU_FACTS];

#endif
