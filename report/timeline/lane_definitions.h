/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_LANE_DEFINITIONS_H
#define GAUDIT_REPORT_TIMELINE_LANE_DEFINITIONS_H

#include "lane_reader.h"

/* Callbacks of lane_reader.c for what has names; @p user is the struct gau_lanes. */

bool gau_lanes_add_branch(void *user, const struct gau_trace_branch *branch,
                          struct gau_trace_text name);
bool gau_lanes_add_task_type(void *user, const struct gau_trace_task_type *type,
                             struct gau_trace_text domain, struct gau_trace_text name);
bool gau_lanes_add_thread(void *user, const struct gau_trace_thread *thread,
                          struct gau_trace_text name);
bool gau_lanes_add_lane(void *user, const struct gau_trace_lane *lane, struct gau_trace_text name);

/* Returns the lane of that number; NULL: there is none. */
struct gau_lane *gau_lanes_find(const struct gau_lanes *lanes, uint32_t number);

/* Makes a lane that has lists before it is defined. False: there are too many lanes, or out of
 * memory. */
bool gau_lanes_add_undefined(struct gau_lanes *lanes, uint32_t lane);

/* Returns the lane of an interval: @p lane, or that of the processor whose work @p branch is, which
 * is made. NULL: there are too many lanes, or out of memory. */
const struct gau_lane *gau_lanes_processor(struct gau_lanes *lanes, const struct gau_lane *lane,
                                           uint32_t branch);

#endif
