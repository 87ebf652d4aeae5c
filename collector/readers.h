/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_READERS_H
#define GAUDIT_COLLECTOR_READERS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Who reads memory of modules: signal handlers, which must not find it gone. Between
 * gau_unwind_unloading() and gau_unwind_unloaded() none may begin to.
 */

/* For handlers; false: not now. Each true one is followed by a leave. */
bool gau_readers_enter(void);
void gau_readers_leave(void);

/* Waits for those that are inside; false: some still were after a while. */
bool gau_readers_wait(void);

/* Grows whenever what was known of addresses of modules may be wrong. */
uint32_t gau_readers_generation(void);
void gau_readers_forget(void);

/* In the child of a fork(), where only one thread is left. */
void gau_readers_reset(void);

#endif
