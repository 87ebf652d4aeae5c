/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_LINT_LIFE_H
#define GAUDIT_LINT_LIFE_H

#include <stdbool.h>

/* Beginning and end of the collector, of threads, and of processes that fork. */

/* Reads the environment, opens the log; once. */
void gau_lint_begin(void);

/* The destructor of what the key has for a thread. */
void gau_lint_thread_ends(void *data);

/* Of all threads, only the calling one is left, as after fork(). */
void gau_lint_forget_others(void);

/* False if the thread is inside a call, and has the lock already. */
bool gau_lint_lock_for_fork(void);

#endif
