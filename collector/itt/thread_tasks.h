/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_TASKS_H
#define GAUDIT_COLLECTOR_TASKS_H

#include "trace/trace_format.h"

#include "itt/itt_abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The open tasks of a thread and what its closed ones add up to. All by the thread itself, without
 * a lock, and interrupted at any instruction by the handler, which asks for the current task; the
 * writer reads the sums meanwhile.
 *
 * Events and tasks share one stack. The time of a moment belongs to the task that was begun last
 * and is still open; an end takes its own task out, wherever it is in the stack; an end without a
 * beginning is counted and otherwise ignored. Time stands still while collection is paused
 * (gau_collection_time()), and what begins then has no entry.
 */

enum { GAU_TASKS_DEPTH_MAX = 4096 };

struct gau_thread_tasks; /* of one thread */

struct gau_thread_tasks_sums {
    uint64_t unmatched, never_ended, dropped;
};

/* Zeroed memory of this size is a thread without tasks. */
size_t gau_thread_tasks_size(void);

/* The innermost open task, 0: none. For the handler on the same thread. */
uint32_t gau_thread_tasks_current(const struct gau_thread_tasks *tasks);

/* Begins an event or task of type @p type (0: dropped, but its end is still expected); of those
 * with the same key, the type of an event or the domain of a task, the last begun ends first.
 * Overlapped ones end by their id. */
void gau_thread_tasks_begin(struct gau_thread_tasks *tasks, enum gau_trace_task_kind kind,
                            uint32_t type, uint32_t key);
void gau_thread_tasks_end(struct gau_thread_tasks *tasks, enum gau_trace_task_kind kind,
                          uint32_t key);
void gau_thread_tasks_begin_overlapped(struct gau_thread_tasks *tasks, uint32_t type,
                                       const gau_itt_id *id);
void gau_thread_tasks_end_overlapped(struct gau_thread_tasks *tasks,
                                     const gau_itt_id *id); /* of any thread */

/* Counts a beginning that was not recorded for want of memory. */
void gau_thread_tasks_drop(struct gau_thread_tasks *tasks);

/*
 * Around other work for a call of the thread. False: the thread is inside already, and was
 * interrupted by a handler of the program's that makes a call itself, which is to be ignored. The
 * functions above do this themselves.
 */
bool gau_thread_tasks_enter(struct gau_thread_tasks *tasks);
void gau_thread_tasks_leave(struct gau_thread_tasks *tasks);

/* The thread has ended, or the process has: what is open is credited up to now and closed. */
void gau_thread_tasks_close(struct gau_thread_tasks *tasks);

/* In the child of a fork: sums begin anew; what is open stays so, from now on. Threads that are not
 * in the child are cleared. */
void gau_thread_tasks_restart(struct gau_thread_tasks *tasks);

void gau_thread_tasks_sums(const struct gau_thread_tasks *tasks,
                           struct gau_thread_tasks_sums *sums);

/*
 * What has changed since the last call, for the writer: calls @p visit for each type. What is still
 * open is not in it. NULL: of the process.
 */
void gau_thread_tasks_changed(struct gau_thread_tasks *tasks,
                              void (*visit)(void *user, const struct gau_trace_task_total *total),
                              void *user);

/* Gives back what is not part of the block itself; it is zero again afterwards. */
void gau_thread_tasks_clear(struct gau_thread_tasks *tasks);

/* What belongs to no thread: entries and wall time (as inclusive_ns) of frames, regions, marks,
 * counters, groups of tasks. Any thread may call these. False: no memory. */
bool gau_thread_tasks_process_add(uint32_t type, uint64_t entries, uint64_t wall_ns);

/* As gau_thread_tasks_restart(), for the process. */
void gau_thread_tasks_process_restart(void);

#endif
