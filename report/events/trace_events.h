/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_TRACE_EVENTS_H
#define GAUDIT_REPORT_EVENTS_TRACE_EVENTS_H

#include "event_data.h"

/**
 * @file trace_events.h
 * The file events.gtr of a result folder, as EventAuditor writes it; of an auditor with another
 * name it is events-NAME.gtr. The first event of each worker is warm-up. Events that did not end
 * are left out. The notes say what is missing.
 */

/** Returns whether the folder has events.gtr or, else, the file of just one auditor. */
bool gau_trace_events_exist(const char *folder);

/** Reads @p name.gtr. If there is no events.gtr, that means the only events-NAME.gtr. @p data is
 * empty, and is for the caller to clear. */
gau_status gau_trace_events_read(struct gau_event_data *data, const char *folder, const char *name,
                                 gau_error *error);

#endif
