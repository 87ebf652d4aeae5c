/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LINT_CHECKED_CALLS_H
#define GAUDIT_COLLECTOR_LINT_CHECKED_CALLS_H

#include "itt/itt_prototypes.h"

/*
 * The functions of ITT that are checked. Not included: models, heaps, arrays, modules, tracks,
 * clocks, and some variants that no known program uses.
 */

/* clang-format off */
#define GAU_LINT_CALLS(X) \
    X(event_create) X(event_start) X(event_end) \
    X(pause) X(resume) X(detach) X(pause_scoped) X(resume_scoped) \
    X(api_version) X(get_timestamp) \
    X(domain_create) X(string_handle_create) \
    X(thread_set_name) X(thread_ignore) X(thr_name_set) X(thr_ignore) \
    X(task_begin) X(task_begin_ex) X(task_begin_fn) X(task_begin_fn_ex) X(task_end) X(task_end_ex) \
    X(task_group) X(task_begin_overlapped) X(task_begin_overlapped_ex) \
    X(task_end_overlapped) X(task_end_overlapped_ex) \
    X(frame_begin_v3) X(frame_end_v3) X(frame_submit_v3) \
    X(frame_create) X(frame_begin) X(frame_end) \
    X(region_begin) X(region_end) X(id_create) X(id_destroy) X(marker) \
    X(metadata_add) X(metadata_str_add) X(formatted_metadata_add) \
    X(relation_add) X(relation_add_to_current) \
    X(mark_create) X(mark) X(mark_off) X(mark_global) X(mark_global_off) \
    X(counter_create) X(counter_create_typed) X(counter_create_v3) X(counter_destroy) \
    X(counter_set_value) X(counter_set_value_v3) X(counter_set_value_ex) \
    X(counter_inc) X(counter_dec) X(counter_inc_delta) X(counter_dec_delta) \
    X(counter_inc_v3) X(counter_dec_v3) X(counter_inc_delta_v3) X(counter_dec_delta_v3) \
    X(stack_caller_create) X(stack_caller_destroy) X(stack_callee_enter) X(stack_callee_leave) \
    X(sync_create) X(sync_rename) X(sync_destroy) \
    X(sync_prepare) X(sync_cancel) X(sync_acquired) X(sync_releasing) \
    X(suppress_push) X(suppress_pop)
/* clang-format on */

#define GAU_LINT_DECLARE(name) gau_itt_##name##_fn gau_lint_##name;
GAU_LINT_CALLS(GAU_LINT_DECLARE)
#undef GAU_LINT_DECLARE

#endif
