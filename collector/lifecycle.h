/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LIFE_H
#define GAUDIT_COLLECTOR_LIFE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The life cycle of the collector in a process: begin, pauses, fork, end.
 */

/* Begins collection at the first call. Any thread may call it: the constructor of a preloaded
 * collector, or a client's first ITT call. False if nothing is collected: it could not begin, or
 * has ended. */
bool gau_collection_begin(void);
bool gau_collection_running(void);

/* Writes all samples and ends collection. At exit(), and in place of _exit(). */
void gau_collection_end(void);

/* Before exec() in the calling thread, and after a failed one. */
void gau_collection_before_exec(void);
void gau_collection_after_exec(void);

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t gau_collection_clock(void);

/* The same clock without pauses of the collection; durations are measured with it. */
uint64_t gau_collection_time(void);
bool gau_collection_paused(void);

void gau_collection_pause(void);
void gau_collection_resume(void);
void gau_collection_detach(void); /* pauses for good */

/* Counts the clients of ITT in the program. */
void gau_collection_count_init(void);
uint64_t gau_collection_inits(void);

/* True in a child that shares or copied our memory but is not recorded: of vfork(), _Fork(),
 * clone(). It is left alone. */
bool gau_collection_is_foreign(void);

/* Counts processes made by fork() that are not recorded because the kernel refused a file or a
 * thread. The counter is in memory shared with the process that began; that one reports it. */
void gau_collection_count_silent(void);
uint64_t gau_collection_silent_children(void);

/* True if the program must have one thread when it forks. */
bool gau_collection_forks_alone(void);

bool gau_collection_preloaded(
    void); /* the collector began before the program: it sees all threads */
bool gau_collection_follows_fork(void); /* the process was made by fork() from a recorded one */

#endif
