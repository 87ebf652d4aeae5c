/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_EVENT_READER_H
#define GAUDIT_REPORT_EVENTS_EVENT_READER_H

#include "event_data.h"

/** Reads the events of a result folder, or a file of k4Bench. @p name is that of the view, which
 * says which file of the folder: "events" or "events-NAME". The caller clears @p data in any case.
 */
gau_status gau_event_data_read(struct gau_event_data *data, const char *path, const char *name,
                               gau_error *error);

#endif
