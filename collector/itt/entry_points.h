/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_ITT_ENTRY_POINTS_H
#define GAUDIT_COLLECTOR_ITT_ENTRY_POINTS_H

#include "itt/itt_prototypes.h"

/*
 * The functions of ITT that are implemented. Not implemented: ids, metadata, relations, stacks to
 * stitch, waits, models, heaps, arrays, modules, tracks, clocks, histograms, and the ends of marks,
 * which are points.
 */

/* clang-format off */
#define GAU_CALLS(X) \
    X(event_create) X(event_start) X(event_end) \
    X(pause_scoped) X(resume_scoped) X(api_version) \
    X(domain_create) X(string_handle_create) \
    X(thread_set_name) X(thread_ignore) X(thr_name_set) \
    X(task_begin) X(task_begin_ex) X(task_begin_fn) X(task_begin_fn_ex) X(task_end) X(task_end_ex) \
    X(task_group) X(task_begin_overlapped) X(task_begin_overlapped_ex) \
    X(task_end_overlapped) X(task_end_overlapped_ex) \
    X(frame_begin_v3) X(frame_end_v3) X(frame_submit_v3) \
    X(frame_create) X(frame_begin) X(frame_end) \
    X(region_begin) X(region_end) X(marker) X(marker_ex) \
    X(mark_create) X(mark) \
    X(counter_create) X(counter_create_typed) X(counter_create_v3) X(counter_destroy) \
    X(counter_set_value) X(counter_set_value_ex) X(counter_inc) X(counter_inc_delta) \
    X(counter_inc_v3) X(counter_inc_delta_v3)

/* Of the whole process. The timestamp is passed to frame_submit_v3() later. */
#define GAU_CALLS_OF_LIFECYCLE(X) \
    X(pause, pauses_begin) X(resume, pauses_end) X(detach, pauses_detach) \
    X(get_timestamp, collection_clock)

/* The first name is an alias of the second. */
#define GAU_CALLS_ALIKE(X) \
    X(thr_ignore, thread_ignore) X(mark_global, mark) X(counter_set_value_v3, counter_set_value) \
    X(counter_dec, counter_inc) X(counter_dec_delta, counter_inc_delta) \
    X(counter_dec_v3, counter_inc_v3) X(counter_dec_delta_v3, counter_inc_delta_v3)
/* clang-format on */

#define GAU_CALLS_DECLARE(name) gau_itt_##name##_fn gau_call_##name;
GAU_CALLS(GAU_CALLS_DECLARE)
#undef GAU_CALLS_DECLARE

#endif
