/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_COLLECTOR_STUBS_H
#define TESTS_COLLECTOR_COLLECTOR_STUBS_H

#include "collector/sampling/thread_registry.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * For tests: the parts of collector_lifecycle.h, collection_state.h, pauses.h and thread_registry.h
 * that the collector needs, as small as possible. The clock is the test's own as soon as it has
 * been set; threads are known from their first call to their end, and their sums are kept.
 */

/* Sets the clock, which is stopped from then on; at least 1. */
void stage_set_clock(uint64_t ns);

/* Advances the clock: gau_collection_time() does not count pauses. */
void stage_pass(uint64_t ns);

/* The collector fails to begin. */
void stage_fail_to_begin(bool fails);

/* The calls so far, such as "init init pause name(worker) ". Empty afterwards. */
const char *stage_call_log(void);

/* A thread's tasks without a thread, and back. */
struct gau_thread_tasks *stage_tasks(void);
void stage_free_tasks(struct gau_thread_tasks *tasks);

/* Sums of all threads that made a call, and of the process, for the type with that name. */
struct gau_trace_task_total stage_total(enum gau_trace_task_kind kind, const char *domain,
                                        const char *name);

/* The type of that name; 0 if there is none, and none is made. */
uint32_t stage_find_type(enum gau_trace_task_kind kind, const char *domain, const char *name);

#endif
