/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_TASKS_THREAD_TASKS_H
#define GAUDIT_COLLECTOR_TASKS_THREAD_TASKS_H

#include "trace/trace_format.h"

#include "itt/itt_abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The open tasks of a thread and the totals of its closed ones. Changed by the thread itself,
 * without a lock. The signal handler may interrupt it at any instruction and read the current task;
 * the writer thread reads the sums meanwhile.
 *
 * Events and tasks share one stack. Self time goes to the open task that was begun last. An end
 * removes its own task, wherever it is in the stack. An end without a begin is counted and
 * otherwise ignored. The clock stops while collection is paused (gau_collection_time()), and a task
 * begun then counts no entry.
 */

/*
 * If lanes are wanted, each task has entries in that of the thread, see task_lane.h. One that is
 * begun in a pause has none; one that ends in a pause ends when the pause began. The end of a task
 * that is not the innermost also ends those inside, as unfinished. These, and overlapped tasks, are
 * intervals when they end.
 */

enum { GAU_TASKS_DEPTH_MAX = 4096 };

struct gau_thread_tasks; /* of one thread */
struct gau_task_lane;

struct gau_thread_tasks_sums {
    uint64_t unmatched_ends, unclosed_tasks, dropped;
};

/* Zeroed memory of this size is a thread without tasks. */
size_t gau_thread_tasks_size(void);

/* The innermost open task, 0: none. For the signal handler on the same thread. */
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

/* A frame or region that has ended, or was submitted, in the lane of the thread. */
void gau_thread_tasks_interval(struct gau_thread_tasks *tasks, uint32_t type, uint64_t begin_ns,
                               uint64_t end_ns);

/* Counts a begin that was not recorded because memory ran out. */
void gau_thread_tasks_drop(struct gau_thread_tasks *tasks);

/*
 * Around other work for a call of the thread. False if the thread is inside already: a handler of
 * the program interrupted it and made this call, which is to be ignored. The functions above do
 * this themselves.
 */
bool gau_thread_tasks_enter(struct gau_thread_tasks *tasks);
void gau_thread_tasks_leave(struct gau_thread_tasks *tasks);

/* At the end of the thread or process: open tasks are credited up to now and closed. */
void gau_thread_tasks_close(struct gau_thread_tasks *tasks);

/* In the child of a fork: sums restart at zero; open tasks go on from now. Threads that are not in
 * the child are cleared. */
void gau_thread_tasks_restart(struct gau_thread_tasks *tasks);

void gau_thread_tasks_sums(const struct gau_thread_tasks *tasks,
                           struct gau_thread_tasks_sums *sums);

/*
 * For the writer thread: calls @p visit for each type that has changed since the last call, without
 * what is still open. NULL: of the process.
 */
void gau_thread_tasks_changed(struct gau_thread_tasks *tasks,
                              void (*visit)(void *user, const struct gau_trace_task_total *total),
                              void *user);

/* The lane of the thread, which has that number, for the writer thread. */
void gau_thread_tasks_set_number(struct gau_thread_tasks *tasks, uint32_t thread);
struct gau_task_lane *gau_thread_tasks_lane(struct gau_thread_tasks *tasks);

/* Frees what is not part of the block itself, and zeroes it. The chunk of the lane is not freed. */
void gau_thread_tasks_clear(struct gau_thread_tasks *tasks);

/* As gau_thread_tasks_restart(), for the process. */
void gau_thread_tasks_process_restart(void);

#endif
