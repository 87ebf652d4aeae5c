/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_COLLECTOR_LIFECYCLE_H
#define GAUDIT_COLLECTOR_COLLECTOR_LIFECYCLE_H

#include <stdbool.h>

/*
 * The life cycle of the collector in a process: begin, fork, exec, end.
 */

/* When the collector is loaded, before anything else. */
void gau_collector_load(void);

/* Begins collection at the first call. Any thread may call it: the constructor of a preloaded
 * collector, or a client's first ITT call. False if nothing is collected: it could not begin, or
 * has ended. */
bool gau_collector_begin(void);

/* Writes all samples and ends collection. At exit(), and in place of _exit(). */
void gau_collector_end(void);

/* Before exec() in the calling thread, and after a failed one. */
void gau_collector_before_exec(void);
void gau_collector_after_exec(void);

/* True if the program must have one thread when it forks. */
bool gau_collector_forks_alone(void);

#endif
