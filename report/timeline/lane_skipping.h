/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_LANE_SKIPPING_H
#define GAUDIT_REPORT_TIMELINE_LANE_SKIPPING_H

#include "lane_reader.h"

/* Which lists need not be decoded when only some time of a file is wanted. */

/* For each list of a lane. */
void gau_lanes_follow_outermost(struct gau_lane *lane, const struct gau_trace_entry_list *list);

/* After the whole file was read. Out of memory: lanes->out_of_memory. */
void gau_lanes_remember(struct gau_lanes *lanes);

/* Returns whether the list can be skipped, and so can what is open before it. */
bool gau_lanes_can_skip(const struct gau_lanes *lanes, const struct gau_lane *lane,
                        const struct gau_trace_entry_list *list);

#endif
