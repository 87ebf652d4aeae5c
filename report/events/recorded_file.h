/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_RECORDED_FILE_H
#define GAUDIT_REPORT_EVENTS_RECORDED_FILE_H

#include "errors/errors.h"
#include "trace/trace_reader.h"

#include <limits.h>

/**
 * @file recorded_file.h
 * The file of a result folder that an auditor writes while a job runs: KIND.gtr, such as
 * events.gtr; of an auditor with another name KIND-NAME.gtr.
 */

struct gau_recorded_file {
    char path[PATH_MAX];
    char name[NAME_MAX + 1]; /**< in the folder */
};

/** Returns whether the folder has KIND.gtr or, else, the file of just one auditor. */
bool gau_recorded_file_exists(const char *folder, const char *kind);

/** Takes @p name.gtr. If @p name is the kind and there is no such file, it means the only
 * KIND-NAME.gtr. */
void gau_recorded_file_choose(struct gau_recorded_file *file, const char *folder, const char *kind,
                              const char *name, gau_error *error);

/** Called with a sentence. */
typedef void gau_recorded_file_say(void *user, const char *sentence);

/** Says what cannot be read of the file; @p ended: the job did. */
void gau_recorded_file_damage(const char *name, const struct gau_trace_damage *damage, bool ended,
                              gau_recorded_file_say *say, void *user);

/** Says what is missing. @p ended and @p unfinished: events in the file with and without an end. */
void gau_recorded_file_missing(const struct gau_trace_event_totals *totals, uint64_t ended,
                               uint64_t unfinished, gau_recorded_file_say *say, void *user);

/** Says why there is nothing to show. @p advice: what to do if the file does not exist. */
void gau_recorded_file_fail(const char *folder, const char *name, enum gau_trace_status status,
                            const char *message, const char *advice, gau_error *error);

#endif
