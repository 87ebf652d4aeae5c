/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYSTEM_UNCHANGED_H
#define TESTS_SYSTEM_UNCHANGED_H

/* Common parts of the scenes of the program "unchanged". */

/** Takes that much CPU time of the thread. */
void spin(double ms);

/** Prints what was done, and its result, with the error if that is below 0. */
void print_result(const char *what, long result);

/* unchanged_signals.c: what programs see of signals. */
void scene_stack(void);
void scene_once(void);
void scene_handlers(void);
void scene_masks(void);
void scene_ignored(void);
void scene_show(void);

/* unchanged_waits.c: signals with the numbers of the clocks that the program has blocked. */
void scene_waits(void);
void scene_unblocks(void);
void scene_interrupts(void);

/* unchanged_alone.c: what programs of one thread can do. */
void scene_namespaces(void);
void scene_groups(void);
void scene_crowd(void);

#endif
