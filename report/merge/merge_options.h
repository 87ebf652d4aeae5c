/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_OPTIONS_H
#define GAUDIT_REPORT_MERGE_MERGE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether results are of one job, by the resolved options in their run.json. Parts of a job may
 * have other files, seeds and numbers of events of the input, and other files of auditors. All
 * else must be the same; the order of properties does not matter.
 */

enum gau_merge_options {
    GAU_MERGE_OPTIONS_SAME, /* of one job */
    GAU_MERGE_OPTIONS_DIFFER,
    GAU_MERGE_OPTIONS_NO_MEMORY
};

struct gau_merge_options_difference {
    char property[128];  /* "VertexFit.Microseconds"; "": the components differ */
    char values[2][160]; /* "not set", "empty", or the value */
};

/* Compares two options. @p difference: the first one; NULL: not needed. @p common, which the caller
 * frees: the options without what may differ and does; NULL: not needed. */
enum gau_merge_options gau_merge_options_compare(const char *a, const char *b,
                                                 struct gau_merge_options_difference *difference,
                                                 char **common);

/* Returns a number of the input with its files and seed, which say what events there are.
 * Other inputs have other numbers. 0: there is no input, or memory is out. */
uint64_t gau_merge_options_input(const char *options);

#endif
