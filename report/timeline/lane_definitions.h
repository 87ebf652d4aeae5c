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

#endif
