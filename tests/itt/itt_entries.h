/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ITT_ITT_ENTRIES_H
#define TESTS_ITT_ITT_ENTRIES_H

/**
 * @file itt_entries.h
 * All functions of ITT as a client of build 20250807 lists them, older ones have fewer and another
 * order: X(id, name, groups, own).
 *
 * id:     a name of ours; unique, while four of the names are there twice (sync and fsync).
 * name:   the C name without "__itt_"; entries in the tables of clients are found by it.
 * groups: bits of enum gau_itt_group; -1 is all of them, -2 all but legacy.
 * own:    1 if clients usually have fallback code of their own (`fallback` ==
 * `initial`), 0 if they have none (`fallback` is NULL).
 */
#define GAU_ITT_ENTRIES(X)                                                             \
    X(domain_create, domain_create, 0x1000, 1)                                         \
    X(module_load_with_sections, module_load_with_sections, 0x8000, 1)                 \
    X(module_unload_with_sections, module_unload_with_sections, 0x8000, 1)             \
    X(string_handle_create, string_handle_create, 0x1000, 1)                           \
    X(counter_create, counter_create, 0x0100, 1)                                       \
    X(counter_create_typed, counter_create_typed, 0x0100, 1)                           \
    X(pause, pause, 0x0003, 1)                                                         \
    X(resume, resume, 0x0003, 1)                                                       \
    X(pause_scoped, pause_scoped, 0x0002, 1)                                           \
    X(resume_scoped, resume_scoped, 0x0002, 1)                                         \
    X(thread_set_name, thread_set_name, 0x0004, 1)                                     \
    X(thread_ignore, thread_ignore, 0x0004, 1)                                         \
    X(thr_name_set, thr_name_set, 0x0005, 1)                                           \
    X(thr_ignore, thr_ignore, 0x0005, 1)                                               \
    X(histogram_create, histogram_create, 0x1000, 1)                                   \
    X(counter_create_v3, counter_create_v3, 0x0100, 1)                                 \
    X(bind_context_metadata_to_counter, bind_context_metadata_to_counter, 0x1000, 1)   \
    X(enable_attach, enable_attach, -1, 1)                                             \
    X(detach, detach, 0x0003, 0)                                                       \
    X(sync_create, sync_create, 0x0030, 0)                                             \
    X(sync_rename, sync_rename, 0x0030, 0)                                             \
    X(sync_destroy, sync_destroy, 0x0030, 0)                                           \
    X(sync_prepare, sync_prepare, 0x0010, 0)                                           \
    X(sync_cancel, sync_cancel, 0x0010, 0)                                             \
    X(sync_acquired, sync_acquired, 0x0010, 0)                                         \
    X(sync_releasing, sync_releasing, 0x0010, 0)                                       \
    X(suppress_push, suppress_push, 0x2000, 0)                                         \
    X(suppress_pop, suppress_pop, 0x2000, 0)                                           \
    X(suppress_mark_range, suppress_mark_range, 0x2000, 0)                             \
    X(suppress_clear_range, suppress_clear_range, 0x2000, 0)                           \
    X(fsync_prepare, sync_prepare, 0x0020, 0)                                          \
    X(fsync_cancel, sync_cancel, 0x0020, 0)                                            \
    X(fsync_acquired, sync_acquired, 0x0020, 0)                                        \
    X(fsync_releasing, sync_releasing, 0x0020, 0)                                      \
    X(model_site_begin, model_site_begin, 0x0080, 0)                                   \
    X(model_site_end, model_site_end, 0x0080, 0)                                       \
    X(model_task_begin, model_task_begin, 0x0080, 0)                                   \
    X(model_task_end, model_task_end, 0x0080, 0)                                       \
    X(model_lock_acquire, model_lock_acquire, 0x0080, 0)                               \
    X(model_lock_release, model_lock_release, 0x0080, 0)                               \
    X(model_record_allocation, model_record_allocation, 0x0080, 0)                     \
    X(model_record_deallocation, model_record_deallocation, 0x0080, 0)                 \
    X(model_induction_uses, model_induction_uses, 0x0080, 0)                           \
    X(model_reduction_uses, model_reduction_uses, 0x0080, 0)                           \
    X(model_observe_uses, model_observe_uses, 0x0080, 0)                               \
    X(model_clear_uses, model_clear_uses, 0x0080, 0)                                   \
    X(model_site_beginA, model_site_beginA, 0x0080, 0)                                 \
    X(model_site_beginAL, model_site_beginAL, 0x0080, 0)                               \
    X(model_task_beginA, model_task_beginA, 0x0080, 0)                                 \
    X(model_task_beginAL, model_task_beginAL, 0x0080, 0)                               \
    X(model_iteration_taskA, model_iteration_taskA, 0x0080, 0)                         \
    X(model_iteration_taskAL, model_iteration_taskAL, 0x0080, 0)                       \
    X(model_site_end_2, model_site_end_2, 0x0080, 0)                                   \
    X(model_task_end_2, model_task_end_2, 0x0080, 0)                                   \
    X(model_lock_acquire_2, model_lock_acquire_2, 0x0080, 0)                           \
    X(model_lock_release_2, model_lock_release_2, 0x0080, 0)                           \
    X(model_aggregate_task, model_aggregate_task, 0x0080, 0)                           \
    X(model_disable_push, model_disable_push, 0x0080, 0)                               \
    X(model_disable_pop, model_disable_pop, 0x0080, 0)                                 \
    X(heap_function_create, heap_function_create, 0x0800, 0)                           \
    X(heap_allocate_begin, heap_allocate_begin, 0x0800, 0)                             \
    X(heap_allocate_end, heap_allocate_end, 0x0800, 0)                                 \
    X(heap_free_begin, heap_free_begin, 0x0800, 0)                                     \
    X(heap_free_end, heap_free_end, 0x0800, 0)                                         \
    X(heap_reallocate_begin, heap_reallocate_begin, 0x0800, 0)                         \
    X(heap_reallocate_end, heap_reallocate_end, 0x0800, 0)                             \
    X(heap_internal_access_begin, heap_internal_access_begin, 0x0800, 0)               \
    X(heap_internal_access_end, heap_internal_access_end, 0x0800, 0)                   \
    X(heap_record_memory_growth_begin, heap_record_memory_growth_begin, 0x0800, 0)     \
    X(heap_record_memory_growth_end, heap_record_memory_growth_end, 0x0800, 0)         \
    X(heap_reset_detection, heap_reset_detection, 0x0800, 0)                           \
    X(heap_record, heap_record, 0x0800, 0)                                             \
    X(id_create, id_create, 0x1000, 0)                                                 \
    X(id_destroy, id_destroy, 0x1000, 0)                                               \
    X(get_timestamp, get_timestamp, 0x1000, 0)                                         \
    X(region_begin, region_begin, 0x1000, 0)                                           \
    X(region_end, region_end, 0x1000, 0)                                               \
    X(frame_begin_v3, frame_begin_v3, 0x1000, 0)                                       \
    X(frame_end_v3, frame_end_v3, 0x1000, 0)                                           \
    X(frame_submit_v3, frame_submit_v3, 0x1000, 0)                                     \
    X(task_group, task_group, 0x1000, 0)                                               \
    X(task_begin, task_begin, 0x1000, 0)                                               \
    X(task_begin_fn, task_begin_fn, 0x1000, 0)                                         \
    X(task_end, task_end, 0x1000, 0)                                                   \
    X(counter_inc_v3, counter_inc_v3, 0x1000, 0)                                       \
    X(counter_inc_delta_v3, counter_inc_delta_v3, 0x1000, 0)                           \
    X(counter_dec_v3, counter_dec_v3, 0x1000, 0)                                       \
    X(counter_dec_delta_v3, counter_dec_delta_v3, 0x1000, 0)                           \
    X(marker, marker, 0x1000, 0)                                                       \
    X(formatted_metadata_add, formatted_metadata_add, 0x1000, 0)                       \
    X(formatted_metadata_add_overlapped, formatted_metadata_add_overlapped, 0x1000, 0) \
    X(metadata_add, metadata_add, 0x1000, 0)                                           \
    X(metadata_str_add, metadata_str_add, 0x1000, 0)                                   \
    X(relation_add_to_current, relation_add_to_current, 0x1000, 0)                     \
    X(relation_add, relation_add, 0x1000, 0)                                           \
    X(event_create, event_create, 0x0009, 0)                                           \
    X(event_start, event_start, 0x0009, 0)                                             \
    X(event_end, event_end, 0x0009, 0)                                                 \
    X(sync_set_name, sync_set_name, 0x0031, 0)                                         \
    X(notify_sync_name, notify_sync_name, 0x0031, 0)                                   \
    X(notify_sync_prepare, notify_sync_prepare, 0x0031, 0)                             \
    X(notify_sync_cancel, notify_sync_cancel, 0x0031, 0)                               \
    X(notify_sync_acquired, notify_sync_acquired, 0x0031, 0)                           \
    X(notify_sync_releasing, notify_sync_releasing, 0x0031, 0)                         \
    X(memory_read, memory_read, 0x0001, 0)                                             \
    X(memory_write, memory_write, 0x0001, 0)                                           \
    X(memory_update, memory_update, 0x0001, 0)                                         \
    X(state_get, state_get, 0x0001, 0)                                                 \
    X(state_set, state_set, 0x0001, 0)                                                 \
    X(obj_mode_set, obj_mode_set, 0x0001, 0)                                           \
    X(thr_mode_set, thr_mode_set, 0x0001, 0)                                           \
    X(frame_create, frame_create, 0x0200, 0)                                           \
    X(pt_region_create, pt_region_create, 0x1000, 0)                                   \
    X(frame_begin, frame_begin, 0x0200, 0)                                             \
    X(frame_end, frame_end, 0x0200, 0)                                                 \
    X(counter_destroy, counter_destroy, 0x0100, 0)                                     \
    X(counter_inc, counter_inc, 0x0100, 0)                                             \
    X(counter_inc_delta, counter_inc_delta, 0x0100, 0)                                 \
    X(counter_dec, counter_dec, 0x0100, 0)                                             \
    X(counter_dec_delta, counter_dec_delta, 0x0100, 0)                                 \
    X(counter_set_value, counter_set_value, 0x0100, 0)                                 \
    X(counter_set_value_ex, counter_set_value_ex, 0x0100, 0)                           \
    X(mark_create, mark_create, 0x0008, 0)                                             \
    X(mark, mark, 0x0008, 0)                                                           \
    X(mark_off, mark_off, 0x0008, 0)                                                   \
    X(mark_global, mark_global, 0x0008, 0)                                             \
    X(mark_global_off, mark_global_off, 0x0008, 0)                                     \
    X(stack_caller_create, stack_caller_create, 0x0400, 0)                             \
    X(stack_caller_destroy, stack_caller_destroy, 0x0400, 0)                           \
    X(stack_callee_enter, stack_callee_enter, 0x0400, 0)                               \
    X(stack_callee_leave, stack_callee_leave, 0x0400, 0)                               \
    X(clock_domain_create, clock_domain_create, 0x1000, 0)                             \
    X(clock_domain_reset, clock_domain_reset, 0x1000, 0)                               \
    X(id_create_ex, id_create_ex, 0x1000, 0)                                           \
    X(id_destroy_ex, id_destroy_ex, 0x1000, 0)                                         \
    X(task_begin_ex, task_begin_ex, 0x1000, 0)                                         \
    X(task_begin_fn_ex, task_begin_fn_ex, 0x1000, 0)                                   \
    X(task_end_ex, task_end_ex, 0x1000, 0)                                             \
    X(task_begin_overlapped, task_begin_overlapped, 0x1000, 0)                         \
    X(task_begin_overlapped_ex, task_begin_overlapped_ex, 0x1000, 0)                   \
    X(task_end_overlapped, task_end_overlapped, 0x1000, 0)                             \
    X(task_end_overlapped_ex, task_end_overlapped_ex, 0x1000, 0)                       \
    X(marker_ex, marker_ex, 0x1000, 0)                                                 \
    X(metadata_add_with_scope, metadata_add_with_scope, 0x1000, 0)                     \
    X(metadata_str_add_with_scope, metadata_str_add_with_scope, 0x1000, 0)             \
    X(relation_add_to_current_ex, relation_add_to_current_ex, 0x1000, 0)               \
    X(relation_add_ex, relation_add_ex, 0x1000, 0)                                     \
    X(track_group_create, track_group_create, 0x1000, 0)                               \
    X(track_create, track_create, 0x1000, 0)                                           \
    X(set_track, set_track, 0x1000, 0)                                                 \
    X(api_version, api_version, -2, 0)                                                 \
    X(av_save, av_save, 0x4000, 0)                                                     \
    X(module_load, module_load, 0x8000, 0)                                             \
    X(module_unload, module_unload, 0x8000, 0)                                         \
    X(histogram_submit, histogram_submit, 0x1000, 0)                                   \
    X(counter_set_value_v3, counter_set_value_v3, 0x0100, 0)

/** How many there are. */
enum { GAU_ITT_N_ENTRIES = 156 };

#endif
