/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_SELECTION_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_SELECTION_H

#include "log_reader.h"
#include "timeline.h"

/*
 * Which entries of a log are wanted: those of one event, or those below one entry. Entries come in
 * the order of their starts, so that what is below an entry follows it, with greater depths.
 */

/* The position of a reading of one run; {0} is its beginning. */
struct gau_timeline_selection {
    bool in_event, below, found; /* in the wanted event, below the wanted entry, which was found */
    uint32_t event_depth, depth; /* of these */
};

/* Returns whether an entry is an outermost "Event" or "Event N", as TimeLogAuditor calls events. */
bool gau_timeline_is_event(const struct gau_log_entry *entry);

/* Returns whether the next entry of the run is wanted. */
bool gau_timeline_select(struct gau_timeline_selection *at, const struct gau_view_options *options,
                         const struct gau_log_entry *entry);

/* Returns whether a text is an id. */
bool gau_timeline_is_id(const char *text);

#endif
