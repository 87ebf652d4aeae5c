/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_ENTRY_POINTS_H
#define GAUDIT_COLLECTOR_BASE_ENTRY_POINTS_H

#include "itt/itt_prototypes.h"

#include <string.h>

/*
 * The functions of ITT that both collectors have. What only one of them has stands in its header:
 * recorded_calls.h, checked_calls.h.
 */

/* clang-format off */
#define GAU_ENTRY_POINTS(X) \
    X(event_create) X(event_start) X(event_end) \
    X(pause_scoped) X(resume_scoped) X(api_version) \
    X(domain_create) X(string_handle_create) \
    X(thread_set_name) X(thread_ignore) X(thr_name_set) \
    X(task_begin) X(task_begin_ex) X(task_begin_fn) X(task_begin_fn_ex) X(task_end) X(task_end_ex) \
    X(task_group) X(task_begin_overlapped) X(task_begin_overlapped_ex) \
    X(task_end_overlapped) X(task_end_overlapped_ex) \
    X(frame_begin_v3) X(frame_end_v3) X(frame_submit_v3) \
    X(frame_create) X(frame_begin) X(frame_end) \
    X(region_begin) X(region_end) X(marker) \
    X(mark_create) X(mark) \
    X(counter_create) X(counter_create_typed) X(counter_create_v3) X(counter_destroy) \
    X(counter_set_value) X(counter_set_value_ex) X(counter_inc) X(counter_inc_delta) \
    X(counter_inc_v3) X(counter_inc_delta_v3)

/* The first has the parameters of the second, and may be the same function. */
#define GAU_ENTRY_POINTS_ALIKE(X) \
    X(thr_ignore, thread_ignore) X(mark_global, mark) X(counter_set_value_v3, counter_set_value) \
    X(counter_dec, counter_inc) X(counter_dec_delta, counter_inc_delta) \
    X(counter_dec_v3, counter_inc_v3) X(counter_dec_delta_v3, counter_inc_delta_v3)
/* clang-format on */

/* The scope of pause_scoped() and resume_scoped() that means offloaded code only. */
enum { GAU_ENTRY_POINTS_OFFLOADED = 2 };

/* The size of a text, of which the program may give the length; 0: it does not. The text may be
 * shorter, and need not end with NUL then. NULL counts as "". */
static inline size_t gau_entry_points_size(const char *text, int length)
{
    if (!text)
        return 0;
    return length > 0 ? strnlen(text, (size_t)length) : strlen(text);
}

#endif
