/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_ITT_RECORDED_CALLS_H
#define GAUDIT_COLLECTOR_ITT_RECORDED_CALLS_H

#include "collector/base/entry_points.h"

/*
 * The functions of ITT that are recorded. Not implemented: ids, metadata, relations, stacks to
 * stitch, waits, models, heaps, arrays, modules, tracks, clocks, histograms, and the ends of marks,
 * which are points.
 */

#define GAU_CALLS(X) GAU_ENTRY_POINTS(X) X(marker_ex)

/* clang-format off */
/* Of the whole process. The timestamp is passed to frame_submit_v3() later. */
#define GAU_CALLS_OF_LIFECYCLE(X) \
    X(pause, pauses_begin) X(resume, pauses_end) X(detach, pauses_detach) \
    X(get_timestamp, collection_clock)
/* clang-format on */

#define GAU_CALLS_DECLARE(name) gau_itt_##name##_fn gau_call_##name;
GAU_CALLS(GAU_CALLS_DECLARE)
#undef GAU_CALLS_DECLARE

#endif
