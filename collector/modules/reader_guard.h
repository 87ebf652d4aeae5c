/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_MODULES_READER_GUARD_H
#define GAUDIT_COLLECTOR_MODULES_READER_GUARD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Guards signal handlers that read memory of modules against unloading.
 */

/*
 * Modules have been or are about to be unloaded: cached addresses are dropped. Between the two
 * calls no handler starts to read; calls may nest. Before the second one, gau_loaded_modules_scan()
 * records what was unloaded.
 */
void gau_reader_guard_unloading(void);
void gau_reader_guard_unloaded(void);

/* For signal handlers; false if not allowed now. Each true one is followed by a leave. */
bool gau_reader_guard_enter(void);
void gau_reader_guard_leave(void);

/* Waits for handlers that read; false if some still do after a while. */
bool gau_reader_guard_wait(void);

/* Increased whenever cached addresses of modules may be wrong. */
uint32_t gau_reader_guard_generation(void);
void gau_reader_guard_forget(void);

/* In the child of a fork(), which has only one thread. */
void gau_reader_guard_reset(void);

#endif
