/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_SETUP_DIFFERENCES_H
#define GAUDIT_REPORT_COMPARISON_SETUP_DIFFERENCES_H

#include "documents/page.h"
#include "report/function_times/function_times.h"
#include "report/timings/timings.h"

/*
 * What differs between baselines and candidates besides times: machines, versions, clocks, workers,
 * windows, options, builds, environments.
 */

struct gau_difference {
    const char *key;    /* of a fact, as "host", or "environment"; NULL: of an option or a build */
    char *what, *a, *b; /* a, b: NULL: not there */
};

struct gau_differences {
    struct gau_difference *items;
    uint32_t n, size;
};

/* Finds the differences. @p sampled is of all runs; or NULL. False: out of memory. To be cleared in
 * any case. */
bool gau_differences_find(struct gau_differences *out, const struct gau_timer_result_set sets[2],
                          const struct gau_function_times_functions *sampled);
void gau_differences_clear(struct gau_differences *differences);

/* Adds what is different between two option files: properties, such as "FastTracking.Microseconds",
 * and other lines by what they are in, "in Hlt". False: out of memory. */
bool gau_differences_add_options(struct gau_differences *out, const char *a, const char *b);

/* Adds the variables of the environment that are different, as "env:NAME". Each side has one
 * "NAME=VALUE", or "NAME" if it is not set, of the same variables in the same order, then NULL; a
 * side that is NULL has none. False: out of memory. */
bool gau_differences_add_variables(struct gau_differences *out, char *const *const variables[2]);

/* Returns whether a fact differs. */
bool gau_differences_have(const struct gau_differences *differences, const char *key);

/* Adds the table "differences". NULL: out of memory, see the page's error. */
struct gau_table *gau_differences_add(struct gau_page *page,
                                      const struct gau_differences *differences);

#endif
