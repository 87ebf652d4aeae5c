/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ITT_ITT_PROTOTYPES_H
#define GAUDIT_ITT_ITT_PROTOTYPES_H

#include "itt_abi.h"

/**
 * @file itt_prototypes.h
 * Types of the functions behind the entries that are in use: gau_itt_NAME_fn for "__itt_NAME". They
 * are function types, not pointers: a collector declares its functions with them, a client the
 * pointers. Texts end with NUL, also where a length is given.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* Events: per thread. An id is positive; 0: there is none. The results of start and end: 0, or an
 * error. */
typedef int gau_itt_event_create_fn(const char *name, int length);
typedef int gau_itt_event_start_fn(int event);
typedef int gau_itt_event_end_fn(int event);

/* Control of the whole collection, meant for about once a second. */
typedef void gau_itt_pause_fn(void);
typedef void gau_itt_resume_fn(void);
typedef void gau_itt_detach_fn(void);
typedef void gau_itt_pause_scoped_fn(int scope);
typedef void gau_itt_resume_scoped_fn(int scope);
typedef const char *gau_itt_api_version_fn(void);
typedef uint64_t gau_itt_get_timestamp_fn(void);

/* Names. */
typedef gau_itt_domain *gau_itt_domain_create_fn(const char *name);
typedef gau_itt_string *gau_itt_string_handle_create_fn(const char *text);
typedef void gau_itt_thread_set_name_fn(const char *name);
typedef void gau_itt_thread_ignore_fn(void);
typedef int gau_itt_thr_name_set_fn(const char *name, int length);
typedef void gau_itt_thr_ignore_fn(void);

/* Tasks. */
typedef void gau_itt_task_begin_fn(const gau_itt_domain *domain, gau_itt_id task, gau_itt_id parent,
                                   gau_itt_string *name);
typedef void gau_itt_task_begin_ex_fn(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                                      uint64_t time, gau_itt_id task, gau_itt_id parent,
                                      gau_itt_string *name);
typedef void gau_itt_task_begin_fn_fn(const gau_itt_domain *domain, gau_itt_id task,
                                      gau_itt_id parent, void *function);
typedef void gau_itt_task_begin_fn_ex_fn(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                                         uint64_t time, gau_itt_id task, gau_itt_id parent,
                                         void *function);
typedef void gau_itt_task_end_fn(const gau_itt_domain *domain);
typedef void gau_itt_task_end_ex_fn(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                                    uint64_t time);
typedef gau_itt_task_begin_fn gau_itt_task_group_fn;
typedef gau_itt_task_begin_fn gau_itt_task_begin_overlapped_fn;
typedef gau_itt_task_begin_ex_fn gau_itt_task_begin_overlapped_ex_fn;
typedef void gau_itt_task_end_overlapped_fn(const gau_itt_domain *domain, gau_itt_id task);
typedef void gau_itt_task_end_overlapped_ex_fn(const gau_itt_domain *domain,
                                               gau_itt_clock_domain *clock, uint64_t time,
                                               gau_itt_id task);

/* Frames: of the whole process. Ids may be NULL; times are those of get_timestamp. */
typedef void gau_itt_frame_begin_v3_fn(const gau_itt_domain *domain, gau_itt_id *id);
typedef void gau_itt_frame_end_v3_fn(const gau_itt_domain *domain, gau_itt_id *id);
typedef void gau_itt_frame_submit_v3_fn(const gau_itt_domain *domain, gau_itt_id *id,
                                        uint64_t begin, uint64_t end);
typedef void *gau_itt_frame_create_fn(const char *name);
typedef void gau_itt_frame_begin_fn(void *frame);
typedef void gau_itt_frame_end_fn(void *frame);

/* Regions (their name may be NULL), ids, markers, metadata, relations. */
typedef gau_itt_task_begin_fn gau_itt_region_begin_fn;
typedef void gau_itt_region_end_fn(const gau_itt_domain *domain, gau_itt_id id);
typedef void gau_itt_id_create_fn(const gau_itt_domain *domain, gau_itt_id id);
typedef void gau_itt_id_destroy_fn(const gau_itt_domain *domain, gau_itt_id id);
typedef void gau_itt_marker_fn(const gau_itt_domain *domain, gau_itt_id id, gau_itt_string *name,
                               int scope);
typedef void gau_itt_marker_ex_fn(const gau_itt_domain *domain, gau_itt_clock_domain *clock,
                                  uint64_t time, gau_itt_id id, gau_itt_string *name, int scope);
typedef void gau_itt_metadata_add_fn(const gau_itt_domain *domain, gau_itt_id id,
                                     gau_itt_string *key, int type, size_t count, void *data);
typedef void gau_itt_metadata_str_add_fn(const gau_itt_domain *domain, gau_itt_id id,
                                         gau_itt_string *key, const char *data, size_t length);
typedef void gau_itt_formatted_metadata_add_fn(const gau_itt_domain *domain, gau_itt_string *format,
                                               ...);
typedef void gau_itt_relation_add_fn(const gau_itt_domain *domain, gau_itt_id head, int relation,
                                     gau_itt_id tail);
typedef void gau_itt_relation_add_to_current_fn(const gau_itt_domain *domain, int relation,
                                                gau_itt_id tail);

/* Marks: points in time. The result of create is the type of the others. */
typedef int gau_itt_mark_create_fn(const char *name);
typedef int gau_itt_mark_fn(int type, const char *parameter);
typedef int gau_itt_mark_off_fn(int type);
typedef int gau_itt_mark_global_fn(int type, const char *parameter);
typedef int gau_itt_mark_global_off_fn(int type);

/* Counters; what create gives is opaque. */
typedef void *gau_itt_counter_create_fn(const char *name, const char *domain);
typedef void *gau_itt_counter_create_typed_fn(const char *name, const char *domain, int type);
typedef void *gau_itt_counter_create_v3_fn(const gau_itt_domain *domain, const char *name,
                                           int type);
typedef void gau_itt_counter_destroy_fn(void *counter);
typedef void gau_itt_counter_set_value_fn(void *counter, void *value);
typedef void gau_itt_counter_set_value_v3_fn(void *counter, void *value);
typedef void gau_itt_counter_set_value_ex_fn(void *counter, gau_itt_clock_domain *clock,
                                             uint64_t time, void *value);
typedef void gau_itt_counter_inc_fn(void *counter);
typedef void gau_itt_counter_dec_fn(void *counter);
typedef void gau_itt_counter_inc_delta_fn(void *counter, uint64_t delta);
typedef void gau_itt_counter_dec_delta_fn(void *counter, uint64_t delta);
typedef void gau_itt_counter_inc_v3_fn(const gau_itt_domain *domain, gau_itt_string *name);
typedef void gau_itt_counter_dec_v3_fn(const gau_itt_domain *domain, gau_itt_string *name);
typedef void gau_itt_counter_inc_delta_v3_fn(const gau_itt_domain *domain, gau_itt_string *name,
                                             uint64_t delta);
typedef void gau_itt_counter_dec_delta_v3_fn(const gau_itt_domain *domain, gau_itt_string *name,
                                             uint64_t delta);

/* Stacks to stitch; what create gives must not be NULL. */
typedef void *gau_itt_stack_caller_create_fn(void);
typedef void gau_itt_stack_caller_destroy_fn(void *id);
typedef void gau_itt_stack_callee_enter_fn(void *id);
typedef void gau_itt_stack_callee_leave_fn(void *id);

/* Waits; type and name may be NULL. */
typedef void gau_itt_sync_create_fn(void *object, const char *type, const char *name,
                                    int attribute);
typedef void gau_itt_sync_rename_fn(void *object, const char *name);
typedef void gau_itt_sync_destroy_fn(void *object);
typedef void gau_itt_sync_prepare_fn(void *object);
typedef void gau_itt_sync_cancel_fn(void *object);
typedef void gau_itt_sync_acquired_fn(void *object);
typedef void gau_itt_sync_releasing_fn(void *object);
typedef void gau_itt_suppress_push_fn(unsigned mask);
typedef void gau_itt_suppress_pop_fn(void);

#ifdef __cplusplus
}
#endif

#endif
