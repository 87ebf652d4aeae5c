/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LIFE_H
#define GAUDIT_COLLECTOR_LIFE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The life of the collector in a process: begin, pauses, fork, end.
 */

/* Begins, at the first call; any thread may call it, from the constructor of a preloaded collector
 * or from a client's first call of ITT. False: there is nothing to collect for: it could not begin,
 * or has ended. */
bool gau_collection_begin(void);
bool gau_collection_running(void);

/* Writes what there is. Nothing is collected any more. At exit(), and in place of _exit(). */
void gau_collection_end(void);

/* The calling thread is about to become another program, or has failed to. */
void gau_collection_before_exec(void);
void gau_collection_after_exec(void);

/* CLOCK_MONOTONIC in nanoseconds. */
uint64_t gau_collection_clock(void);

/* The same clock, but it stands still while collection is paused: what times are measured with. */
uint64_t gau_collection_time(void);
bool gau_collection_paused(void);

void gau_collection_pause(void);
void gau_collection_resume(void);
void gau_collection_detach(void); /* pauses for good */

/* Counts parts of the program that call the collector. */
void gau_collection_count_init(void);
uint64_t gau_collection_inits(void);

/* True in a child that has our memory, or a copy of it, without being ours: of vfork(), of _Fork(),
 * of clone(). It is left alone. */
bool gau_collection_is_foreign(void);

/* Processes that were made by fork() and are not recorded, as the kernel refused a file or a
 * thread. Such a process counts itself where the one that began sees it, which tells of them. */
void gau_collection_count_silent(void);
uint64_t gau_collection_silent_children(void);

/* True if children of the program must be made while it has one thread. */
bool gau_collection_forks_alone(void);

bool gau_collection_preloaded(
    void); /* the collector came before the program: it sees all threads */
bool gau_collection_follows_fork(void); /* the process was made by fork() from one that is traced */

#endif
