/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_RECORDED_H
#define GAUDIT_REPORT_MERGE_MERGE_RECORDED_H

#include <gaudit/error.h>

#include <stdbool.h>
#include <stddef.h>

/*
 * The events of several results, events.gtr and regions.gtr, and those of auditors with other
 * names, become one file of each name in the folder @p into. Workers get numbers of their own.
 * Times are of one clock: that of the system, CLOCK_REALTIME, says when a result began. Memory is
 * that of the largest number of regions. What cannot be read of a result is said in the file, and
 * is shown with its events.
 */
gau_status gau_merge_recorded(const char *const *folders, const char *const *names, size_t n,
                              const char *into, gau_error *error);

/* Returns whether a file is one of these, by its name. */
bool gau_merge_is_recorded(const char *name);

#endif
